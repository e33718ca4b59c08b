/**
 * What can be typed, drawn from the program itself: the completion of every shell is written from
 * this one list.
 */
import type { Argument, Command, Option } from 'commander'
import { type Offer, offeredBy, type Pairs, type Values } from './offers.ts'

export interface CommandPlace {
  /** From the program's own name on: `svcctl key create`. */
  path: string
  /** Other ways to write its last word. */
  aliases: readonly string[]
  commands: readonly { name: string; description: string }[]
  /** Its own, beside those of every command. */
  flags: readonly Flag[]
  /** Values of its arguments, in order. */
  values: readonly Values[]
  /** The last of them may come again and again. */
  goesOn: boolean
  /** Pairs of its last argument, where it comes in pairs. */
  pairs: Pairs | null
}

export interface Flag {
  long: string
  short: string | null
  description: string
  /** null: it takes no value. */
  values: Values | null
}

/** Every place on the command line, the program itself first. */
export function places(program: Command): CommandPlace[] {
  const below = (command: Command, before: string): CommandPlace[] => {
    const path = `${before} ${command.name()}`.trim()
    const offers = command.registeredArguments.map((one) => offerOf(one, `<${one.name()}>`))
    const last = command.registeredArguments.at(-1)
    return [
      {
        path,
        aliases: command.aliases(),
        commands: command.commands.map((inner) => ({
          name: inner.name(),
          description: inner.description(),
        })),
        flags: command === program ? [] : command.options.map(flagOf),
        values: offers.map(({ values }) => values),
        goesOn: last?.variadic === true,
        pairs: offers.at(-1)?.pairs ?? null,
      },
      ...command.commands.flatMap((inner) => below(inner, path)),
    ]
  }
  return below(program, '')
}

/**
 * Flags that every command has: settings, and how all answer. They are many, so shells are told of
 * them once.
 */
export function commonFlags(program: Command): Flag[] {
  const help = { long: '--help', short: '-h', description: 'explain a command', values: null }
  return [...program.options.map(flagOf), help]
}

/** The names of flags that take a value wherever they are: what follows one is no argument. */
export function valuedFlags(program: Command): string[] {
  const flags = [...places(program).flatMap((place) => place.flags), ...commonFlags(program)]
  const namesOf = (some: readonly Flag[]) =>
    some.flatMap(({ long, short }) => (short ? [long, short] : [long]))
  const bare = new Set(namesOf(flags.filter(({ values }) => values === null)))
  const valued = namesOf(flags.filter(({ values }) => values !== null))
  return [...new Set(valued)].filter((name) => !bare.has(name))
}

function flagOf(option: Option): Flag {
  const takesValue = option.required || option.optional
  return {
    long: option.long ?? option.flags,
    short: option.short ?? null,
    description: option.description,
    values: takesValue ? offerOf(option, option.flags).values : null,
  }
}

/**
 * Files and organizations go by how the help names them: `--out <file>`, `<folder>`, `--org
 * <organization>`.
 */
function offerOf(place: Option | Argument, named: string): Offer {
  const values = () => {
    if (place.argChoices) return place.argChoices
    if (/<organization>/.test(named)) return 'organizations'
    return /<[^<>]*(file|folder|path|report|\bdir\b)/i.test(named) ? 'files' : 'anything'
  }
  return offeredBy(place) ?? { values: values(), pairs: null }
}
