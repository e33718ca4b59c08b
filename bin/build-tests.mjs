/**
 * Builds the tests into dist/tests: a test file that is transformed while it loads costs seconds of
 * processor time to start, one that is built a fraction of that; files share a process
 * (bin/join-tests.mjs). With `--quick`, only unit tests, without those whose first line is
 * `// Own process, not in test:quick: REASON`. `import.meta.url` in a built file is the source
 * file's, so files next to it are found. A single file needs no build:
 * `npx ava test/unit/x.test.ts`.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { lightStart, outsidePrograms, requireBanner } from './inside-programs.mjs'
import { joinTests } from './join-tests.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const isQuick = process.argv.includes('--quick')
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

/** What only tests use and is taken in as well. */
const insideTests = ['fast-check']
const outside = [
  ...outsidePrograms,
  ...Object.keys(devDependencies).filter((name) => !insideTests.includes(name)),
]

const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !file.startsWith('bench'))
  .filter((file) => !isQuick || (file.startsWith('unit/') && !takesLong(file)))
  .sort()

const { entries, plugin: joints } = joinTests(root, tests)
rmSync(outdir, { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: entries,
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: outside,
  banner: requireBanner,
  sourcemap: true,
  sourcesContent: false,
  plugins: [joints, lightStart, addresses],
  logLevel: 'warning',
})
console.log(`${tests.length} test files built`)

function takesLong(file) {
  const text = readFileSync(join(root, 'test', file), 'utf8')
  return text.startsWith('// Own process, not in test:quick: ')
}
