import { soundsOfWords } from './sounds.ts'

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

function costOfGap(sound: number): number {
  return GAPS[sound]!
}

function costOfExchange(one: number, other: number): number {
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

export interface NearRow {
  row: string
  /** In sounds. */
  distance: number
}

/**
 * Rows of words by how they sound, in a tree of sounds: what begins alike is compared once. One
 * walk compares all of them with what was heard from one word on, however many words it takes.
 */
export interface SoundTree {
  /**
   * The nearest rows, for each end.
   *
   * @param heard sounds from one word on
   * @param ends where it may end: so many sounds, rising
   * @param farthest distance, for each end
   */
  findNear(heard: Sounds, ends: readonly number[], farthest: readonly number[]): NearRow[][]
}

/** Lets others work after so many rows. */
const PAUSE_EVERY = 200
const MOST_NEAR = 16
/** What a beginning may differ: so much, and so much more for each of its sounds. */
const EARLY = 1
const EARLY_PER_SOUND = 0.25
const DEEPEST = 64

/** @param rows of one word or more, divided by spaces */
export async function soundTree(
  rows: readonly string[],
  pause: () => Promise<void>,
): Promise<SoundTree> {
  const sounds: number[] = [0]
  const firstChild: number[] = [0]
  const nextSibling: number[] = [0]
  const rowsAt = new Map<number, string[]>()
  for (const [at, row] of rows.entries()) {
    if (at % PAUSE_EVERY === 0) await pause()
    let node = 0
    for (const sound of encodeSounds(soundsOfWords(row))) node = childOf(node, sound)
    const own = rowsAt.get(node)
    if (own) own.push(row)
    else rowsAt.set(node, [row])
  }

  function childOf(node: number, sound: number): number {
    for (let child = firstChild[node]!; child > 0; child = nextSibling[child]!)
      if (sounds[child] === sound) return child
    const child = sounds.length
    sounds.push(sound)
    firstChild.push(0)
    nextSibling.push(firstChild[node]!)
    firstChild[node] = child
    return child
  }

  const columns = Array.from({ length: DEEPEST + 1 }, () => new Float64Array(DEEPEST + 1))

  return {
    findNear(heard, ends, farthest) {
      const found: NearRow[][] = ends.map(() => [])
      const most = Math.max(...farthest)
      const length = heard.length
      const none = columns[0]!
      for (let j = 1; j <= length; j++) none[j] = none[j - 1]! + costOfGap(heard[j - 1]!)

      function walk(node: number, depth: number): void {
        const before = columns[depth]!
        const column = columns[depth + 1]!
        for (let child = firstChild[node]!; child > 0; child = nextSibling[child]!) {
          const sound = sounds[child]!
          const gap = costOfGap(sound)
          column[0] = before[0]! + gap
          let isAlive = column[0]! <= EARLY
          for (let j = 1; j <= length; j++) {
            const partner = heard[j - 1]!
            let cost = before[j - 1]! + costOfExchange(sound, partner)
            const without = before[j]! + gap
            if (without < cost) cost = without
            const added = column[j - 1]! + costOfGap(partner)
            if (added < cost) cost = added
            column[j] = cost
            if (cost <= most && cost <= EARLY + EARLY_PER_SOUND * j) isAlive = true
          }
          if (!isAlive) continue
          const rowsHere = rowsAt.get(child)
          if (rowsHere)
            for (const [end, j] of ends.entries())
              if (column[j]! <= farthest[end]!)
                for (const row of rowsHere) keepNear(found[end]!, { row, distance: column[j]! })
          if (depth + 2 <= DEEPEST && firstChild[child]! > 0) walk(child, depth + 1)
        }
      }
      walk(0, 0)
      return found
    },
  }
}

/** In order of distance, no more than are looked at. */
function keepNear(near: NearRow[], one: NearRow): void {
  if (near.length === MOST_NEAR && near.at(-1)!.distance <= one.distance) return
  const at = near.findLastIndex(({ distance }) => distance <= one.distance) + 1
  near.splice(at, 0, one)
  if (near.length > MOST_NEAR) near.pop()
}
