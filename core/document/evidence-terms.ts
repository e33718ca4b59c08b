/**
 * A statement as comparable terms: ideas instead of words, numbers instead of number words, active ingredients
 * instead of trade names, each with its polarity (denied or not). Both what was said and what was written about it
 * are read this way, and only then compared.
 */
import { isFamilyWord } from './extractors/family.ts'
import { MEASURE_RULES } from './extractors/measure.ts'
import type { MeasureRule } from './extractors/measure-rule.ts'
import { doseUnit } from './extractors/medication-mentions.ts'
import { readNumbers } from './extractors/numbers.ts'
import type { Token } from './extractors/tokens.ts'
import { medicationNames } from './lexicon/medications.ts'
import { synonyms } from './lexicon/synonyms.ts'

export type TermKind = 'word' | 'number' | 'unit' | 'drug' | 'side' | 'family' | 'idle'

export interface Term {
  kind: TermKind
  /** What is compared: a stem, an idea, "#37.8". */
  key: string
  /** Numbers only: the same number in other forms ("12 por 8" is also 120 and 80). */
  also?: string[]
  /** Numbers only: the key of the unit right after it. */
  unit?: string
  /** Tokens [from, to). */
  from: number
  to: number
  denied: boolean
}

export type TermReader = (tokens: readonly Token[]) => Term[]

/** Builds the dictionaries once; the reader is pure. */
export function termReader(): TermReader {
  const ideas = synonyms()
  const drugs = medicationNames()
  const longest = longestByFirstWord([...ideas.keys(), ...drugs.keys()])

  return (tokens) => {
    const numbers = new Map(readNumbers(tokens).map((number) => [number.from, number]))
    const forms = measuredForms(tokens)
    const denied = deniedTokens(tokens)
    const terms: Term[] = []
    for (let at = 0; at < tokens.length; ) {
      const number = numbers.get(at)
      const term =
        number && !number.article ? numberTerm(number, forms.get(at)) : phraseTerm(tokens, at)
      if (!term) at += 1
      else {
        terms.push({ ...term, from: at, denied: denied.has(at) })
        at = term.to
      }
    }
    return withUnits(terms)
  }

  function phraseTerm(
    tokens: readonly Token[],
    at: number,
  ): Omit<Term, 'from' | 'denied'> | undefined {
    const token = tokens[at]!
    if (token.kind === 'mark' && token.norm !== '%') return undefined
    const most = longest.get(token.norm.toLowerCase()) ?? 0
    for (let count = Math.min(most, tokens.length - at); count > 0; count--) {
      const phrase = tokens
        .slice(at, at + count)
        .map(({ norm }) => norm.toLowerCase())
        .join(' ')
      const drug = drugs.get(phrase)
      if (drug !== undefined) return { kind: 'drug', key: drug, to: at + count }
      const idea = ideas.get(phrase)
      if (idea !== undefined) return { kind: kindOf(idea), key: idea, to: at + count }
    }
    const word = token.norm.toLowerCase()
    const side = sideOf(word)
    if (side) return { kind: 'side', key: side, to: at + 1 }
    if (isFamilyWord(word)) return { kind: 'family', key: stem(word), to: at + 1 }
    const unit = doseUnit(word)
    if (unit !== undefined) return { kind: 'unit', key: unit, to: at + 1 }
    return { kind: IDLE.has(word) ? 'idle' : 'word', key: stem(word), to: at + 1 }
  }
}

/** How many words the longest phrase has that begins with a word. */
function longestByFirstWord(phrases: readonly string[]): Map<string, number> {
  const longest = new Map<string, number>()
  for (const phrase of phrases) {
    const words = phrase.split(' ')
    longest.set(words[0]!, Math.max(longest.get(words[0]!) ?? 0, words.length))
  }
  return longest
}

function numberTerm(
  number: { value: number; to: number },
  also: string[] | undefined,
): Omit<Term, 'from' | 'denied'> {
  return { kind: 'number', key: numberKey(number.value), to: number.to, ...(also ? { also } : {}) }
}

export function numberKey(value: number): string {
  return `#${Math.round(value * 1000) / 1000}`
}

/** Readings give the numbers' other forms: 120 and 80 for "12 por 8", 1.58 for "1 metro e 58". */
function measuredForms(tokens: readonly Token[]): Map<number, string[]> {
  const forms = new Map<number, string[]>()
  const numbers = readNumbers(tokens)
  if (numbers.length === 0) return forms
  for (const rule of MEASURE_RULES as readonly MeasureRule[]) {
    for (const reading of rule.find(tokens, true)) {
      const inside = numbers.filter(({ from }) => from >= reading.from && from < reading.to)
      for (const { from } of inside)
        forms.set(from, [...(forms.get(from) ?? []), ...reading.values.map(numberKey)])
    }
  }
  return forms
}

function withUnits(terms: readonly Term[]): Term[] {
  return terms.map((term, index) => {
    const next = terms[index + 1]
    const adjacent =
      next && next.from <= term.to + 1 && (next.kind === 'unit' || TIME_UNITS.has(next.key))
    return term.kind === 'number' && adjacent ? { ...term, unit: next.key } : term
  })
}

/** A number with one of these is that many of them, and nothing else. */
export const COUNTED_UNITS = new Set(
  'hora dia semana mes ano mg g mcg ml ui gota comprimido capsula jato puff ampola sache meq kg cm metro grau'.split(
    ' ',
  ),
)
const TIME_UNITS = new Set('hora dia semana mes ano'.split(' '))
const UNIT_IDEAS = new Set(
  'mg g mcg ml kg cm metro grau % bpm irpm mmhg comprimido gota'.split(' '),
)

function kindOf(idea: string): TermKind {
  if (UNIT_IDEAS.has(idea)) return 'unit'
  return idea === 'mae' || idea === 'pai' ? 'family' : 'word'
}

function sideOf(word: string): string | undefined {
  if (/^direit[oa]s?$/.test(word)) return 'direito'
  if (/^esquerd[oa]s?$/.test(word)) return 'esquerdo'
  return /^bilatera(?:l|is)$/.test(word) ? 'bilateral' : undefined
}

const DENIES =
  /^(?:nao|nunca|nem|sem|nega|negou|negam|negando|nenhum|nenhuma|ausencia|ausente|ausentes|descartad[oa]|nada)$/
/** These deny a whole list: "nega febre, tosse e dor". */
const DENIES_LIST = /^(?:nega|negou|negam|negando|sem|nem|ausencia)$/
const STOPS_DENIAL = /^(?:mas|porem|contudo|entretanto|refere|relata|[.;:?!])$/
const STOPS_LIST =
  /^(?:mas|porem|contudo|entretanto|refere|relata|apresenta|com|tem|tenho|teve|faz|usa|toma|evolui|[.;:?!])$/

/** Tokens in the reach of a denial. */
function deniedTokens(tokens: readonly Token[]): Set<number> {
  const denied = new Set<number>()
  tokens.forEach(({ norm }, at) => {
    if (!DENIES.test(norm) || tokens[at + 1]?.norm === ',') return
    const list = DENIES_LIST.test(norm)
    for (let index = at + 1; index < tokens.length; index++) {
      const word = tokens[index]!.norm
      const stops = list ? STOPS_LIST : STOPS_DENIAL
      const endsHere = index > at + 1 ? stops.test(word) : /^(?:[.;:?!]|so)$/.test(word)
      if (endsHere || (!list && word === ',')) break
      if (!list && word === 'e' && VERBS.has(tokens[index + 1]?.norm ?? '')) break
      denied.add(index)
    }
  })
  return denied
}

const VERBS = new Set(
  'tomo uso tenho fumo bebo faco tive estou sinto trabalho durmo moro sou como melhora piora melhorou piorou parei minha meu tem foi comecou vou volte'.split(
    ' ',
  ),
)

/** Words that carry no fact: grammar, politeness and the verbs of reporting. */
const IDLE = new Set(
  (
    'a o as os um uma uns umas de da do das dos em na no nas nos e ou que se com por para pelo pela ao aos ate entre sobre sem nao nunca nem nega negou nenhum nenhuma ja tambem mais menos muito muita pouco bem so ' +
    'eu ele ela voce senhor senhora meu minha meus minhas seu sua seus suas este esta esse essa isso aqui hoje agora foi e sao era ser estar estou esta estao tem tenho teve tive ter ha faz fazer faco fiz ' +
    'paciente refere relata referiu relatou queixa apresenta apresentou informa informou diz disse afirma afirmou quadro historia uso em uso vou vai vamos pode deve precisa doutor doutora ' +
    'quando como onde qual quais quanto quanta algum alguma alguns algumas outro outra mesmo mesma lado tomo toma tomar tomando usar usa usando sinto sente sentir receitar prescrever passar pedir solicitar solicito prescrevo oriento orientado orientada ' +
    'recomendado recomendo importante conduta acha acho hipotese diagnostico sugere sugestivo previo previa previos previas antecedente antecedentes'
  ).split(' '),
)

/** A light stem: endings of number, gender and the commonest verb forms go. */
export function stem(word: string): string {
  if (word.length <= 4) return word.replace(/(?<=..)s$/, '')
  const base = word
    .replace(/(?:coes|cao)$/, 'c')
    .replace(/(?:mente)$/, '')
    .replace(
      /(?:ando|endo|indo|aram|eram|iram|avam|ava|ado|ada|ados|adas|ido|ida|idos|idas|ou|ei|iu|ar|er|ir|am|em)$/,
      '',
    )
    .replace(/(?:oes|ais|eis|es|as|os|is|a|o|e|s)$/, '')
  return (base.length >= 3 ? base : word).slice(0, 8)
}
