/**
 * Takes out of installed packages what no running box reads: sources that are compiled already,
 * builds for browsers and for other processors, the bundler, maps and types. Licences stay. For the
 * container image, after `npm prune --omit=dev`: `node bin/trim-packages.mjs
 * /opt/svc/node_modules`. Never for a checkout: it cannot be built from what is left.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Below `node_modules`. A part of a path may begin or end with `*`. */
export const UNUSED = [
  // Compiled by setup-speech, or never compiled on a user's machine.
  'nodejs-whisper/cpp',
  'whisper-node/lib',
  'node-llama-cpp/llama/gitRelease.bundle',
  'sqlite3/deps',
  'sqlite3/build/Release/obj*',
  'sqlite3/build/Release/*.a',
  'node-gyp',
  // The build is done.
  'esbuild',
  '@esbuild',
  // A peer that only its types want.
  'typescript',
  // For browsers, or for another way of loading them than ours.
  'tesseract.js-core/*.wasm.js',
  'pdfjs-dist/build',
  'pdfjs-dist/web',
  'pdfjs-dist/legacy/web',
  'mediabunny/dist/bundles',
  'mediabunny/src',
  '@ricky0123/vad-web/dist/silero_vad_v5.onnx',
  '@ricky0123/vad-web/dist/silero_vad_legacy.onnx',
  // Settings name the smaller one beside it (bin/file-settings.ts).
  '@tesseract.js-data/por/4.0.0',
  'bintrees/test',
]
const UNUSED_ENDINGS = ['.map', '.d.ts', '.d.mts', '.d.cts', '.tsbuildinfo']

/** @param modules an absolute folder @returns absolute paths, each of which is there */
export function unusedIn(modules) {
  const named = UNUSED.flatMap((path) => matching(modules, path.split('/')))
  const ownBinaries = `linux-${process.arch}`
  const foreign = matching(modules, ['@node-llama-cpp', '*']).filter(
    (path) => !path.endsWith(ownBinaries) && existsSync(join(path, 'bins')),
  )
  return [...named, ...foreign]
}

function matching(folder, [part, ...rest]) {
  if (part === undefined) return existsSync(folder) ? [folder] : []
  if (!part.includes('*')) return matching(join(folder, part), rest)
  if (!existsSync(folder)) return []
  const [start, end] = part.split('*')
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .flatMap((name) => matching(join(folder, name), rest))
}

function trim(modules) {
  for (const path of unusedIn(modules)) rmSync(path, { recursive: true })
  for (const file of readdirSync(modules, { recursive: true, encoding: 'utf8' })) {
    if (!UNUSED_ENDINGS.some((ending) => file.endsWith(ending))) continue
    const path = join(modules, file)
    if (statSync(path).isFile()) rmSync(path)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [modules] = process.argv.slice(2)
  if (!modules) throw new Error('usage: node bin/trim-packages.mjs NODE_MODULES')
  trim(modules)
}
