/**
 * Builds everything into dist/ (about a second): the programs and child processes for Node,
 * plugin.js and the demo page for the browser, which gets one file each, and the extension.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildExtension } from './build-extension.mjs'
import { buildPlugin } from './build-plugin.mjs'
import { buildTalk } from './build-talk.mjs'
import { lightStart, outsidePrograms, requireBanner } from './inside-programs.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const out = join(root, 'dist')
const publicDir = join(out, 'public')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const programs = {
  svcctl: 'bin/svcctl.ts',
  'setup-speech': 'bin/setup-speech.ts',
  'llama-child': 'ai-local/llama/child.ts',
  'vad-worker': 'ai-local/vad/worker.ts',
  'reading-worker': 'ai-local/reading/worker.ts',
  'decode-child': 'ai-local/audio/child.ts',
  'file-child': 'ai-local/files/child.ts',
}
const pages = {
  demo: 'bin/tools/demo/page/demo.ts',
  'demo-iframe': 'bin/tools/demo/hosts/iframe-host.ts',
  'demo-source': 'bin/tools/demo/hosts/show-source.ts',
  // React is there for this one page only; an installation without development packages goes
  // without the page.
  ...(isInstalled('react-dom') ? { 'demo-react': 'bin/tools/demo/hosts/react-host.tsx' } : {}),
}
const browser = {
  absWorkingDir: root,
  outdir: publicDir,
  bundle: true,
  platform: 'browser',
  format: 'esm',
  target: 'es2022',
  minify: true,
  sourcemap: true,
  logLevel: 'warning',
}

mkdirSync(join(publicDir, 'plugin'), { recursive: true })
buildTalk({ root, outDir: out })

const [{ metafile }, pluginFiles] = await Promise.all([
  build({
    metafile: true,
    entryPoints: programs,
    outdir: out,
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // What a program imports late (the database, the engines) lies in chunks beside it: `svcctl
    // --help` loads none.
    splitting: true,
    target: 'node20',
    external: outsidePrograms,
    plugins: [lightStart],
    banner: requireBanner,
    sourcemap: true,
    // Every start reads and parses what it loads; names stay, for traces.
    minifyWhitespace: true,
    logLevel: 'warning',
  }),
  buildPlugin({ root, outDir: publicDir, version }),
  buildExtension({ root, outDir: out, version }),
  build({
    ...browser,
    entryPoints: pages,
    loader: { '.css': 'text', '.svg': 'text' },
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  // The page for administration: a script and a style sheet of its own, apart from the plugin's.
  build({
    ...browser,
    entryPoints: [
      { in: 'plugin/admin/index.ts', out: 'admin/page' },
      { in: 'plugin/admin/page.css', out: 'admin/page' },
    ],
    sourcemap: false,
  }),
  // Not served: `svcctl host test` puts it into the page that it examines.
  build({
    ...browser,
    outdir: out,
    entryPoints: { 'host-probe': 'bin/tools/host-test/probe/index.ts' },
    format: 'iife',
    sourcemap: false,
  }),
])

// Chunks of earlier builds go once nobody can want them any more: a program or a page that started
// before a rebuild still loads its own.
const HOUR_MS = 3_600_000
const programFiles = new Set(Object.keys(metafile.outputs).map((path) => basename(path)))
removeOldChunks(out, programFiles)
removeOldChunks(join(publicDir, 'plugin'), pluginFiles)

function removeOldChunks(folder, current) {
  for (const file of readdirSync(folder)) {
    const isChunk = /-[0-9A-Z]{8}\.js(\.map)?$/.test(file)
    if (!isChunk || current.has(file)) continue
    if (Date.now() - statSync(join(folder, file)).mtimeMs > HOUR_MS) rmSync(join(folder, file))
  }
}

function isInstalled(name) {
  try {
    return Boolean(import.meta.resolve(name))
  } catch {
    return false
  }
}
