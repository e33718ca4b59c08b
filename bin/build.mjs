/**
 * Builds everything into dist/ (about a second): the programs and child processes for Node, and plugin.js and the demo page for
 * the browser. Packages stay outside the Node bundles; browsers get one file each.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const out = join(root, 'dist')

const programs = {
  svcctl: 'bin/svcctl.ts',
  'setup-speech': 'bin/setup-speech.ts',
  'llama-child': 'ai-local/llama/child.ts',
  'vad-worker': 'ai-local/vad/worker.ts',
  'decode-child': 'ai-local/audio/child.ts',
}
// The loader and, split off it, the app that it fetches behind it.
const plugin = { plugin: 'plugin/index.ts' }
const pages = {
  'plugin/capture-worklet': 'plugin/worklet/capture-worklet.ts',
  demo: 'api/demo/page/demo.ts',
}
const browser = {
  absWorkingDir: root,
  outdir: join(out, 'public'),
  bundle: true,
  platform: 'browser',
  format: 'esm',
  target: 'es2022',
  minify: true,
  sourcemap: true,
  logLevel: 'warning',
}

mkdirSync(out, { recursive: true })
rmSync(join(out, 'public'), { recursive: true, force: true })

const [{ metafile }] = await Promise.all([
  build({
    metafile: true,
    entryPoints: programs,
    outdir: out,
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // What a program imports late (the database, the engines) lies in chunks beside it: `svcctl --help` loads none.
    splitting: true,
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  }),
  build({
    ...browser,
    entryPoints: plugin,
    splitting: true,
    chunkNames: 'plugin/[name]-[hash]',
    loader: { '.css': 'text' },
  }),
  build({ ...browser, entryPoints: pages, loader: { '.css': 'text', '.svg': 'text' } }),
])

// Chunks of earlier builds go once no running program can want them any more: one that started before a rebuild still loads its own.
const HOUR_MS = 3_600_000
const current = new Set(Object.keys(metafile.outputs).map((path) => basename(path)))
for (const file of readdirSync(out)) {
  const isChunk = /-[0-9A-Z]{8}\.js(\.map)?$/.test(file)
  if (!isChunk || current.has(file)) continue
  if (Date.now() - statSync(join(out, file)).mtimeMs > HOUR_MS) rmSync(join(out, file))
}
