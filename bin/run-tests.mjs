/**
 * Runs the tests that bin/build-tests.mjs built, in stages. What needs sound in real time mostly waits, what needs no browser mostly
 * computes: they run beside each other, the latter with lower priority. The other browser tests compute too, in browsers that go
 * before everything else, so they have the machine for themselves.
 */
import { spawn, spawnSync } from 'node:child_process'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs')
const POLITE = 5

// Once, ahead of those who would all wait for it. Where it cannot be compiled, they say so themselves.
spawnSync(process.execPath, [join(root, 'dist', 'setup-speech.js')], { stdio: 'inherit' })

const codes = await Promise.all([
  stage(['dist/tests/{unit,models,http,speech,engine}/**'], { niceness: POLITE }),
  stage(['dist/tests/browser/sound/**', '--concurrency=2'], { isToldAtItsEnd: true }),
])
if (codes.every((code) => code === 0))
  codes.push(
    await stage(['dist/tests/browser/*.mjs', 'dist/tests/browser/plugin/**', '--concurrency=3']),
  )
process.exitCode = codes.find((code) => code !== 0) ?? 0

/** @returns the exit code of one run of ava; 1 when something killed it */
function stage(args, { niceness = 0, isToldAtItsEnd = false } = {}) {
  const child = spawn(process.execPath, [ava, ...args], {
    cwd: root,
    env: { ...process.env, TEST_BUILT: '1' },
    stdio: ['ignore', isToldAtItsEnd ? 'pipe' : 'inherit', isToldAtItsEnd ? 'pipe' : 'inherit'],
  })
  if (niceness > 0) setPriority(child.pid, niceness)
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => said.push(part))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(said))
      resolve(code ?? 1)
    })
  })
}
