import { Argument, type Option } from 'commander'

/** Some words, the names of files or of organizations, or what only the administrator knows. */
export type Values = readonly string[] | 'files' | 'organizations' | 'anything'

/** What may stand at one place of the command line. */
export interface Offer {
  values: Values
  /** Words that are followed by a value each, and go on in pairs. */
  pairs: Pairs | null
}

export interface Pairs {
  valuesOf: ReadonlyMap<string, Values>
  /** With this flag the words stand alone. */
  alone: string
}

const OFFERS = new WeakMap<Argument | Option, Offer>()

/** What shells offer for it; the program takes others too. */
export function offer<Place extends Argument | Option>(
  place: Place,
  values: Values,
  pairs: Pairs | null = null,
): Place {
  OFFERS.set(place, { values, pairs })
  return place
}

/** An argument that may be anything, and is most often one of these. */
export function offering(name: string, description: string, values: Values): Argument {
  return offer(new Argument(name, description), values)
}

export function offeredBy(place: Argument | Option): Offer | undefined {
  return OFFERS.get(place)
}
