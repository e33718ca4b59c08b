/**
 * Joins test files, several to a process: starting one and loading what it needs took most of the
 * time of most files. In a joint each file has a `test` of its own, which waits for its turn and
 * names the file (test/helpers/joined-tests.ts). A file that must not share begins with a line
 * `// Own process: REASON`.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * How many files join, by the first folder of their path. Tests of engines and sound stay alone;
 * those of a browser, whose tests go one after the other anyway, share it.
 */
const JOINED = { unit: 12, models: 6, http: 6, browser: 4 }
const ALONE = 'browser/sound/'
/**
 * Start of a file that has hooks or serial tests, waits on load, changes its process or is long.
 */
const OWN_PROCESS = '// Own process'

/**
 * @param root the folder of `test`
 * @param files paths below it, `unit/x.test.ts`
 * @returns esbuild's entries, the name of each built test to where it comes from, and the plugin
 * that makes the joints among them
 */
export function joinTests(root, files) {
  const joints = new Map()
  for (const [folder, size] of Object.entries(JOINED)) {
    const some = files.filter(
      (file) => file.startsWith(`${folder}/`) && !file.startsWith(ALONE) && canJoin(root, file),
    )
    for (let i = 0; i < some.length; i += size) {
      const number = String(i / size + 1).padStart(2, '0')
      joints.set(`${folder}/joined-${number}`, some.slice(i, i + size))
    }
  }
  const joined = new Set([...joints.values()].flat())
  const alone = files.filter((file) => !joined.has(file))
  const entries = Object.fromEntries([
    ...alone.map((file) => [file.replace(/\.ts$/, ''), join('test', file)]),
    ...[...joints.keys()].map((name) => [`${name}.test`, `joint:${name}`]),
  ])

  const plugin = {
    name: 'joints',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^joint:/ }, ({ path }) => ({
        path: path.slice('joint:'.length),
        namespace: 'joint',
      }))
      onLoad({ filter: /./, namespace: 'joint' }, ({ path }) => ({
        contents: joints
          .get(path)
          .map((file) => `import './test/${file}'`)
          .join('\n'),
        resolveDir: root,
      }))
      onResolve({ filter: /^ava$/ }, ({ importer }) => {
        const file = relative(join(root, 'test'), importer)
        return joined.has(file) ? { path: file, namespace: 'test-of' } : undefined
      })
      onResolve({ filter: /\/helpers\/browser\.ts$/ }, ({ importer }) => {
        const file = relative(join(root, 'test'), importer)
        return joined.has(file) ? { path: file, namespace: 'browser-of' } : undefined
      })
      onLoad({ filter: /./, namespace: 'browser-of' }, ({ path }) => ({
        contents: `
          import { browserTestOf } from './test/helpers/browser.ts'
          export * from './test/helpers/browser.ts'
          export const browserTest = browserTestOf(${JSON.stringify(nameOf(path))})`,
        resolveDir: root,
      }))
      onLoad({ filter: /./, namespace: 'test-of' }, ({ path }) => ({
        contents: `
          import test from 'ava'
          import { testOf } from './test/helpers/joined-tests.ts'
          export default testOf(test, ${JSON.stringify(nameOf(path))})`,
        resolveDir: root,
      }))
    },
  }
  return { entries, plugin }
}

/** As titles say which file they stand in. */
function nameOf(path) {
  return path.replace(/^[^/]+\/|\.test\.ts$/g, '')
}

function canJoin(root, file) {
  return !readFileSync(join(root, 'test', file), 'utf8').startsWith(OWN_PROCESS)
}
