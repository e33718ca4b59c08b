/**
 * Builds everything into dist/ (some seconds): the programs and child processes for Node,
 * plugin.js and the demo page for the browser, which gets one file each, and the extension.
 */
import { spawnSync } from 'node:child_process'
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

const forNode = {
  absWorkingDir: root,
  outdir: out,
  bundle: true,
  platform: 'node',
  target: 'node20',
  external: outsidePrograms,
  plugins: [lightStart],
  metafile: true,
  sourcemap: true,
  // Every start reads and parses what it loads; names stay, for traces.
  minifyWhitespace: true,
  logLevel: 'warning',
}

const [children, svcctlFiles, pluginFiles] = await Promise.all([
  build({
    ...forNode,
    entryPoints: programs,
    format: 'esm',
    // What a program imports late (the engines) lies in chunks beside it.
    splitting: true,
    banner: requireBanner,
  }),
  buildSvcctl(),
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
removeOldChunks(out, new Set([...namesOf(children), ...svcctlFiles]))
removeOldChunks(join(publicDir, 'plugin'), pluginFiles)

/**
 * `svcctl`, the server too, as one file with what V8 compiled of it. What is compiled belongs to
 * one program alone, so both are named by its content.
 * @returns names of its files
 */
async function buildSvcctl() {
  const { metafile } = await build({
    ...forNode,
    entryPoints: { svcctl: 'bin/svcctl.ts' },
    entryNames: '[name]-[hash]',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    // Late packages are asked for by `require`, which knows where the program lies.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;" },
  })
  const files = namesOf({ metafile })
  const program = files.find((name) => name.endsWith('.cjs'))
  const compiled = program.replace(/cjs$/, 'compiled')
  const ahead = [join(root, 'bin/compile-ahead.mjs'), join(out, program), join(out, compiled)]
  const { status } = spawnSync(process.execPath, ahead, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error('svcctl does not run as it was built')
  await build({
    ...forNode,
    entryPoints: { svcctl: 'bin/start-svcctl.mjs' },
    format: 'esm',
    define: {
      SVCCTL_PROGRAM: JSON.stringify(program),
      SVCCTL_COMPILED: JSON.stringify(compiled),
    },
  })
  return [...files, compiled]
}

function namesOf({ metafile }) {
  return Object.keys(metafile.outputs).map((path) => basename(path))
}

function removeOldChunks(folder, current) {
  for (const file of readdirSync(folder)) {
    const isChunk = /-[0-9A-Z]{8}\.(c?js(\.map)?|compiled)$/.test(file)
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
