/**
 * Tests run from their sources, one by one; `npm test` builds them first, because that is quicker
 * for all (bin/build-tests.mjs).
 */
const isBuilt = process.env.TEST_BUILT === '1'

/** They begin first: a long one that begins last leaves the other cores without work. */
const LONGEST = [
  'http/file-pictures',
  'http/file-use',
  'http/bundle-upgrade',
  'browser/plugin/accessibility',
  'browser/plugin/visit-panel',
  'browser/plugin/structured-output',
  'browser/plugin/random-walks',
  'browser/extension/fill',
  'browser/sound/page-route',
]
const rank = (file) => {
  const place = LONGEST.findIndex((name) => file.includes(`/${name}.test.`))
  return place < 0 ? LONGEST.length : place
}

export default {
  files: isBuilt ? ['dist/tests/**/*.test.mjs'] : ['test/**/*.test.ts', '!test/bench/**'],
  extensions: isBuilt ? ['mjs'] : { ts: 'module' },
  nodeArguments: isBuilt ? [] : ['--import=tsx'],
  workerThreads: false,
  sortTestFiles: (a, b) => rank(a) - rank(b) || (a < b ? -1 : 1),
  timeout: '10m',
  concurrency: 2,
  environmentVariables: {
    NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true',
    NODE_ENV: 'test',
  },
}
