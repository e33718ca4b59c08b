import { readFileSync } from 'node:fs'
import test from 'ava'
import { exitCodes } from '../../cli/exit-codes.ts'
import { exitWords, helpTopic, topics } from '../../cli/help-topics.ts'
import { buildProgram } from '../helpers/cli-program.ts'

test('every exit code has its words, the same in the help and in cli/README.md', (t) => {
  const readme = readFileSync(new URL('../../cli/README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| (\d+) +\| (.*?) *\|$/gm)].map(([, code, words]) => [
    Number(code),
    words,
  ])
  const told = Object.entries(exitCodes).map(([name, code]) => [code, exitWords[name as never]])
  t.deepEqual(told, rows)
})

test('topics fit 80 columns, are named by the help, and are no commands', (t) => {
  const { root } = buildProgram()
  let help = ''
  root
    .configureOutput({
      writeOut(text) {
        help += text
      },
    })
    .outputHelp()
  for (const [name, { text }] of Object.entries(topics)) {
    t.deepEqual(
      text()
        .split('\n')
        .filter((line) => line.length > 80),
      [],
    )
    t.is(helpTopic(['help', name]), `${text()}\n`)
    t.true(help.includes(`svcctl help ${name}`), name)
    t.false(root.commands.some((command) => command.name() === name))
  }
  t.is(helpTopic(['help', 'org']), null)
  t.is(helpTopic(['help', 'toString']), null)
  t.is(helpTopic(['org', 'help', 'files']), null)
})
