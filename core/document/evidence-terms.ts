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
import { DISEASES, mentions, SYMPTOMS } from './lexicon/clinical-terms.ts'
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
  /** Of a complaint, a disease, a habit: what a denial of it says matters. */
  clinical?: true
  /** Only asked about without an answer, or supposed ("se sangrar"): it was spoken of, nothing was said of it. */
  asked?: true
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
    const condition = conditionAt(tokens)
    const terms: Term[] = []
    for (let at = 0; at < tokens.length; ) {
      const number = numbers.get(at)
      const term =
        number && (!number.article || MASSES.test(tokens[number.to]?.norm ?? ''))
          ? numberTerm(number, forms.get(at))
          : phraseTerm(tokens, at)
      if (!term) at += 1
      else {
        const isDenied = denied.has(at) !== isNegativeWord(tokens[at]!)
        const isSupposed = at > condition && term.kind === 'word'
        terms.push({ ...term, from: at, denied: isDenied, ...(isSupposed ? { asked: true } : {}) })
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
      if (idea !== undefined) {
        const kind = kindOf(idea)
        return { kind, key: idea, to: at + count, ...clinicalOf(kind, `${idea} | ${phrase}`) }
      }
    }
    const word = token.norm.toLowerCase()
    const opposite = NEGATIVE_WORDS[word]
    if (opposite) return { kind: 'word', key: opposite, to: at + 1, clinical: true }
    const side = sideOf(word)
    if (side) return { kind: 'side', key: side, to: at + 1 }
    if (isFamilyWord(word) && !isAddress(tokens, at))
      return { kind: 'family', key: stem(word), to: at + 1 }
    const unit = doseUnit(word)
    if (unit !== undefined) return { kind: 'unit', key: unit, to: at + 1 }
    const kind = IDLE.has(word) ? 'idle' : 'word'
    return { kind, key: stem(word), to: at + 1, ...clinicalOf(kind, word) }
  }
}

/** One word that denies another: "afebril" is no fever. */
const NEGATIVE_WORDS: Record<string, string> = {
  ...{
    afebril: 'febr',
    indolor: 'dor',
    indolores: 'dor',
    anicterico: 'icteri',
    anicterica: 'icteri',
  },
  ...{ acianotico: 'cianos', acianotica: 'cianos', eupneico: 'dispneia', eupneica: 'dispneia' },
}

function isNegativeWord({ norm }: Token): boolean {
  return norm in NEGATIVE_WORDS
}

function clinicalOf(kind: TermKind, words: string): { clinical: true } | undefined {
  if (kind !== 'word') return undefined
  const isClinical = mentions(words, SYMPTOMS) || mentions(words, DISEASES) || HABITS.test(words)
  return isClinical ? { clinical: true } : undefined
}

const HABITS =
  /\b(?:tabagismo|etilismo|alergia|cirurgia|emese|parestesia|prurido|fadiga|edema|dispneia|odinofagia|otalgia|disuria|drogas|desmai\w+|convuls\w+|massa|hematuria|sopro|sibilo\w*|estertor\w*|trauma|queda\w*|fratura\w*|sequela\w*|internac\w+|transfus\w+)\b/

/** "Que nada, meu filho": nobody is spoken of, somebody is spoken to. */
function isAddress(tokens: readonly Token[], at: number): boolean {
  const isChild = /^(?:filh[oa]|tia|tio|mae|pai)$/.test(tokens[at]!.norm)
  const own = /^(?:meu|minha)$/.test(tokens[at - 1]?.norm ?? '') ? at - 1 : at
  const [before, after] = [tokens[own - 1], tokens[at + 1]]
  return isChild && (!before || before.norm === ',') && (!after || /^[,.!?]$/.test(after.norm))
}

/** Where what may happen begins: "Se sangrar ou perder líquido, maternidade." Nothing after it was found. */
function conditionAt(tokens: readonly Token[]): number {
  const at = tokens.findIndex(
    ({ norm }, index) =>
      (norm === 'se' && SUPPOSES.test(tokens[index + 1]?.norm ?? '')) ||
      (/^caso$/.test(norm) && index === 0),
  )
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

/** What follows a conditional "se"; a reflexive one has a past or present tense behind it. */
const SUPPOSES =
  /(?:^(?:o|a|os|as|ele|ela|nao|em|tiver|estiver|houver|for|der|vier|fizer|doer|piorar)$|(?:ar|er|ir|arem|erem|irem)$)/

/** "Uma grama" is an amount, "um comprimido" mostly an article. */
const MASSES = /^(?:g|gramas?|mg|miligramas?|ml)$/

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
  for (const { from, to, value } of numbers) {
    const rest = numbers.find((one) => one.from === to + 2 && tokens[to + 1]?.norm === 'e')
    if (!rest || !/^(?:quilos?|kg)$/.test(tokens[to]?.norm ?? '') || rest.value >= 1000) continue
    // "Dois quilos e seiscentos", "três e cem".
    forms.set(from, [numberKey(value + rest.value / 1000)])
  }
  for (const { from, to, value } of numbers) {
    const rest = numbers.find((one) => one.from === to + 1 && tokens[to]?.norm === 'e')
    // "Trinta e oito e dois" of a fever.
    if (rest && value >= 34 && value <= 42 && rest.value < 10)
      forms.set(from, [...(forms.get(from) ?? []), numberKey(value + rest.value / 10)])
  }
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
    if (term.kind !== 'number') return term
    if (adjacent) return { ...term, unit: next.key }
    const unit = laterTimeUnit(terms, index)
    return unit ? { ...term, unit } : term
  })
}

/** "Três a quatro meses", "os três primeiros dias": the unit stands a word or a number later. */
function laterTimeUnit(terms: readonly Term[], at: number): string | undefined {
  const found = terms.slice(at + 1, at + 4).findIndex(({ key }) => TIME_UNITS.has(key))
  if (found < 1) return undefined
  const between = terms.slice(at + 1, at + 1 + found)
  const leads = between.every(
    ({ kind, key, from }, index) =>
      from === (between[index - 1] ?? terms[at]!).to && (kind === 'number' || JOINS.has(key)),
  )
  return leads ? terms[at + 1 + found]!.key : undefined
}

const JOINS = new Set(['a', 'ou', 'e', 'primei', 'ultim', 'proxim', 'ate', 'bon', 'long', 'ultimo'])

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

const FAMILY_IDEAS = new Set(['mae', 'pai', 'conjuge'])

function kindOf(idea: string): TermKind {
  if (UNIT_IDEAS.has(idea)) return 'unit'
  return FAMILY_IDEAS.has(idea) ? 'family' : 'word'
}

function sideOf(word: string): string | undefined {
  if (/^direit[oa]s?$/.test(word)) return 'direito'
  if (/^esquerd[oa]s?$/.test(word)) return 'esquerdo'
  return /^bilatera(?:l|is)$/.test(word) ? 'bilateral' : undefined
}

const DENIES =
  /^(?:nao|nunca|jamais|nem|sem|nega|negou|negam|negando|nenhum|nenhuma|ausencia|ausente|ausentes|descartad[oa]|nada)$/
/** These deny a whole list: "nega febre, tosse e dor". */
const DENIES_LIST = /^(?:nega|negou|negam|negando|ausencia)$/
const STOPS_DENIAL = /^(?:mas|porem|contudo|entretanto|refere|relata|com|ha|desde|[.;:?!])$/
const STOPS_LIST =
  /^(?:mas|porem|contudo|entretanto|refere|relata|apresenta|tem|tenho|teve|faz|usa|toma|evolui|[.;:?!])$/
/** "Não estou com tosse" denies the cough. */
const LEADS_ON = /^(?:estou|esta|estava|estive|veio|vim|fiquei|ficou|segue|acordo|acordou)$/
/** After a comma these end a list of what is denied. */
const ENDS_LIST = /^(?:ate|com|so|apenas|porque|exceto|salvo|menos)$/

/** Tokens in the reach of a denial. */
function deniedTokens(tokens: readonly Token[]): Set<number> {
  const denied = new Set<number>()
  tokens.forEach(({ norm }, at) => {
    if (!DENIES.test(norm)) return
    for (const index of deniedBefore(tokens, at)) denied.add(index)
    if (tokens[at + 1]?.norm === ',') return
    const list = DENIES_LIST.test(norm)
    for (let index = at + 1; index < tokens.length; index++) {
      const word = tokens[index]!.norm
      const stops = list ? STOPS_LIST : STOPS_DENIAL
      const isLed = word === 'com' && LEADS_ON.test(tokens[index - 1]?.norm ?? '')
      const endsHere = isLed
        ? false
        : index > at + 1
          ? stops.test(word)
          : /^(?:[.;:?!]|so)$/.test(word)
      if (endsHere || (!list && word === ',')) break
      if (list && tokens[index - 1]?.norm === ',' && ENDS_LIST.test(word)) break
      if (!list && word === 'e' && VERBS.has(tokens[index + 1]?.norm ?? '')) break
      denied.add(index)
    }
  })
  return denied
}

/** So many words of a clause may follow a denial that means what stands before it. */
const MOST_AFTER = 3

/**
 * "Parada não.", "Cigarro nunca.", "Gripe não tomei.", "Tontura, labirintite, nunca tive.": what is denied stands before. Only
 * where hardly anything follows in the clause; a question's "ou não?" only asks.
 */
function deniedBefore(tokens: readonly Token[], at: number): number[] {
  if (!/^(?:nao|nunca|nenhum|nenhuma|nada|jamais)$/.test(tokens[at]!.norm)) return []
  if (tokens.at(-1)?.norm === '?' || JOINED.test(tokens[at - 1]?.norm ?? '')) return []
  const rest: Token[] = []
  for (let index = at + 1; index < tokens.length && !ENDS_CLAUSE.test(tokens[index]!.norm); index++)
    rest.push(tokens[index]!)
  if (
    rest.length > MOST_AFTER ||
    rest.some(({ norm, kind }) => kind !== 'word' || !EMPTY.test(norm))
  )
    return []
  const before: number[] = []
  let inPart = 0
  for (let index = at - 1; index >= 0; index--) {
    const { norm, kind } = tokens[index]!
    if (/^(?:mas|porem|sim|so)$/.test(norm)) break
    if (kind === 'mark') {
      // Over a comma only back along a list of one or two words each.
      if (norm !== ',' || inPart > 2) break
      inPart = 0
      continue
    }
    inPart += 1
    if (before.length > 0 && inPart > 2 && hasComma(tokens, index, at)) break
    before.push(index)
  }
  return before
}

function hasComma(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens.slice(from, to).some(({ norm }) => norm === ',')
}

const ENDS_CLAUSE = /^[,.;:!?…]$/
/** A clause of its own begins here: "acordo às três e não durmo". */
const JOINED = /^(?:e|ou|que|porque|mas|se|ainda|tem|eu)$/
/** Verbs and small words that bring nothing new: "tomei", "tenho mais", "disso". */
const EMPTY =
  /^(?:disso|disto|tambem|mais|ainda|senhor|senhora|doutor|doutora|graças|teve|tive|tem|tenho|ter|tomei|tomou|tomo|toma|sinto|sente|senti|sentiu|fiz|fez|faz|uso|usa|usou|usei|consegu\w+|fazer|percebi|notei|notou|lembro|quero|quis|foi|fui|incha|palpo|palpa|durmo|dorme|vejo|bebe|bebo|fumo|fuma|doi|bateu|gosto|gosta|\w+(?:ei|ou|iu))$/

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
    'fez sabe sei quer quero anda fica ficou tinha outras outros alem joga come como deu ainda desde depois antes toda todo todos todas ' +
    'conhecido conhecida conhecidos conhecidas segundo conforme cerca aproximadamente presente presentes atual atualmente meio tipo vezes vez ' +
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
  return (base.length >= 3 ? base : word).slice(0, 6)
}
