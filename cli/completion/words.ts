/** What can be typed, drawn from the program itself: the completion of every shell is written from this one list. */
import type { Argument, Command, Option } from 'commander'
import { offeredBy } from './offers.ts'

export interface Place {
  /** From the program's own name on: `svcctl key create`. */
  path: string
  /** Other ways to write its last word. */
  aliases: readonly string[]
  commands: readonly { name: string; description: string }[]
  /** Its own, beside those of every command. */
  flags: readonly Flag[]
  /** Of its first argument. */
  values: Values
}

export interface Flag {
  long: string
  short: string | null
  description: string
  /** null: it takes no value. */
  values: Values | null
}

/** Some words, the names of files, or what only the administrator knows. */
export type Values = readonly string[] | 'files' | 'anything'

/** Every place on the command line, the program itself first. */
export function places(program: Command): Place[] {
  const below = (command: Command, before: string): Place[] => {
    const path = `${before} ${command.name()}`.trim()
    const [argument] = command.registeredArguments
    return [
      {
        path,
        aliases: command.aliases(),
        commands: command.commands.map((inner) => ({
          name: inner.name(),
          description: inner.description(),
        })),
        flags: command === program ? [] : command.options.map(flagOf),
        values: argument ? (offeredBy(argument) ?? valuesOf(argument, `<${argument.name()}>`)) : [],
      },
      ...command.commands.flatMap((inner) => below(inner, path)),
    ]
  }
  return below(program, '')
}

/** Flags that every command has: settings, and how all answer. They are many, so shells are told of them once. */
export function commonFlags(program: Command): Flag[] {
  const help = { long: '--help', short: '-h', description: 'explain a command', values: null }
  return [...program.options.map(flagOf), help]
}

function flagOf(option: Option): Flag {
  const takesValue = option.required || option.optional
  return {
    long: option.long ?? option.flags,
    short: option.short ?? null,
    description: option.description,
    values: takesValue ? valuesOf(option, option.flags) : null,
  }
}

/** Files go by how the help names them: `--out <file>`, `<folder>`, `--data-dir`, `--remote-ca-file`; `--file-max-mib` is none. */
function valuesOf({ argChoices }: Option | Argument, named: string): Values {
  if (argChoices) return argChoices
  const isFile = /<[^<>]*(file|folder|path|report|\bdir\b)|-(file|folder|path|dir)( |$)/i.test(
    named,
  )
  return isFile ? 'files' : 'anything'
}
