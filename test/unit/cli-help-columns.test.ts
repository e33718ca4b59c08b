import test from 'ava'
import type { Command } from 'commander'
import { buildProgram } from '../helpers/cli-program.ts'

test('the help of every command fits 80 columns, but for examples and addresses', (t) => {
  const wide: string[] = []
  const look = (command: Command) => {
    let help = ''
    const writeOut = (text: string) => {
      help += text
    }
    command.configureOutput({ writeOut, getOutHelpWidth: () => 80, getOutHasColors: () => false })
    command.outputHelp()
    for (const line of help.split('\n'))
      if (line.length > 80 && !/^ {2}\$ |https:/.test(line)) wide.push(`${command.name()}: ${line}`)
    command.commands.forEach(look)
  }
  look(buildProgram().root)
  t.deepEqual(wide, [])
})

test('words of an option whose name is long begin below it, where the others begin', (t) => {
  const { root } = buildProgram()
  const org = root.commands.find((command) => command.name() === 'org')
  const help = org?.helpInformation() ?? ''
  t.regex(help, /^ {2}doctor-scope <organization> <state>\n {36}whether a token that names a/m)
  t.regex(help, /^ {2}--json {28}print the result as JSON$/m)
})
