/**
 * Whose number, and when: decides whether a reading found in a statement is the patient's own,
 * measured now. Anything else (yesterday, at home, the mother's, a threshold, a negation, an
 * estimate) is left to the quoted history: a vital sign of another day or person is worse than an
 * empty field.
 */
import { holderAt, isFamilyWord, readRelatives } from '../../portuguese/family.ts'
import { readNumbers } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { CORRECTION, type MeasureReading } from './measure-rule.ts'

export type Qualification =
  | 'today'
  | 'other_time'
  | 'other_person'
  | 'negated'
  | 'hypothetical'
  | 'uncertain'

/** Adverbs and places: they hold until something says "now". */
const OTHER_TIME =
  /\b(?:ontem|anteontem|passad[oa]|antes|antigamente|anterior(?:es)?|ultim[oa]|atras|costum\w+|geralmente|normalmente|sempre|em media|em casa|la em casa|na farmacia|no posto|na upa|no pronto|na ambulancia|na emergencia|no hospital|na academia|no trabalho|de madrugada|hoje cedo|hoje de manha|mais cedo|outro dia|outra vez que|uma vez|nascer|nasceu|nascimento|quando (?:eu )?(?:era|tinha|estava|fui|engravid\w+|casei|nasc\w+|acord\w+)|ja (?:teve|tive|chegou|cheguei|foi|esteve|bateu|deu)|na triagem de|as vezes|de vez em quando|(?:ha|faz) (?:\w+ ){1,3}(?:dias?|semanas?|mes|meses|anos?|horas?))\b/
/** Imperfect verbs: they hold within their clause. */
const WAS =
  /\b(?:estava|tava|era|pesava|media|tinha|chegou|chegava|ficava|batia|subiu|subia|bateu|dava|vinha|marcava|mediam|pesei|medi|mediram)\b/
const NOW =
  /\b(?:hoje|agora|aqui|neste momento|nesse momento|no momento|atual|atualmente|no consultorio)\b/
const CONDITION = /\b(?:se|caso|quando|sempre que)\b/
const THRESHOLD =
  /(?:[<>≤≥]|\b(?:acima|abaixo|maior|menor|mais de|menos de|ate|passar(?! a fita)|passe|passou|ultrapass\w+|superior|inferior|meta|alvo|ideal|objetivo|deve(?:ria)?|tem que|precisa|limite|quero|queria|gostaria|chegar|o normal|normal (?:e|seria|fica)|seria|maximo|minimo|pelo menos|no maximo))\b/
const ESTIMATE =
  /\b(?:uns|umas|mais ou menos|cerca|aproximadamente|em torno|por volta|acho|talvez|parece|quase|deve estar|sei la|nao sei|nao lembro|entre)\b/
const NEGATION = /\b(?:nao|nunca|nem|sem|nenhum)\b(?! ?[,.;:])/
/** "Sem febre, 36,8": what is denied is not the number. */
const NO_FEVER = /\b(?:sem|nao tem|nao esta com|nao ta com) febre\b/
/**
 * "Sem sopro pulmão limpo pernas sem inchaço o dedo deu": without marks, what is missing is one
 * word.
 */
const WITHOUT_ONE = /\bsem (?:nenhuma? )?(?!(?:o|a|os|as) )\p{L}+(?= \p{L})/gu
const SELF =
  /\b(?:eu|o senhor|a senhora|voce|paciente|minha pressao|meu peso|minha altura|sua pressao|seu peso|sua altura)\b/

/** In a child's visit: the companion's own, though not what it measured of the child. */
const OF_COMPANION =
  /\beu (?:peso|meco|tenho|estou|to|tou|tava|estava)\b|\b(?:minha|meu) (?:pressao|peso|altura|temperatura|glicemia|saturacao|pulso|coracao|cintura|barriga)\b/

/** The statement's words around a reading; `patientIsChild`: a son or daughter is the patient. */
export function qualify(
  tokens: readonly Token[],
  reading: MeasureReading,
  patientIsChild = false,
): Qualification {
  const before = text(tokens.slice(0, reading.from))
  const own = text(tokens.slice(clauseStart(tokens, reading.from), reading.from))
  const inside = text(tokens.slice(reading.from, reading.to))
  const after = text(tokens.slice(reading.to, clauseEnd(tokens, reading.to)))
  const tail = text(tokens.slice(reading.to, reading.to + 5))

  if (holderAt(readRelatives(tokens, patientIsChild), reading.from)) return 'other_person'
  if (patientIsChild && OF_COMPANION.test(`${own} ${inside}`)) return 'other_person'
  if (isOtherPerson(before, inside, after, patientIsChild)) return 'other_person'
  if (THRESHOLD.test(`${own} ${inside}`) || CONDITION.test(before)) return 'hypothetical'
  if (ESTIMATE.test(`${own} ${inside}`) || /^(?:ou|a) \d|^ou (?!melhor)|^mais ou menos/.test(tail))
    return 'uncertain'
  const said = own.replace(CORRECTION, ' ').replace(NO_FEVER, ' ').replace(WITHOUT_ONE, ' ')
  if (NEGATION.test(said) || NEGATION.test(inside.replace(NO_FEVER, ' '))) return 'negated'
  const rest = tokens.slice(reading.to)
  const isCounted = readNumbers(rest).some(({ article }) => !article)
  if (isOtherTime(before, own, inside, after, text(rest), isCounted)) return 'other_time'
  return 'today'
}

/**
 * Whether it is of another time than this moment, but of these days: at the chemist's yesterday, on
 * the scales at home this morning.
 */
export function isRecent(words: string): boolean {
  const rest = words.replace(RECENT, ' ')
  return !OTHER_TIME.test(rest) && !LONG_AGO.test(rest)
}

/**
 * "Medi agora antes de ligar": of this visit after all; "três quilos desde a última vez" tells how
 * much since then.
 */
const JUST_BEFORE =
  /\bantes de (?:ligar|entrar|vir|sair|chegar|comecar)\b|\b(?:desde|de) (?:a |o )?(?:ultim[oa] \p{L}+|\p{L}+ passad[oa])(?: (?:pra|para) (?:ca|agora))?/gu
const RECENT =
  /\b(?:ontem|anteontem|hoje cedo|hoje de manha|mais cedo|de manha|(?:la )?em casa|na farmacia|no posto|na upa|na academia|no trabalho|na parede|semana passada|(?:ha|faz) (?:um|dois|tres|2|3) dias)\b/g
const LONG_AGO = /\b(?:estava|tava|era|pesava|media|tinha|chegou|chegava|ficava)\b/

/**
 * Whether a whole statement (a question, or what was said just before) speaks of another time or
 * person.
 */
export function frameOf(tokens: readonly Token[], patientIsChild = false): Qualification {
  const all = text(tokens)
  if (isOtherPerson(all, '', '', patientIsChild)) return 'other_person'
  const time = lastOf(all, OTHER_TIME)
  return time > lastOf(all, NOW) || (WAS.test(all) && !NOW.test(all)) ? 'other_time' : 'today'
}

function isOtherTime(
  before: string,
  own: string,
  inside: string,
  after: string,
  rest: string,
  hasNumber: boolean,
): boolean {
  if (lastOf(before.replace(JUST_BEFORE, ' '), OTHER_TIME) > lastOf(before, NOW)) return true
  if (OTHER_TIME.test(inside) || (WAS.test(`${own} ${inside}`) && !NOW.test(own))) return true
  if (OTHER_TIME.test(after) && !NOW.test(after)) return true
  // "foi 18 por 10, ontem": a clause of its own, without another number.
  if (hasNumber) return false
  return OTHER_TIME.test(
    /^[,;]?([^,;\d]*)$/.exec(rest)?.[1]?.split(' ').slice(0, 5).join(' ') ?? '',
  )
}

function isOtherPerson(
  before: string,
  inside: string,
  after: string,
  patientIsChild: boolean,
): boolean {
  const words = before.split(' ')
  const family = words.findLastIndex((word) => isFamilyWord(word, patientIsChild))
  if (family >= 0 && !SELF.test([...words.slice(family + 1), inside].join(' '))) return true
  return (
    /\b(?:da|do) (?:minha|meu)\b/.test(`${inside} ${after}`) &&
    `${inside} ${after}`.split(' ').some((word) => isFamilyWord(word, patientIsChild))
  )
}

function lastOf(words: string, pattern: RegExp): number {
  return [...words.matchAll(new RegExp(pattern, 'g'))].at(-1)?.index ?? -1
}

function text(tokens: readonly Token[]): string {
  return tokens.map((token) => token.norm).join(' ')
}

const BREAK = /^[,;:]$|^(?:mas|porem)$/

function clauseStart(tokens: readonly Token[], at: number): number {
  for (let index = at - 1; index >= 0; index--)
    if (BREAK.test(tokens[index]!.norm)) return index + 1
  return 0
}

function clauseEnd(tokens: readonly Token[], at: number): number {
  for (let index = at; index < tokens.length; index++)
    if (BREAK.test(tokens[index]!.norm) || (tokens[index]!.norm === 'e' && index > at)) return index
  return tokens.length
}
