/**
 * Entries by how they sound. Only those that share enough of their consonants with what was heard
 * are compared sound by sound.
 */
import { fold } from './piece-words.ts'
import { CHEAPEST_GAP, encodeSounds, type Sounds, soundDistance } from './sound-distance.ts'
import { soundsOfWords } from './sounds.ts'

export interface KnownName {
  name: string
  ingredient: string
}

export interface Near {
  entry: KnownName
  /** In sounds (sound-distance.ts). */
  distance: number
  /** Sounds of the entry. */
  length: number
}

/** Entries within a distance, the nearest first, the nearest name of each ingredient only. */
export type FindNear = (sounds: string, most: number) => Near[]

export interface NameIndex {
  findNear: FindNear
  /**
   * Whether the name of another ingredient ends with this one ("cloroquina" of
   * "hidroxicloroquina").
   */
  hasLonger(entry: KnownName): boolean
}

/** Lets others work after so many entries; thousands of them take a tenth of a second and more. */
const PAUSE_EVERY = 100

export async function nameIndex(
  entries: readonly KnownName[],
  pause: () => Promise<void>,
): Promise<NameIndex> {
  const known: { entry: KnownName; folded: string; encoded: Sounds; pairs: Set<string> }[] = []
  const holders = new Map<string, number[]>()
  for (const [at, entry] of entries.entries()) {
    if (at % PAUSE_EVERY === 0) await pause()
    const sounds = soundsOfWords(entry.name)
    const pairs = consonantPairs(sounds)
    known.push({ entry, folded: fold(entry.name), encoded: encodeSounds(sounds), pairs })
    for (const pair of pairs) {
      const own = holders.get(pair)
      if (own) own.push(at)
      else holders.set(pair, [at])
    }
  }
  const distanceOf = soundDistance()
  const shared = new Uint8Array(known.length)

  function sharing(sounds: string): number[] {
    const pairs = consonantPairs(sounds)
    const touched: number[] = []
    for (const pair of pairs)
      for (const at of holders.get(pair) ?? []) {
        if (shared[at] === 0) touched.push(at)
        shared[at]!++
      }
    const enough = touched.filter(
      (at) => shared[at]! * 2 >= LEAST_SHARED * (pairs.size + known[at]!.pairs.size),
    )
    for (const at of touched) shared[at] = 0
    return enough
  }

  function findNear(sounds: string, most: number): Near[] {
    const nearest = new Map<string, Near>()
    const heard = encodeSounds(sounds)
    for (const at of sharing(sounds)) {
      const { entry, encoded } = known[at]!
      if (Math.abs(encoded.length - heard.length) * CHEAPEST_GAP > most) continue
      const before = nearest.get(entry.ingredient)
      const distance = distanceOf(heard, encoded, Math.min(most, before?.distance ?? most))
      if (distance < (before?.distance ?? Number.POSITIVE_INFINITY))
        nearest.set(entry.ingredient, { entry, distance, length: encoded.length })
    }
    return [...nearest.values()].sort((a, b) => a.distance - b.distance)
  }

  return {
    findNear,
    hasLonger({ name, ingredient }) {
      const ending = fold(name)
      return known.some(
        ({ entry, folded }) =>
          folded.length > ending.length &&
          folded.endsWith(ending) &&
          entry.ingredient !== ingredient,
      )
    },
  }
}

/** Several as one, for entries of which none has an ingredient of another index. */
export function joinIndexes(indexes: readonly NameIndex[]): NameIndex {
  return {
    findNear: (sounds, most) =>
      indexes
        .flatMap(({ findNear }) => findNear(sounds, most))
        .sort((a, b) => a.distance - b.distance),
    hasLonger: (entry) => indexes.some(({ hasLonger }) => hasLonger(entry)),
  }
}

/** Share of the pairs of both (Dice) that two rows of sounds must have in common. */
const LEAST_SHARED = 0.4

/**
 * Neighbouring consonants, with the beginning and the end, where sounds that are easily confused
 * are one.
 */
function consonantPairs(sounds: string): Set<string> {
  let skeleton = '#'
  for (const sound of sounds) {
    const kind = KINDS[sound]
    if (kind && kind !== skeleton.at(-1)) skeleton += kind
  }
  skeleton += '#'
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < skeleton.length; at++) pairs.add(skeleton.slice(at, at + 2))
  return pairs
}

const KINDS: Record<string, string> = Object.fromEntries(
  ['pb', 'td', 'kg', 'fv', 'szSZXTD', 'mnNJ', 'lLrR'].flatMap((kind) =>
    [...kind].map((sound) => [sound, kind[0]!]),
  ),
)
