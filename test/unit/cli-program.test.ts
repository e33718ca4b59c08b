import test from 'ava'
import type { Command } from 'commander'
import { outline } from '../../cli/outline.ts'
import { loadCommands } from '../../cli/program.ts'
import { runnable } from '../../cli/reference.ts'
import { settingFlags } from '../../config/describe-settings.ts'
import { buildProgram } from '../helpers/cli-program.ts'

test('every command shows at least one example in its help', (t) => {
  for (const { path, help } of everyHelp())
    t.regex(help, new RegExp(`Examples?:\\n  \\$ svcctl .*${path}`, 's'))
})

test('every command takes --json, --yes, --config and --data-dir', (t) => {
  for (const { help } of everyHelp())
    for (const flag of ['--json', '--yes', '--config', '--data-dir']) t.true(help.includes(flag))
})

test('no flag of a command means something else than a flag of the whole program', (t) => {
  const { root } = buildProgram()
  const global = new Set(root.options.flatMap(({ long, short }) => [long, short]))
  for (const { path, command } of runnable(root))
    for (const { long, short } of command.options) {
      t.false(global.has(long), `${path} ${long}`)
      if (short) t.false(global.has(short), `${path} ${short}`)
    }
})

test('nouns may be written in the plural', (t) => {
  const { root } = buildProgram()
  const nouns = root.commands.filter(({ commands }) => commands.length > 0)
  t.true(nouns.length >= 18)
  for (const noun of nouns) {
    const plural = noun.name().replace(/(?<!e)y$/, 'ie')
    t.is(noun.alias(), noun.name() === 'rnds' ? 'network' : `${plural}s`)
  }
})

test('the outline says of each command what the command says of itself', (t) => {
  const { root } = buildProgram()
  const told = (command: { name: string; alias?: string; description: string }) => ({
    name: command.name,
    alias: command.alias,
    description: command.description,
  })
  t.deepEqual(
    outline.flatMap(({ entries }) => entries.map(told)),
    root.commands.map((command) =>
      told({
        name: command.name(),
        ...(command.alias() && { alias: command.alias() }),
        description: command.description(),
      }),
    ),
  )
})

for (const [what, args, loaded] of [
  ['a command', ['status'], ['status']],
  ['a plural', ['orgs', 'list'], ['org']],
  ['a command behind settings', ['--data-dir', 'doctor', '--demo', 'key', 'list'], ['key']],
  ['help of the whole', ['--help'], []],
  ['a typing error', ['doctr'], []],
] as const)
  test(`of the commands ${what} loads only its own`, async (t) => {
    const deps = { settings: { flags: settingFlags(), load: never, write: never } }
    t.deepEqual([...(await loadCommands(args, deps)).keys()], [...loaded])
  })

function everyHelp(): { path: string; help: string }[] {
  const { root } = buildProgram()
  return runnable(root).map(({ path, command }) => ({ path, help: helpOf(command) }))
}

function helpOf(command: Command): string {
  let help = ''
  command.configureOutput({
    writeOut: (text) => {
      help += text
    },
    getOutHelpWidth: () => 100,
  })
  command.outputHelp()
  return help
}

function never(): never {
  throw new Error('settings were read')
}
