/**
 * Keeps what V8 compiled of `svcctl` while it did what most commands begin with: `node
 * bin/compile-ahead.mjs PROGRAM COMPILED`. A process of its own, since what a program needs is only
 * known once it ran.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadProgram } from './load-program.mjs'

const [node, , program, compiled] = process.argv
const folder = mkdtempSync(join(tmpdir(), 'svc-compile-'))
process.chdir(folder)
// What an earlier build left would be taken for compiled.
rmSync(compiled, { force: true })
for (const name of Object.keys(process.env)) if (/^SVC_/i.test(name)) delete process.env[name]

const commands = [
  ['init', '--yes'],
  ['key', 'list'],
  ['template', 'list'],
  ['consult', 'list'],
]
const said = []
const { write } = process.stderr
process.stdout.write = () => true
process.stderr.write = (text) => said.push(text) > 0

let script
next()
// Nothing is left to do: the command is through.
process.on('beforeExit', next)
process.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true })
  if (code !== 0) write.call(process.stderr, said.join(''))
})

function next() {
  if (process.exitCode) return
  const command = commands.shift()
  if (!command) return keep()
  process.argv = [node, 'svcctl', ...command, '--data-dir', join(folder, 'data')]
  script = loadProgram(program, script ?? compiled)
}

function keep() {
  process.removeListener('beforeExit', next)
  writeFileSync(compiled, script.createCachedData())
}
