/**
 * Runs the tests that bin/build-tests.mjs built, in stages, one after the other: first those that
 * need no browser, then browsers, three files at a time, then those that need sound in real time,
 * two at a time, and alone the one that recognizes it meanwhile with every core: sound next to any
 * other computation loses samples and time. At the end a released model is compared with itself.
 * Of a stage that fails, up to three failed files are run once more, one at a time and with nothing
 * beside them, and the stage counts if they pass: what fails alone is a fault; what fails beside
 * others may be the machine's load. Both are printed.
 * With `--quick`, the unit tests only.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs')
const failedFiles = join(root, 'node_modules', '.cache', 'ava', 'failing-tests.json')
/** A stage with more failed files is not tried again. */
const MOST_RETRIED = 3
const isQuick = process.argv.includes('--quick')

// Once, before the tests that would all wait for it. Where it cannot be compiled, they report it.
if (!isQuick) run(join(root, 'dist', 'setup-speech.js'))

const QUICK = [['dist/tests/unit/**']]
const ALL = [
  ['dist/tests/{unit,models,http,speech,engine}/**'],
  ['dist/tests/browser/**', '!dist/tests/browser/sound/**', '--concurrency=3'],
  ['dist/tests/browser/sound/**', '!dist/tests/browser/sound/main-job*', '--concurrency=2'],
  ['dist/tests/browser/sound/main-job*', '--concurrency=1'],
  ['dist/tests/released/**', '--concurrency=1'],
]

process.exitCode = (isQuick ? QUICK : ALL).every(passes) ? 0 : 1

function passes(stage) {
  rmSync(failedFiles, { force: true })
  if (run(ava, stage) === 0) return true
  const files = readFailed()
  if (isQuick || files.length === 0 || files.length > MOST_RETRIED) return false
  const names = files.map((file) => relative(root, file))
  console.error(`Failed, once more alone: ${names.join(', ')}`)
  const isPassed = run(ava, [...names, '--concurrency=1']) === 0
  if (isPassed) console.error(`Passed alone, failed beside others: ${names.join(', ')}`)
  return isPassed
}

/** Of the last run, as ava keeps them; none where it ended otherwise than by a failed test. */
function readFailed() {
  try {
    return JSON.parse(readFileSync(failedFiles, 'utf8'))
  } catch {
    return []
  }
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
    // Else ava would not keep which files failed, on the machines that run CI.
    env: { ...process.env, TEST_BUILT: '1', NODE_EXTRA_CA_CERTS: '', AVA_FORCE_CI: 'not-ci' },
    stdio: 'inherit',
  }).status
}
