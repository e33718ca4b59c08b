/**
 * How far apart two rows of sounds are: the cheapest way to turn one into the other (weighted
 * Levenshtein), where sounds that a recognizer confuses (voiced and unvoiced, vowels, nasals) cost
 * less than others. One unit is one sound that has nothing to do with its partner.
 */

/** Sounds of `soundsOf` as indices into the costs. */
export type Sounds = Uint8Array

const ALPHABET = 'aeioupbtdkgfvszmnlrSZJLRNXHTD'
const SIZE = ALPHABET.length
const LONGEST = 64

export function encodeSounds(sounds: string): Sounds {
  return Uint8Array.from(sounds.slice(0, LONGEST), (sound) => ALPHABET.indexOf(sound))
}

/** Two distances are never computed at once: their rows share one place. */
export function soundDistance(): (one: Sounds, other: Sounds, most: number) => number {
  let previous = new Float64Array(LONGEST + 1)
  let row = new Float64Array(LONGEST + 1)

  /** @returns infinity for anything farther than `most` */
  return (one, other, most) => {
    previous[0] = 0
    for (let j = 1; j <= other.length; j++) previous[j] = previous[j - 1]! + GAPS[other[j - 1]!]!
    for (let i = 1; i <= one.length; i++) {
      const sound = one[i - 1]!
      const gap = GAPS[sound]!
      let least = previous[0]! + gap
      row[0] = least
      for (let j = 1; j <= other.length; j++) {
        const partner = other[j - 1]!
        let cost = previous[j - 1]! + EXCHANGES[sound * SIZE + partner]!
        const without = previous[j]! + gap
        if (without < cost) cost = without
        const added = row[j - 1]! + GAPS[partner]!
        if (added < cost) cost = added
        row[j] = cost
        if (cost < least) least = cost
      }
      if (least > most) return Number.POSITIVE_INFINITY
      const spare = previous
      previous = row
      row = spare
    }
    const cost = previous[other.length]!
    return cost > most ? Number.POSITIVE_INFINITY : cost
  }
}

/**
 * Cost of a sound that only one of the two has. Portuguese puts an i between consonants and drops
 * one as easily.
 */
const GAPS = Float64Array.from(ALPHABET, (sound) => {
  if (sound === 'H') return 0.1
  if ('ieN'.includes(sound)) return 0.4
  if ('aou'.includes(sound)) return 0.6
  return 'rRs'.includes(sound) ? 0.7 : 0.9
})

/** The least that any sound costs that only one of the two has, but for the silent h. */
export const CHEAPEST_GAP = 0.4

export function costOfGap(sound: number): number {
  return GAPS[sound]!
}

export function costOfExchange(one: number, other: number): number {
  return EXCHANGES[one * SIZE + other]!
}

const CONFUSED: readonly (readonly [cost: number, pairs: string])[] = [
  [0.1, 'tT dD'],
  [0.15, 'ei ou sz SX sX zX kX'],
  [0.3, 'pb td kg fv SZ sS zZ mn mN nN rR lL nJ mJ NJ ul HR TD TS DZ TZ DS'],
  [0.4, 'ae ao eo lr lR lH rH tS dZ iu iL iJ'],
  [0.6, 'tk pk pt bd dg bv pf bm dn ln ts fs vz Ts fS fH'],
]

/** How many of the alphabet, its first. */
const VOWELS = 5

/** Cost of one sound in the place of another, for each two of the alphabet. */
const EXCHANGES = exchangeCosts()

function exchangeCosts(): Float64Array {
  const costs = new Float64Array(SIZE * SIZE)
  for (let one = 0; one < SIZE; one++)
    for (let other = 0; other < SIZE; other++)
      costs[one * SIZE + other] = one === other ? 0 : unrelatedCost(one, other)
  for (const [cost, pairs] of CONFUSED)
    for (const [one = '', other = ''] of pairs.split(' ')) {
      costs[ALPHABET.indexOf(one) * SIZE + ALPHABET.indexOf(other)] = cost
      costs[ALPHABET.indexOf(other) * SIZE + ALPHABET.indexOf(one)] = cost
    }
  return costs
}

function unrelatedCost(one: number, other: number): number {
  const vowels = Number(one < VOWELS) + Number(other < VOWELS)
  if (vowels === 2) return 0.6
  return vowels === 1 ? 1.2 : 1
}
