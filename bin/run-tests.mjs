/**
 * Runs the tests that bin/build-tests.mjs built, in stages, one after the other: first those that
 * need no browser, then browsers, three files at a time, then those that need sound in real time,
 * two at a time, and alone the one that recognizes it meanwhile with every core: sound next to any
 * other computation loses samples and time. At the end a released model is compared with itself.
 * A stage of browsers that fails is run once more, one file at a time, and counts if it passes:
 * what fails alone is a fault; what fails beside others may be the machine's load; it is printed.
 * With `--quick`, the unit tests only.
 */
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs')
const isQuick = process.argv.includes('--quick')

// Once, before the tests that would all wait for it. Where it cannot be compiled, they report it.
if (!isQuick) run(join(root, 'dist', 'setup-speech.js'))

const QUICK = [['dist/tests/unit/**']]
const ALL = [
  ['dist/tests/{unit,models,http,speech,engine}/**'],
  ['dist/tests/browser/*.mjs', 'dist/tests/browser/plugin/**', '--concurrency=3'],
  ['dist/tests/browser/sound/**', '!dist/tests/browser/sound/main-job*', '--concurrency=2'],
  ['dist/tests/browser/sound/main-job*', '--concurrency=1'],
  ['dist/tests/released/**', '--concurrency=1'],
]

process.exitCode = (isQuick ? QUICK : ALL).every(passes) ? 0 : 1

function passes(stage) {
  if (run(ava, stage) === 0) return true
  if (!stage.some((pattern) => pattern.startsWith('dist/tests/browser/'))) return false
  console.error('A stage of browsers failed: once more, one file at a time.')
  const isPassed = run(ava, [...stage, '--concurrency=1']) === 0
  if (isPassed) console.error('Passed alone: what failed above failed beside other tests only.')
  return isPassed
}

/**
 * Additional authorities that this machine trusts mean nothing to tests, and every process reads
 * them all: a twentieth of a second.
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
