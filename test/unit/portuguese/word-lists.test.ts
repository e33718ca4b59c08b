/**
 * The lists of words in config/portuguese: each in its form, folded where it is compared folded,
 * nothing twice, read by core.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { medicationLexicon } from '../../../core/portuguese/medications.ts'
import { fold } from '../../../core/portuguese/tokens.ts'
import { ideaPhrases } from '../../../core/portuguese/word-forms.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const FOLDER = join(ROOT, 'config', 'portuguese')

const WORD = /^[\p{L}\d]+\*?$/u
const PHRASE = /^(?:%|[°º]?[\p{L}\d]+\*?)(?:[ -][\p{L}\d]+\*?)*$/u
const PATTERNS = /^[\p{L}\d]+\*?(?: [\p{L}\d]+\*?)*$/u
const TWO_WORDS = /^\S+ \S+$/

const isPhrases = (text: string) => text.split(' | ').every((phrase) => PHRASE.test(phrase))
/** "idea: phrase | phrase", and behind `<` the wider idea. */
const isIdea = (line: string) => {
  const [idea = '', said = '', ...more] = line.split(': ')
  const [phrases = '', wider = 'none', ...others] = said.split(' < ')
  return more.length + others.length === 0 && [idea, wider].every(isPhrases) && isPhrases(phrases)
}
/** "idea: word word* + word + !word": groups of words. */
const isIdiom = (line: string) => {
  const [idea = '', groups = '', ...more] = line.split(': ')
  return more.length === 0 && isPhrases(idea) && groups.split(' + ').every(isGroup)
}
const isGroup = (group: string) =>
  group.startsWith('!')
    ? group.split(' ').every((word) => WORD.test(word.replace(/^!/, '')))
    : PATTERNS.test(group)
/** "ingredient: name, name". */
const isMedicine = (line: string) => {
  const [ingredient = '', names, ...more] = line.split(': ')
  return more.length === 0 && [ingredient, ...(names?.split(', ') ?? [])].every(isName)
}
const isName = (name: string) => /^[\p{L}\d]/u.test(name) && !/[:,|]| {2}/.test(name)
/** "name | name: CODE CODE". */
const isCoded = (line: string) => {
  const [names = '', codes = '', ...more] = line.split(': ')
  return more.length === 0 && isPhrases(names) && /^[A-Z]?\d+(?: [A-Z]?\d+)*$/.test(codes)
}

interface Form {
  /** Compared with folded words. */
  folded: boolean
  isRight(entry: string): boolean
}
const phrases: Form = { folded: true, isRight: (entry) => PHRASE.test(entry) }
const ideas: Form = { folded: true, isRight: isIdea }
const coded: Form = { folded: true, isRight: isCoded }
const pairs = (folded: boolean): Form => ({ folded, isRight: (entry) => TWO_WORDS.test(entry) })

const LISTS: Record<string, Record<string, Form>> = {
  'clinical-terms': {
    symptoms: phrases,
    diseases: phrases,
    exams: phrases,
    specialties: phrases,
  },
  complaints: { lines: ideas },
  compounds: { lines: ideas },
  'disease-names': { lines: coded },
  diseases: { ideas: phrases, grave: phrases, graveIdeas: phrases },
  family: { members: phrases, children: phrases },
  'first-person': {
    irregular: pairs(false),
    inAr: { folded: false, isRight: (entry) => WORD.test(entry) },
    doubtful: pairs(false),
  },
  idioms: { lines: { folded: true, isRight: isIdiom } },
  'idle-words': { words: phrases, circumstances: phrases },
  'look-alike-medicines': { pairs: pairs(true) },
  'medicine-names': {
    medicines: { folded: false, isRight: isMedicine },
    ambiguous: phrases,
    inMicrograms: phrases,
  },
  'procedure-names': { lines: coded },
  'record-forms': { lines: ideas },
  'record-words': {
    any: { folded: false, isRight: (entry) => /^[\p{L}-]+$/u.test(entry) },
    spelled: pairs(false),
    silent: phrases,
  },
  synonyms: { lines: ideas },
  'word-classes': {
    diseases: phrases,
    exams: phrases,
    specialties: phrases,
    symptoms: phrases,
    findings: phrases,
  },
  'sound-like-medicines': { words: phrases },
  'words-before-amounts': { words: { folded: true, isRight: (entry) => WORD.test(entry) } },
}

const contentOf = (name: string): Record<string, string | string[]> =>
  JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'))

test('every list of words has its form here, and none is missing', (t) => {
  const there = readdirSync(FOLDER).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? [])
  // The words of the language are no list of the product's own (README.md); cues are tables, with a
  // test of their own (test/unit/quoting/cues.test.ts).
  t.deepEqual(there.toSorted(), [...Object.keys(LISTS), 'cues', 'words'].toSorted())
})

for (const [name, forms] of Object.entries(LISTS))
  test(`${name}.json holds its lists alone, each entry once and in its form`, (t) => {
    const content = contentOf(name)
    t.deepEqual(
      Object.keys(content).filter((key) => !key.startsWith('about')),
      Object.keys(forms),
    )
    t.is(typeof content.about, 'string')
    for (const [key, { folded, isRight }] of Object.entries(forms)) {
      const entries = content[key]
      if (!Array.isArray(entries)) return t.fail(key)
      t.true(entries.length > 0)
      t.deepEqual(
        entries.filter((entry) => !isRight(entry)),
        [],
      )
      t.deepEqual(
        entries.filter((entry) => folded && fold(entry) !== textOf(entry)),
        [],
      )
      t.deepEqual(
        entries.filter((entry, at) => entries.indexOf(entry) !== at),
        [],
      )
    }
  })

/** Codes of the classification are capitals. */
function textOf(entry: string): string {
  return entry.replace(/: [A-Z\d ]+$/, (codes) => codes.toLowerCase())
}

test('diseases are ideas that the lists of synonyms know', (t) => {
  const known = new Set(ideaPhrases().values())
  const { ideas: all = [], graveIdeas = [] } = contentOf('diseases')
  t.deepEqual(
    [...all, ...graveIdeas].filter((idea) => !known.has(idea)),
    [],
  )
})

test('medicines that need context and those given in micrograms are in the list of medicines', (t) => {
  const { names } = medicationLexicon()
  const { ambiguous = [], inMicrograms = [] } = contentOf('medicine-names')
  t.deepEqual(
    [...ambiguous, ...inMicrograms].filter((name) => !names.has(name)),
    [],
  )
})
