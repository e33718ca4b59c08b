import { Argument } from 'commander'

const OFFERS = new WeakMap<Argument, readonly string[]>()

/** An argument that may be anything, and is most often one of these words: shells offer them, the program takes others too. */
export function offering(name: string, description: string, words: readonly string[]): Argument {
  const argument = new Argument(name, description)
  OFFERS.set(argument, words)
  return argument
}

export function offeredBy(argument: Argument): readonly string[] | undefined {
  return OFFERS.get(argument)
}
