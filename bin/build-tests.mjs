/**
 * Builds the tests into dist/tests, for a whole run: a test file that is transformed while it loads costs seconds of processor time to
 * start, one that is built a fraction of that. Every file is told the address it has in the tree, so what lies beside it is found.
 * A single file needs no build: `npx ava test/unit/x.test.ts`.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const outdir = join(root, 'dist', 'tests')

/** Where a file stands in the tree, wherever it is built to. */
const addresses = {
  name: 'addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
      if (path.includes('/node_modules/')) return undefined
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path))
      return { contents, loader: extname(path) === '.ts' ? 'ts' : 'js' }
    })
  },
}

const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('bench'))
  .map((file) => join('test', file))

rmSync(outdir, { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: tests,
  outbase: 'test',
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  plugins: [addresses],
  logLevel: 'warning',
})
console.log(`${tests.length} test files built`)
