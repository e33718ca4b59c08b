/**
 * Runs the tests that bin/build-tests.mjs built, in stages, one after the other: first what needs no browser, then browsers, three files
 * at a time, then what needs sound in real time, two at a time, and alone what recognizes it meanwhile with every core: sound
 * beside anything that computes loses samples and time. At the end what compares a released model with itself.
 */
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs')

// Once, ahead of those who would all wait for it. Where it cannot be compiled, they say so themselves.
run(join(root, 'dist', 'setup-speech.js'))

const STAGES = [
  ['dist/tests/{unit,models,http,speech,engine}/**'],
  ['dist/tests/browser/*.mjs', 'dist/tests/browser/plugin/**', '--concurrency=3'],
  ['dist/tests/browser/sound/**', '!dist/tests/browser/sound/main-job*', '--concurrency=2'],
  ['dist/tests/browser/sound/main-job*', '--concurrency=1'],
  ['dist/tests/released/**', '--concurrency=1'],
]

process.exitCode = STAGES.some((stage) => run(ava, stage) !== 0) ? 1 : 0

/**
 * Authorities that this machine trusts beside the usual ones are nothing to tests, and every process reads them all: a twentieth of a second.
 *
 * @returns the exit code; null when something killed it
 */
function run(script, args = []) {
  return spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, TEST_BUILT: '1', NODE_EXTRA_CA_CERTS: '' },
    stdio: 'inherit',
  }).status
}
