/**
 * Kinds of words by their shape or by list, beyond the lists of `clinical-terms.ts`: what sounds
 * like a disease, an examination, a finding. They only decide where a sentence belongs; what it
 * says is always quoted.
 */
import wordClasses from '../../config/portuguese/word-classes.json' with { type: 'json' }
import { DISEASES, EXAMS, mentions, SYMPTOMS } from './clinical-terms.ts'
import { type CueIndex, cueIndex } from './cue-index.ts'

/** Endings of diseases: "colelitíase", "escabiose", "hiponatremia", "ceratose", "melanoma". */
const DISEASE_ENDING =
  /(?:[^s]ite|ites|oses?|iases?|emias?|patias?|algias?|penias?|omas?|urias?|plasias?|celes?|fobias?|fagia|megalia|tireoidismo|trofia|esclerose|lalia|pneia|ngite)$/
/** Words with such an ending that are none. */
const NO_DISEASE =
  /^(?:limites?|permite|sintomas?|doses?|economias?|academias?|noites?|idiomas?|diplomas?|aromas?|problemas?|glicemia|calcemia|volemia|uricemia|convite|apetite|glicose|lactose|lactulose|simpatia|antipatia|garantia|satelite|diploma|cirurgia)$/

const CLASS_NAMES = {
  '#disease': wordClasses.diseases,
  '#exam': wordClasses.exams,
  '#specialty': wordClasses.specialties,
  '#symptom': wordClasses.symptoms,
  '#finding': wordClasses.findings,
} as const
export type WordClass = keyof typeof CLASS_NAMES

const classes: CueIndex<WordClass> = cueIndex(
  (Object.entries(CLASS_NAMES) as [WordClass, string[]][]).map(([name, terms]) => [
    terms.join('|'),
    name,
  ]),
)

/** Which kinds of words stand in a sentence of folded words, by the lists here alone: quick. */
export function ownClassesOf(words: readonly string[]): Set<WordClass> {
  const found = classes.find(words)
  if (words.some(isDisease)) found.add('#disease')
  return found
}

/** Which kinds of words stand in a sentence of folded words. */
export function classesOf(words: readonly string[]): Set<WordClass> {
  const found = ownClassesOf(words)
  const joined = words.join(' ')
  if (mentions(joined, DISEASES)) found.add('#disease')
  if (mentions(joined, EXAMS)) found.add('#exam')
  if (mentions(joined, SYMPTOMS)) found.add('#symptom')
  return found
}

function isDisease(word: string): boolean {
  return word.length > 5 && DISEASE_ENDING.test(word) && !NO_DISEASE.test(word)
}
