/**
 * One kind of measurement, whole: its name, unit and format, the keys that it fills, and the rule
 * that reads it. A rule only finds readings; whether a reading is the patient's, of today and not a
 * threshold is decided in `qualify.ts`, and which one counts in `measure.ts`.
 *
 * A number is a reading only next to words that name it ("peso 72", "98 de saturação"), with
 * nothing but `FILLERS` in between, or as the answer to a question about it, or with a unit that
 * nothing else has ("bpm"). An unknown word in between ("peso uns 80", "pressão alta desde 12/8")
 * means: not a reading.
 */
import { type NumberPhrase, readNumbers } from '../../portuguese/numbers.ts'
import { type Token, wordsBetween } from '../../portuguese/tokens.ts'

/** Values in the rule's unit; tokens [from, to), the naming words included. */
export interface MeasureReading {
  values: number[]
  from: number
  to: number
  /**
   * False when only the conversation tells what the number is: the earlier words decide with it.
   */
  cued: boolean
  /** Taken beside the one that counts: standing, on the other arm. */
  beside?: true
}

/** Where the visit stands, as far as it changes what a number can be. */
export interface Setting {
  /** The patient is a child: "um metro e três" is 1,03 m, "altura 87" are centimetres. */
  isChild: boolean
  /** Vital signs were just read out: "Glicemia 118" is one of them. */
  amongVitalSigns: boolean
}

/** What a measure is, whichever way it is read. */
export interface MeasureDefinition<Id extends string = string> {
  id: Id
  /** As a chart names it. */
  name: string
  /** Of its values and of what a document writes, as it follows the number: " mmHg", "%". */
  unit: string
  /** Writes a value; else with as many decimals as it has, three at most. */
  format?: (value: number) => string
  /** What each of its values fills, in their order. */
  fills: readonly MeasureKey[]
}

interface MeasureKey {
  /** Folded key of a document model. */
  key: string
  /** Folded names in a host's schema, Portuguese and English. */
  concepts: readonly string[]
}

/** Inclusive, and narrow: nothing but `topic`, folded words said shortly before, tells. */
interface BareRange {
  topic: RegExp
  min: number
  max: number
}

/** A measure that is read out in the visit. */
export interface MeasureRule<Id extends string = string> extends MeasureDefinition<Id> {
  /** Folded word of a record that a reading counts as, whatever words name it. */
  recordWord?: string
  /** What a number can be where its measure is spoken of and not named beside it. */
  bare?: BareRange
  /** Read out one after the other, so that each tells what the next one is. */
  isVitalSign?: true
  /** It changes slowly: the scales at home yesterday are good enough where the doctor asks. */
  isBodyMeasure?: true
  /** On folded text: these words make it the topic of the next answer. */
  topic: RegExp
  find(tokens: readonly Token[], asked: boolean, setting?: Setting): MeasureReading[]
}

/** A measurement of one number. Words are folded; phrases are space-separated. */
export interface QuantityWords<Id extends string = string> extends Omit<MeasureRule<Id>, 'find'> {
  cues: string[]
  /** Unit phrases, longest first; the factor converts to the rule's unit. */
  units: [phrase: string, factor: number][]
  /** Units that name the measurement by themselves. */
  tellingUnits?: string[]
  /** Words right before a cue that make it something else ("perda de peso"). */
  notAfter?: RegExp
  /**
   * Words shortly before a number that make it something else, whatever its unit ("BCF 140
   * batimentos por minuto").
   */
  notNear?: RegExp
  /** Words anywhere before a number in its sentence that do the same. */
  notBehind?: RegExp
  /** The range of the plausible, in the rule's unit, inclusive. */
  min: number
  max: number
  /** "37 e 8" is 37,8: only for temperatures. */
  spokenTenths?: boolean
}

export function quantityRule<Id extends string>(words: QuantityWords<Id>): MeasureRule<Id> {
  // "Glicemia, capilar 250": a recognizer puts commas where somebody draws breath.
  const cues = words.cues.flatMap((cue) => [cue.split(' '), cue.replace(/ /g, ' , ').split(' ')])
  const units = words.units.map(([phrase, factor]) => ({
    words: phrase.split(' '),
    phrase,
    factor,
  }))

  function find(tokens: readonly Token[], asked: boolean): MeasureReading[] {
    const readings: MeasureReading[] = []
    for (const number of readNumbers(tokens)) {
      const quantity = withUnit(tokens, number)
      if (quantity.unit === undefined && isCount(tokens, quantity.to)) continue
      if (quantity.value < words.min || quantity.value > words.max) continue
      if (words.notNear?.test(wordsBetween(tokens, number.from - 5, number.from))) continue
      if (words.notBehind?.test(wordsBetween(tokens, 0, number.from))) continue
      if (isStart(tokens, number) || isRoughly(tokens, number)) continue
      const before =
        cueBefore(tokens, number.from, cues, words.notAfter) ??
        cueOfGoal(tokens, number.from, cues, words.notAfter)
      const after = cueAfter(tokens, quantity.to, cues)
      const previous = readings.at(-1)
      const corrects = previous && isCorrection(tokens, previous.to, number.from)
      const telling =
        (quantity.unit !== undefined && words.tellingUnits?.includes(quantity.unit)) ||
        (quantity.hasTenth &&
          /^(?:com|deu|ta|esta)$/.test(tokens[number.from - 1]?.norm ?? '') &&
          /^(?:|[,.;!…]|agora|hoje|aqui|de|doutora?|no|na)$/.test(tokens[quantity.to]?.norm ?? ''))
      const alone = asked && isAnswer(tokens, number.from, quantity.to, quantity.unit !== undefined)
      if (number.article && quantity.unit === undefined && before === undefined) continue
      if (before === undefined && after === undefined && !corrects && !telling && !alone) continue
      readings.push({
        values: [quantity.value],
        from: before ?? number.from,
        to: after ?? quantity.to,
        cued: before !== undefined || after !== undefined || Boolean(telling),
      })
    }
    return readings
  }

  function withUnit(tokens: readonly Token[], number: NumberPhrase) {
    let { value, to } = number
    const tenth = words.spokenTenths && number.decimals === 0 ? tenthAt(tokens, to) : undefined
    if (tenth !== undefined) {
      value += tenth
      to += 2
    }
    const unit = units.find((each) => matches(tokens, to, each.words))
    // "Trinta e oito e quatro": said so of nothing else.
    const hasTenth = tenth !== undefined
    if (!unit) return { value, to, unit: undefined, hasTenth }
    to += unit.words.length
    if (words.spokenTenths && number.decimals === 0 && to === number.to + unit.words.length) {
      const tenth = tenthAt(tokens, to)
      if (tenth !== undefined)
        return { value: value + tenth, to: to + 2, unit: unit.phrase, hasTenth: true }
    }
    if (tokens[to]?.norm === 'e' && /^mei[oa]$/.test(tokens[to + 1]?.norm ?? '')) {
      value += 0.5
      to += 2
    }
    return { value: round(value * unit.factor), to, unit: unit.phrase, hasTenth }
  }

  return { ...words, find }
}

/** "De 102 pra 98": the first is what it was. */
function isStart(tokens: readonly Token[], { from, to }: NumberPhrase): boolean {
  return (
    tokens[from - 1]?.norm === 'de' &&
    /^(?:pra|para)$/.test(tokens[to]?.norm ?? '') &&
    readNumbers(tokens.slice(to + 1, to + 2)).length > 0
  )
}

/** "Pesa cinquenta e poucos": about how much, which no scales show. */
function isRoughly(tokens: readonly Token[], { to }: NumberPhrase): boolean {
  return (
    tokens[to]?.norm === 'e' &&
    /^(?:poucos|poucas|tantos|tantas|tal)$/.test(tokens[to + 1]?.norm ?? '')
  )
}

const FELL = /^(?:baixou|caiu|desceu|diminuiu|reduziu|foi|passou|veio)$/

/** "A cintura baixou de 102 pra 98": the number it came to, by what was named before. */
function cueOfGoal(
  tokens: readonly Token[],
  number: number,
  cues: readonly string[][],
  notAfter?: RegExp,
): number | undefined {
  if (!/^(?:pra|para)$/.test(tokens[number - 1]?.norm ?? '')) return undefined
  for (let at = number - 2; at >= Math.max(1, number - 8); at--)
    if (tokens[at]!.norm === 'de' && FELL.test(tokens[at - 1]!.norm))
      return cueBefore(tokens, at - 1, cues, notAfter)
  return undefined
}

/** "58 anos", "2 vezes": a number of something else, whatever was named before it. */
function isCount(tokens: readonly Token[], at: number): boolean {
  return COUNTED.test(tokens[at]?.norm ?? '')
}

const COUNTED =
  /^(?:anos?|aninhos|dias?|semanas?|mes|meses|horas?|minutos?|segundos?|vez|vezes|comprimidos?|gotas?|pontos?|graus?|filhos?|passos|degraus|reais|consultas?|sessoes)$/

/** "37 e 8", "38 graus e 2": the tenths of a degree that follow. */
function tenthAt(tokens: readonly Token[], at: number): number | undefined {
  if (tokens[at]?.norm !== 'e') return undefined
  const tenth = readNumbers(tokens.slice(at + 1, at + 2))[0]
  return tenth && tenth.value < 10 && tenth.decimals === 0 ? tenth.value / 10 : undefined
}

/** Words that may stand between a name and its number without changing what is said. */
const FILLERS = new Set(
  (
    '… ta tao a o e as os de da do em no na com para por , : = - ( ) esta ta estao deu da ficou fica marcou marcando mediu medida aferida medido ' +
    'aferido verificada arterial axilar oral atual hoje agora aqui momento neste nesse igual valor alta alto baixa baixo boa bom normal ' +
    'controlada controlado elevada elevado otima otimo bem minha meu sua seu dela dele senhora senhor paciente do da ar ambiente oxigenio ' +
    'o2 ° º . aproximada braco direito esquerdo estava tava era dava chegou subiu bateu sentado sentada deitado deitada digital foi ' +
    'ne viu la ai olha olhe entao assim deixa deixe eu me ver ah eh hum medi mediu parede dando quanto calma espera pera contar contando dedo dedinho'
  ).split(' '),
)

export function isFiller(token: Token | undefined): boolean {
  return token !== undefined && FILLERS.has(token.norm)
}

export function matches(tokens: readonly Token[], at: number, words: readonly string[]): boolean {
  return words.every((word, index) => tokens[at + index]?.norm.toLowerCase() === word)
}

/** Where the naming words before a number begin, when only fillers lie between. */
export function cueBefore(
  tokens: readonly Token[],
  number: number,
  cues: readonly string[][],
  notAfter?: RegExp,
): number | undefined {
  let most = 9
  for (let at = number - 1; at >= 0 && number - at <= most; at--) {
    const cue = cues.find((words) => matches(tokens, at - words.length + 1, words))
    if (cue) {
      const from = at - cue.length + 1
      const left = tokens.slice(Math.max(0, from - 2), from).map((token) => token.norm)
      return notAfter?.test(left.join(' ')) ? undefined : from
    }
    if (isFiller(tokens[at])) continue
    const aside = asideFrom(tokens, at)
    if (aside === undefined) return undefined
    most += at - aside
    at = aside
  }
  return undefined
}

const PAUSE = /^[.…]$/
const MEASURE =
  /^(?:altura|estatura|pressao|frequencia|saturacao|temperatura|glicemia|glicose|cintura|peso|pesava|pulso|idade|febre|dor)$/

/**
 * "Vamos ver o peso... sapato pode ficar... 81": where what is said between two pauses begins, if
 * it is about nothing measured.
 */
function asideFrom(tokens: readonly Token[], at: number): number | undefined {
  if (!PAUSE.test(tokens[at + 1]?.norm ?? '')) return undefined
  const aside = tokens.slice(Math.max(0, at - MOST_ASIDE), at + 1)
  const pause = aside.findLastIndex(({ norm }) => PAUSE.test(norm))
  const words = aside.slice(pause + 1)
  const isOther = words.some(({ kind, norm }) => kind !== 'word' || MEASURE.test(norm))
  if (pause < 0 || isOther || readNumbers(words).length > 0) return undefined
  return at - words.length + 1
}

/** Words of an aside, at most. */
const MOST_ASIDE = 6

/**
 * "98 de saturação", "oitenta e um na balança", "treze por oito a pressão da senhora": where it
 * ends.
 */
export function cueAfter(
  tokens: readonly Token[],
  to: number,
  cues: readonly string[][],
): number | undefined {
  for (let at = to; at < to + MOST_LEADS && LEADS_TO_CUE.test(tokens[at]?.norm ?? ''); at++) {
    const cue = cues.find((words) => matches(tokens, at + 1, words))
    if (!cue) continue
    const end = at + 1 + cue.length
    // "72 a pressão 120 por 80": the name of the number behind it.
    return tokens[to]?.norm === 'de' || !namesNext(tokens, end) ? end : undefined
  }
  return undefined
}

const MOST_LEADS = 3
const LEADS_TO_CUE =
  /^(?:de|a|o|na|no|minha|meu|sua|seu|nossa|nosso|nessa|essa|esse|agora|aqui|hoje|pela|pelo)$/

function namesNext(tokens: readonly Token[], from: number): boolean {
  let at = from
  while (at < tokens.length && at < from + 5 && isFiller(tokens[at])) at += 1
  return readNumbers(tokens.slice(at, at + 1)).length > 0
}

/** "…, não, …", "digo", "ou melhor": the second number replaces the first. */
export function isCorrection(tokens: readonly Token[], from: number, to: number): boolean {
  const between = tokens.slice(from, to).map((token) => token.norm)
  const text = between.join(' ')
  return (
    between.length <= 8 && CORRECTION.test(text) && between.every((word) => CORRECTING.has(word))
  )
}

export const CORRECTION =
  /(?:^|[,.;] )(?:nao ,|nao . |nao \.|digo|alias|minto|perdao|desculpe?|corrigindo|corrijo|melhor|ou melhor|quer dizer|na verdade|errei|opa|(?:mas |e )?(?:hoje|agora))/
const CORRECTING = new Set(
  'nao digo alias minto perdao desculpa desculpe corrigindo corrijo melhor ou quer dizer na verdade errei opa hoje agora mas aqui , . ; : - e é esta ta a o sao foi deu'.split(
    ' ',
  ),
)

/** The whole statement is the answer: the number, its unit, and words that say nothing else. */
export function isAnswer(
  tokens: readonly Token[],
  from: number,
  to: number,
  hasUnit: boolean,
): boolean {
  const others = hasUnit ? readNumbers(tokens) : []
  return tokens.every((token, index) => {
    if (index >= from && index < to) return true
    if (isFiller(token) || ANSWERING.has(token.norm) || CORRECTING.has(token.norm)) return true
    if (others.some((number) => index >= number.from && index < number.to)) return true
    return hasUnit && ANSWERED_UNITS.has(token.norm)
  })
}

const ANSWERING = new Set(
  (
    'eu e tenho tem doutor doutora sim entao , . ! … nao esta ai olha ta certo pesei pesou pesamos subi subiu medi mediu medimos peso altura mede deu foi to tou estou com ' +
    'pouquinho pouco ritmado regular ritmico cheio perfeito perfeita otimo manha cedo ontem casa farmacia posto balanca parede cartao caderneta semana passada anteontem ele ela mae senhor'
  ).split(' '),
)
const ANSWERED_UNITS = new Set('metro metros m cm centimetros quilo quilos kg gramas'.split(' '))

/** To three decimals, the grams of a weight in kg; drops binary residue. */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
