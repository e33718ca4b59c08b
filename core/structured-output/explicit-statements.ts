/**
 * Yes and no, and numbers, that were said in so many words about what a property names. Whoever
 * only wonders, plans, warns or speaks of somebody else has not said it. The document comes before
 * the conversation; what is said both ways is not answered.
 */
import type { EvidenceIndex } from '../document/evidence/evidence.ts'
import { type Source, says } from '../document/evidence/sources.ts'
import type { TermReader } from '../document/evidence/terms.ts'
import { isFamilyWord, mentionsFamily } from '../portuguese/family.ts'
import { stem } from '../portuguese/stems.ts'
import type { Term } from '../portuguese/term.ts'
import { matchesInOrder } from '../portuguese/text-matches.ts'
import { fold, tokenize } from '../portuguese/tokens.ts'
import { headWords, nameWords, tellingWords } from './labels.ts'
import type { Material } from './material.ts'

interface Asked {
  name: string
  description: string
}

/** Whom a statement has to be about. */
type About = 'patient' | 'family' | 'either'

/** True or false as it was said; null when nobody said it. */
export function saidToBe(
  asked: Asked,
  material: Material,
  about: Exclude<About, 'either'> = 'patient',
): boolean | null {
  const { written, all, isChild } = material
  for (const wanted of wantedTerms(asked, material.readTerms)) {
    // "d" is read as a day, and "Bom dia" says nothing of it.
    if (wanted.every(({ key }) => TIME.has(key))) continue
    const answer =
      polarity(wanted, written, isChild, about) ?? polarity(wanted, all, isChild, about)
    if (answer !== undefined) return answer === 'both' ? null : answer === 'yes'
  }
  return null
}

function polarity(
  wanted: readonly Term[],
  index: EvidenceIndex,
  isChild: boolean,
  about: About,
): 'yes' | 'no' | 'both' | undefined {
  const said = new Set<'yes' | 'no'>()
  for (const source of index.sources) {
    const found = wanted.map((term) => source.terms.filter((one) => says(one, term)))
    // First whether it speaks of it at all: a host asks for hundreds of things, of hours of speech.
    if (found.some((terms) => terms.length === 0)) continue
    if (!isAssertion(source, isChild, about)) continue
    const denied = new Set(found.flat().map((term) => term.denied))
    if (denied.has(true) && isTakenBack(source)) return 'both'
    if (denied.size === 1) said.add(denied.has(true) ? 'no' : 'yes')
  }
  if (said.size > 1) return 'both'
  return [...said][0]
}

/**
 * "Nega alergia, exceto a dipirona", "não tenho só tosse", "sem febre não fico", "não durmo por
 * causa da tosse": what seems denied there is so all the same.
 */
function isTakenBack({ statements }: Source): boolean {
  const words = fold(statements.map(({ text }) => text).join(' '))
  if (TAKEN_BACK.some((pattern) => pattern.test(words))) return true
  return words.split(/[,;.?!]/).some((clause) => DENIED_TWICE.some((one) => one.test(clause)))
}

const TAKEN_BACK = [
  matchesInOrder(
    /\b(?:nao|nunca|jamais|nega\w*|negou|nenhuma?|nada|nem|sem)\b/,
    /\b(?:exceto|salvo|a nao ser|tirando|com excecao|so|somente|apenas)\b/,
  ),
  matchesInOrder(
    /\bnao\b/,
    /\b(?:mas|porem) (?:[a-z]+ ){0,4}(?:tive|teve|tenho|tem|tinha|sinto|senti|sim)\b/,
  ),
  matchesInOrder(/\b(?:nao|nem)\b/, /\b(?:por causa|por conta|devido|de tant[oa]|com tant[oa])\b/),
]
/** Not "não tenho febre não". */
const DENIED_TWICE = [
  matchesInOrder(/\bsem\b/, /\bnao\b/),
  matchesInOrder(/\bnao\b/, /\bsem\b/),
  matchesInOrder(/\bnao\b/, /\bnao (?!senhor|doutor)[a-z]/),
]

/**
 * The one number said right beside the property's words, in the unit it asks for, if it asks for
 * one.
 */
export function saidNumber(asked: Asked, material: Material): number | null {
  const { written, all, isChild } = material
  for (const wanted of wantedTerms(asked, material.readTerms)) {
    const found = numbersBeside(wanted, asked, written, isChild)
    const numbers = found.size > 0 ? found : numbersBeside(wanted, asked, all, isChild)
    if (numbers.size > 0) return numbers.size === 1 ? [...numbers][0]! : null
  }
  return null
}

/** Words between a number and what it counts. */
const NEAR_TOKENS = 4

function numbersBeside(
  wanted: readonly Term[],
  asked: Asked,
  { sources }: EvidenceIndex,
  isChild: boolean,
): ReadonlySet<number> {
  const unit = unitOf(asked)
  const named = wanted.filter((term) => term.kind !== 'unit' && !TIME.has(term.key))
  const found = new Set<number>()
  for (const source of sources) {
    const about = named.some(({ kind }) => kind === 'family') ? 'either' : 'patient'
    if (named.length === 0) break
    const places = named.map((term) =>
      source.terms.find((one) => one.kind !== 'number' && says(one, term)),
    )
    if (places.some((place) => !place || place.denied)) continue
    if (!isAssertion(source, isChild, about)) continue
    const numbers = source.terms.filter(({ kind }) => kind === 'number')
    const [only] = numbers
    if (!only || numbers.length > 1 || only.denied) continue
    // A short answer stands in a statement of its own, with nothing else to be about.
    const isAnswer = source.statements.length > 1
    if (unit !== undefined && only.unit !== unit && (only.unit !== undefined || !isAnswer)) continue
    if (unit === undefined && TIME.has(only.unit ?? '')) continue
    if (about === 'either' && namesOther(source, named)) continue
    const near = isAnswer || places.every((place) => belongs(source, only, place!))
    if (near) found.add(Number(only.key.slice(1)))
  }
  return found
}

/** "Três gestações e um aborto": the three count no miscarriages. */
function belongs({ statements }: Source, number: Term, place: Term): boolean {
  const [from, to] = number.from < place.from ? [number.to, place.from] : [place.to, number.from]
  const { text = '', tokens = [] } = statements[0] ?? {}
  // As written: "é" is no "e".
  const between = tokens.slice(from, to).map((one) => text.slice(one.start, one.end).toLowerCase())
  const isNear = Math.abs(place.from - number.from) <= NEAR_TOKENS
  return isNear && !between.some((word) => PARTS.test(word))
}

const PARTS = /^(?:[,;.]|e|ou|mas|com|um|uma)$/

/** "Minha irmã tem quatro filhos": they are not the patient's. */
function namesOther({ statements }: Source, named: readonly Term[]): boolean {
  const own = new Set(named.map(({ key }) => stem(key)))
  return statements.some(({ tokens }) =>
    tokens.some(({ norm }) => isFamilyWord(norm) && !own.has(stem(norm))),
  )
}

const TIME = new Set(['hora', 'dia', 'semana', 'mes', 'ano'])

/** Unit of the property: "duração em dias"; ages are years. */
function unitOf({ name, description }: Asked): string | undefined {
  const words = [...nameWords(name), ...headWords(description)].join(' ')
  if (/\b(?:idade|age)\b/.test(words)) return 'ano'
  const unit = /\b(?:em|in) (horas|dias|semanas|meses|anos)\b/.exec(words)?.[1]
  return unit && { horas: 'hora', dias: 'dia', semanas: 'semana', meses: 'mes', anos: 'ano' }[unit]
}

/** By the name, and where that finds nothing by how the description begins. */
function wantedTerms({ name, description }: Asked, readTerms: TermReader): Term[][] {
  return [nameWords(name), headWords(description)].flatMap((words) => {
    const telling = tellingWords(words)
      .filter((word) => !ASKING.has(word))
      .map((word) => PORTUGUESE[word] ?? word)
    const terms = readTerms(tokenize(telling.join(' '))).filter(({ kind }) => kind !== 'idle')
    return terms.length > 0 && terms.length <= 4 ? [terms] : []
  })
}

/** Words with which a property asks, and which no answer repeats. */
const ASKING = new Set(
  (
    'tem possui apresenta apresentou teve presenca presente houve faz uso usa esta estava foi e is has had was history historico historia antecedente ' +
    'verdadeiro falso true false se caso quando indica indique informe informar marque sim nao boolean whether if or ou true quantidade total quantos quantas number count tempo duracao em'
  ).split(' '),
)

const PORTUGUESE: Readonly<Record<string, string>> = {
  smoker: 'tabagista',
  smoking: 'tabagista',
  fever: 'febre',
  cough: 'tosse',
  allergy: 'alergia',
  allergies: 'alergia',
  hypertension: 'hipertensao',
  hypertensive: 'hipertensao',
  diabetic: 'diabetes',
  asthma: 'asma',
  alcohol: 'alcool',
  alcoholic: 'etilista',
  pregnant: 'gravida',
  gestante: 'gravida',
  pain: 'dor',
  children: 'filhos',
  pregnancies: 'gestacoes',
  surgery: 'cirurgia',
  surgeries: 'cirurgias',
}

function isAssertion({ statements }: Source, isChild: boolean, about: About): boolean {
  if (statements.some(({ text }) => NOT_SAID.test(fold(text)))) return false
  const isFamilys = statements.some(({ tokens }) => mentionsFamily(tokens, isChild))
  return about === 'either' || isFamilys === (about === 'family')
}

/** A condition, a doubt, a plan, a warning, or what is over. */
const NOT_SAID =
  /\b(?:se|caso|quando|talvez|acho|acha|parece|pode|podem|poderia|evit\w+|risco|descart\w+|investig\w+|suspeit\w+|hipotese|provavel|possivel|preven\w+|contra|parei|parou|ex|deixei|deixou|larguei|antes|antigamente|ja fui|ja foi|fumei|fumava|bebi|bebia|quase|nunca vi|e que nao|nao (?:me )?(?:lembr\w+|recordo)|nao (?:sei|sabe)|vou|vamos|para)\b/
