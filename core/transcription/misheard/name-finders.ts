import { LEAST_COUNT, LEAST_PAIR_COUNT, type MisheardDeps, mayBePut } from './find-misheard.ts'
import { medicineNames, type NameMedicines } from './medicine-names.ts'
import { joinIndexes, type KnownName, nameIndex } from './name-index.ts'
import { fold } from './piece-words.ts'
import { soundTree } from './sound-distance.ts'
import { soundsOfWords } from './sounds.ts'
import { countWords } from './word-model.ts'

/**
 * Whether a folded word is Portuguese: listed, or a form of a listed one by its ending ("desmaiei"
 * of "desmaiar").
 */
export function ordinaryWords(listed: Pick<ReadonlySet<string>, 'has'>): (word: string) => boolean {
  const isForm = (word: string, ending: string) => {
    if (!word.endsWith(ending)) return false
    const stem = word.slice(0, -ending.length)
    if (stem.length < SHORTEST_STEM) return false
    const isAdded = /[aeiou]$/.test(stem) && /^[aeiou]/.test(ending)
    return BASE_ENDINGS.some(
      (base) =>
        // An ending takes the place of a vowel, and is not added behind it.
        !(base === '' && isAdded) &&
        stem.length + base.length > SHORTEST_STEM &&
        listed.has(stem + base),
    )
  }
  return (word) =>
    word.length < 2 || listed.has(word) || ENDINGS.some((ending) => isForm(word, ending))
}

const SHORTEST_STEM = 3

const ENDINGS = (
  'aram eram iram avam asse isse esse ando endo indo ados adas idos idas ei ou iu eu ava ado ada ido ida ar er ir am em ia iam ' +
  'a o e i as os es s inho inha inhos inhas zinho zinha zinhos zinhas mente oes ais al eis ico ica icos icas'
).split(' ')

const BASE_ENDINGS = ['', ...'a o e ar er ir ado ada ao al ico'.split(' ')]

export interface MedicineLexicon {
  /** Names as they are written, with the ingredient they name. */
  names: readonly KnownName[]
  /** Folded name → folded ingredient: every name as people write it. */
  ingredients: ReadonlyMap<string, string>
  /** Pairs of ingredients that are taken for each other by their names. */
  lookAlikes: readonly (readonly [string, string])[]
  /** Words of everyday and clinical Portuguese, folded. */
  ordinary: Pick<ReadonlySet<string>, 'has'>
  /** The talk of consultations, one by one; none: no other words are found than names. */
  visits: readonly string[]
}

/**
 * What finds the lexicon's names and these own words in a recognized text; in Portuguese other
 * misheard words too.
 */
export type FinderFor = (
  ownWords: readonly string[],
  options?: { isPortuguese?: boolean },
) => Promise<NameMedicines>

interface Deps {
  readLexicon(): Promise<MedicineLexicon>
  /** Lets others work: reading the lexicon takes a tenth of a second and more in all. */
  pause: () => Promise<void>
}

/** Finders that were kept for their lists of own words; a changed list is another one. */
const MOST_KEPT = 50

/** The lexicon is read with the first question, not when the program starts. */
export function nameFinders({ readLexicon, pause }: Deps): FinderFor {
  const kept = new Map<string, Promise<NameMedicines>>()
  let lexicon: Promise<IndexedLexicon> | undefined

  async function build(ownWords: readonly string[], isPortuguese: boolean): Promise<NameMedicines> {
    lexicon ??= readLexicon().then((words) => indexLexicon(words, pause))
    const { index, ingredients, longest, misheard, ...rest } = await lexicon
    const own = ownEntries(ownWords).filter(({ ingredient }) => !ingredients.has(ingredient))
    const ownIndex = await nameIndex(own.filter(isSpoken), pause)
    const ownNames = new Set(own.map(({ ingredient }) => ingredient))
    return medicineNames({
      ...rest,
      index: joinIndexes([index, ownIndex]),
      isKnown: (name) => ingredients.has(name) || ownNames.has(name),
      longest: Math.max(longest, longestOf(ownNames)),
      misheard: isPortuguese ? misheard : null,
    })
  }

  return (ownWords, { isPortuguese = true } = {}) => {
    const list = JSON.stringify([isPortuguese, ownWords])
    const finder = kept.get(list) ?? build(ownWords, isPortuguese)
    kept.delete(list)
    kept.set(list, finder)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
    return finder
  }
}

type IndexedLexicon = Awaited<ReturnType<typeof indexLexicon>>

async function indexLexicon(
  { names, ingredients, lookAlikes, ordinary, visits }: MedicineLexicon,
  pause: () => Promise<void>,
) {
  const pairs = new Set(lookAlikes.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]))
  const isOrdinary = ordinaryWords(ordinary)
  return {
    index: await nameIndex(names, pause),
    ingredients,
    longest: longestOf(ingredients.keys()),
    isOrdinary,
    areLookAlikes: (one: string, other: string) => pairs.has(`${one} ${other}`),
    spellings: otherSpellings(names),
    misheard: await misheardWords(visits, isOrdinary, (word) => !ingredients.has(word), pause),
  }
}

/** Folded name → the ingredient as it is written here, for names that sound the same. */
function otherSpellings(names: readonly KnownName[]): Map<string, string> {
  const generic = new Map<string, string>()
  const spellings = new Map<string, string>()
  for (const { name, ingredient } of names) {
    const folded = fold(name)
    if (folded === ingredient) generic.set(ingredient, name)
    else if (soundsOfWords(name) === soundsOfWords(generic.get(ingredient) ?? ''))
      spellings.set(folded, generic.get(ingredient)!)
  }
  return spellings
}

async function misheardWords(
  visits: readonly string[],
  isOrdinary: (folded: string) => boolean,
  isNoName: (folded: string) => boolean,
  pause: () => Promise<void>,
): Promise<MisheardDeps | null> {
  if (visits.length === 0) return null
  const kinds = {
    isOrdinary: (word: string) => isOrdinary(fold(word)),
    isMedicine: (word: string) => !isNoName(fold(word)),
  }
  const model = await countWords(visits, kinds, pause)
  const rows = [...model.wordsFrom(LEAST_COUNT), ...model.pairsFrom(LEAST_PAIR_COUNT)].filter(
    (row) => mayBePut(row) && row.split(' ').every((word) => isNoName(fold(word))),
  )
  const { findNear } = await soundTree(rows, pause)
  return { model, findNear, isOrdinary }
}

/**
 * An own word that the lexicon does not hold counts as an ingredient by itself, which rivals all
 * others.
 */
function ownEntries(words: readonly string[]): KnownName[] {
  return words.map((name) => ({ name, ingredient: foldName(name) }))
}

function foldName(name: string): string {
  return fold(name)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join(' ')
}

/** Shorter names, and those with digits, cannot be told from other words by their sound. */
const SHORTEST_SPOKEN = 5

function isSpoken({ name }: KnownName): boolean {
  return name.length >= SHORTEST_SPOKEN && !/\d/.test(name)
}

function longestOf(names: Iterable<string>): number {
  return Math.max(0, ...[...names].map((name) => name.split(' ').length))
}
