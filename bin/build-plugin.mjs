/**
 * The browser's side of the build: the loader, the app behind it in chunks, the recorder's worklet,
 * the legacy frame, and `plugin.json`, which says what hosts may rely on. Everything but the fixed
 * names carries a digest of its own content, so that an older loader goes on finding exactly the
 * files it was built with.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, transform } from 'esbuild'

export const browser = {
  bundle: true,
  platform: 'browser',
  format: 'esm',
  target: 'es2022',
  minify: true,
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
}

/** Style sheets are text in a script: they are made small like the script. */
export const smallStyles = {
  name: 'small-styles',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const css = readFileSync(path, 'utf8')
      const { code } = await transform(css, { loader: 'css', minify: true, target: 'es2022' })
      return { contents: code, loader: 'text' }
    })
  },
}

const ORIGINALS = {
  'JSON.stringify': 'svcStringify',
  'JSON.parse': 'svcParse',
  'Array.from': 'svcArrayFrom',
  'Array.isArray': 'svcIsArray',
  'Object.keys': 'svcKeys',
  'Object.values': 'svcValues',
  'Object.entries': 'svcEntries',
  'Object.assign': 'svcAssign',
  'Object.fromEntries': 'svcFromEntries',
  'Object.hasOwn': 'svcHasOwn',
  'Object.freeze': 'svcFreeze',
  'Object.defineProperty': 'svcDefineProperty',
  'Date.now': 'svcNow',
  Date: 'svcDate',
  Promise: 'svcPromise',
  Map: 'svcMap',
  Set: 'svcSet',
  WeakMap: 'svcWeakMap',
  Event: 'svcEvent',
  URL: 'svcUrl',
  TextEncoder: 'svcTextEncoder',
}

/**
 * @param {{ root: string, outDir: string, version: string }} place
 * @returns {Promise<Set<string>>} names of the files in `outDir/plugin` that belong to this build
 */
export async function buildPlugin({ root, outDir, version }) {
  const shared = { ...browser, absWorkingDir: root, outdir: outDir }
  const worklet = await build({
    ...shared,
    entryPoints: { 'plugin/capture-worklet': 'plugin/worklet/capture-worklet.ts' },
    entryNames: '[dir]/[name]-[hash]',
  })
  const inOutDir = (path) => relative(outDir, join(root, path)).replaceAll('\\', '/')
  const [workletFile] = Object.keys(worklet.metafile.outputs)
    .map(inOutDir)
    .filter((path) => path.endsWith('.js'))
  const { metafile } = await build({
    ...shared,
    entryPoints: { plugin: 'plugin/index.ts', embed: 'plugin/embed/index.ts' },
    splitting: true,
    chunkNames: 'plugin/[name]-[hash]',
    plugins: [smallStyles],
    // A page's libraries may have replaced these: plugin/services/originals.ts keeps the browser's.
    inject: [join(root, 'plugin/services/originals.ts')],
    define: {
      ...ORIGINALS,
      PLUGIN_VERSION: JSON.stringify(version),
      WORKLET_FILE: JSON.stringify(workletFile),
    },
  })
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [inOutDir(path), output]),
  )
  copyFileSync(join(root, 'plugin', 'plugin.d.ts'), join(outDir, 'plugin.d.ts'))
  const whenOf = loadOrder(outputs, inOutDir)
  const measure = (path) => measured(readFileSync(join(outDir, path)))
  const files = [...outputs.keys()]
    .filter((path) => whenOf.has(path) && path !== 'plugin.js')
    .map((path) => ({ path: `/${path}`, when: whenOf.get(path), ...measure(path) }))
  files.push({ path: `/${workletFile}`, when: 'recording', ...measure(workletFile) })
  const description = {
    version,
    plugin: {
      current: '/plugin.js',
      major: `/plugin@${version.split('.')[0]}.js`,
      pinned: `/plugin@${version}.js`,
      ...measure('plugin.js'),
    },
    types: `/plugin@${version}.d.ts`,
    files,
  }
  writeFileSync(join(outDir, 'plugin.json'), `${JSON.stringify(description, null, 2)}\n`)
  return new Set([...outputs.keys(), workletFile].map((path) => basename(path)))
}

function measured(bytes) {
  return {
    integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
    size_bytes: bytes.length,
    gzip_bytes: gzipSync(bytes, { level: 9 }).length,
  }
}

/**
 * What the loader reaches: `load` with it, `init` when the host calls that, `later` when the doctor
 * comes to need it.
 */
function loadOrder(outputs, inOutDir) {
  const order = new Map()
  const importsOf = (path, kind) =>
    (outputs.get(path)?.imports ?? [])
      .filter((one) => one.kind === kind && !one.external)
      .map((one) => inOutDir(one.path))
  function visit(path, when) {
    if (order.has(path)) return
    order.set(path, when)
    for (const next of importsOf(path, 'import-statement')) visit(next, when)
  }
  visit('plugin.js', 'load')
  let when = 'init'
  for (;;) {
    const next = [...order.keys()]
      .flatMap((path) => importsOf(path, 'dynamic-import'))
      .filter((path) => !order.has(path))
    if (next.length === 0) return order
    for (const path of next) visit(path, when)
    when = 'later'
  }
}
