/**
 * How probable a word is behind two others in consultations: counts of one, two and three words,
 * absolute discounting (Ney, Essen, Kneser 1994). Every number is the same word, and so is every
 * medicine: which one is said the table may not know.
 */

export interface WordModel {
  /** Natural logarithm. `before`: the two words before it, the nearer last; '' for none. */
  logProbability(before: readonly [string, string], word: string): number
  isKnown(word: string): boolean
  /** Words that were counted so often, without numbers and names of people. */
  wordsFrom(least: number): string[]
  /** The same of two words that follow each other. */
  pairsFrom(least: number): string[]
  /** Natural logarithm of how many of all medicines are this one, one never counted included. */
  logShareOf(medicine: string): number
  /** Words of a text as they were counted: lower case, numbers and medicines by their kind. */
  wordsOf(text: string): string[]
}

export interface KindsOfWords {
  isOrdinary(word: string): boolean
  isMedicine(word: string): boolean
}

export const NUMBER = '#'
export const MEDICINE = '@'
const DISCOUNT = 0.75
/** Of words that were never counted: Portuguese ones, a hundred thousand, and what is none. */
const ORDINARY = 1e-7
const STRANGE = 1e-8
/** Ids of words have 16 bits; three of them fit into the whole numbers of a double. */
const IDS = 0x10000

/**
 * @param visits the talk of each
 * @param pause lets others work: counting takes a second in all
 */
export async function countWords(
  visits: readonly string[],
  { isOrdinary, isMedicine }: KindsOfWords,
  pause: () => Promise<void>,
): Promise<WordModel> {
  const ids = new Map<string, number>()
  const singles: number[] = [0]
  const pairs = new Map<number, number>()
  const triples = new Map<number, number>()
  /** Different words behind a word, and behind a pair. */
  const kindsOfOne: number[] = [0]
  const kindsOfPair = new Map<number, number>()
  /** Ids of words that are not written large everywhere, as names are. */
  const writtenSmall = new Set<number>()
  const medicines = new Map<string, number>()
  let total = 0
  let medicineTotal = 0

  for (const visit of visits) {
    await pause()
    let [far, near] = [0, 0]
    for (const written of writtenWords(visit)) {
      const word = asCounted(written)
      if (word === MEDICINE) {
        const medicine = written.toLowerCase()
        medicines.set(medicine, (medicines.get(medicine) ?? 0) + 1)
        medicineTotal++
      }
      const id = idOf(word)
      if (word === written) writtenSmall.add(id)
      singles[id]!++
      total++
      if (near > 0 && add(pairs, near * IDS + id)) kindsOfOne[near]!++
      const pair = far * IDS + near
      if (far > 0 && add(triples, pair * IDS + id)) add(kindsOfPair, pair)
      far = near
      near = id
    }
  }

  function asCounted(written: string): string {
    if (/\d/.test(written)) return NUMBER
    const word = written.toLowerCase()
    return isMedicine(word) ? MEDICINE : word
  }

  function idOf(word: string): number {
    const known = ids.get(word)
    if (known !== undefined) return known
    // The last id stands for all words of a vocabulary that is too large.
    const id = Math.min(singles.length, IDS - 1)
    if (id === singles.length) {
      singles.push(0)
      kindsOfOne.push(0)
    }
    ids.set(word, id)
    return id
  }

  return {
    isKnown: (word) => ids.has(word),
    wordsFrom: (least) =>
      [...ids].flatMap(([word, id]) =>
        singles[id]! >= least && writtenSmall.has(id) && !isKind(word) ? word : [],
      ),
    pairsFrom(least) {
      const words = [...ids.keys()]
      const isWord = (id: number) => writtenSmall.has(id) && !isKind(words[id - 1]!)
      return [...pairs].flatMap(([pair, count]) => {
        const [near, id] = [Math.floor(pair / IDS), pair % IDS]
        return count >= least && isWord(near) && isWord(id)
          ? `${words[near - 1]} ${words[id - 1]}`
          : []
      })
    },
    wordsOf: (text) => writtenWords(text).map(asCounted),
    logShareOf: (medicine) =>
      Math.log(((medicines.get(medicine) ?? 0) + 1) / (medicineTotal + medicines.size + 1)),
    logProbability([farWord, nearWord], word) {
      const id = ids.get(word) ?? 0
      const near = ids.get(nearWord) ?? 0
      const pair = (ids.get(farWord) ?? 0) * IDS + near
      let probability = id > 0 ? singles[id]! / total : isOrdinary(word) ? ORDINARY : STRANGE
      const oneTotal = near > 0 ? singles[near]! : 0
      if (oneTotal > 0)
        probability = discounted(
          pairs.get(near * IDS + id) ?? 0,
          oneTotal,
          kindsOfOne[near]!,
          probability,
        )
      const pairTotal = pair >= IDS && near > 0 ? (pairs.get(pair) ?? 0) : 0
      if (pairTotal > 0)
        probability = discounted(
          triples.get(pair * IDS + id) ?? 0,
          pairTotal,
          kindsOfPair.get(pair) ?? 0,
          probability,
        )
      return Math.log(probability)
    },
  }
}

function writtenWords(text: string): string[] {
  return text.normalize('NFC').match(/\p{L}+|\d+/gu) ?? []
}

const isKind = (word: string) => word === NUMBER || word === MEDICINE

function discounted(count: number, total: number, kinds: number, shorter: number): number {
  // What ends a visit was followed by nothing: the discount never takes more than there is.
  const rest = Math.min(1, (DISCOUNT * Math.max(kinds, 1)) / total)
  return Math.max(0, count - DISCOUNT) / total + rest * shorter
}

/** @returns whether it is the first */
function add(counts: Map<number, number>, key: number): boolean {
  const count = counts.get(key) ?? 0
  counts.set(key, count + 1)
  return count === 0
}

/** How probable words are where others were heard, with the two before and the two behind them. */
interface TalkAround {
  /** Natural logarithm, of `row` in the place of the words [first, last]. */
  probabilityOf(row: readonly string[], first: number, last: number): number
}

interface Talk {
  /** For each word of a text the words it was counted as. */
  spoken: readonly (readonly string[])[]
  /** Said right before the text, and right behind it. */
  before: string
  behind: string
}

export function talkAround({ spoken, before, behind }: Talk, model: WordModel): TalkAround {
  const earlier = model.wordsOf(before).slice(-2)
  const later = model.wordsOf(behind).slice(0, 2)
  return {
    probabilityOf(row, first, last) {
      const left = [...earlier, ...spoken.slice(Math.max(0, first - 2), first).flat()].slice(-2)
      const right = [...spoken.slice(last + 1, last + 3).flat(), ...later].slice(0, 2)
      const all = [...left, ...row, ...right]
      let sum = 0
      for (let at = left.length; at < all.length; at++)
        sum += model.logProbability([all[at - 2] ?? '', all[at - 1] ?? ''], all[at]!)
      return sum
    },
  }
}
