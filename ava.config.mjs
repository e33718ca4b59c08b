/**
 * Tests run from their sources, one by one; `npm test` builds them first, because that is quicker
 * for all (bin/build-tests.mjs).
 */
const isBuilt = process.env.TEST_BUILT === '1'

export default {
  files: isBuilt ? ['dist/tests/**/*.test.mjs'] : ['test/**/*.test.ts', '!test/bench/**'],
  extensions: isBuilt ? ['mjs'] : { ts: 'module' },
  nodeArguments: isBuilt ? [] : ['--import=tsx'],
  workerThreads: false,
  timeout: '10m',
  concurrency: 2,
  environmentVariables: {
    NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true',
    NODE_ENV: 'test',
  },
}
