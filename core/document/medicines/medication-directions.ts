/**
 * What is said after a medicine's name: strength, quantity, route, how often, how long, when
 * needed. Directions are a chain of such parts with words between them that carry nothing ("né",
 * "aí", "toma"); the chain ends at the first word that is neither.
 */
import type { Duration } from '../../portuguese/durations.ts'
import type { NumberPhrase } from '../../portuguese/numbers.ts'
import { normAt, type Token, wordsBetween } from '../../portuguese/tokens.ts'
import {
  type Amount,
  amountUnit,
  isForm,
  isTime,
  quantityAt,
  strengthAt,
} from './medication-amounts.ts'
import { asNeededAt } from './medication-as-needed.ts'
import { type Frequency, frequencyAt } from './medication-frequency.ts'
import type { MedicineSentence } from './medication-reading.ts'
import { type Route, routeAt } from './medication-route.ts'

export interface Directions {
  /** "50 mg", "20 unidades": how strong. */
  dose: Amount | null
  /** "um comprimido", "30 gotas", "5 ml": how many at a time. */
  quantity: Amount | null
  route: Route | null
  frequency: Frequency | null
  /** How long it is to be taken; `until` when its end was said in words ("até acabar a caixa"). */
  duration: Duration | 'continuous' | 'until' | null
  /** Since when it is taken ("há dez anos"). */
  since: Duration | null
  /** Only when needed; the words of the condition ("dor", "precisar"). */
  asNeeded: { condition: string } | null
}

function noDirections(): Directions {
  return {
    dose: null,
    quantity: null,
    route: null,
    frequency: null,
    duration: null,
    since: null,
    asNeeded: null,
  }
}

/** Directions from a token on; `to` is where they end, the token itself when there are none. */
export function directionsAt(reading: MedicineSentence, from: number): Directions & { to: number } {
  const found: Directions & { to: number } = { ...noDirections(), to: from }
  for (;;) {
    const step = nextPart(reading, found)
    if (!step) break
    Object.assign(found, step)
  }
  return found
}

/**
 * A strength or quantity that ends right before "de" and the name: "meio comprimido de", "500 mg
 * de".
 */
export function amountBefore(
  { tokens, numbers }: MedicineSentence,
  name: number,
): { from: number; dose: Amount | null; quantity: Amount | null } | undefined {
  const share = shareBefore(tokens, name)
  if (share) return share
  let end = name
  if (!OF.test(normAt(tokens, end - 1))) return undefined
  end -= 1
  if (SALT.test(normAt(tokens, end - 1)) && OF.test(normAt(tokens, end - 2))) end -= 2
  const form = isForm(normAt(tokens, end - 1)) ? end - 1 : undefined
  for (let from = end - 1; from >= Math.max(0, end - 8); from--) {
    const quantity = quantityAt(tokens, numbers, from)
    const starts = numbers.every((number) => !(number.from < from && number.to > from))
    if (quantity?.to === end && starts) return { from, dose: null, quantity }
    const dose = strengthAt(tokens, numbers, from)
    if (dose?.to === end && starts) return { from, dose, quantity: null }
    // "tomo 88 de levotiroxina".
    const number = numbers.find((each) => each.from === from)
    if (number?.to === end && number.value > 4)
      return { from, dose: { value: number.value, and: null, unit: null }, quantity: null }
  }
  return form === undefined ? undefined : { from: form, dose: null, quantity: null }
}

/**
 * "A metade da furosemida", "meia sertralina", "um quarto do comprimido de clonazepam": of one
 * tablet.
 */
function shareBefore(
  tokens: readonly Token[],
  name: number,
): { from: number; dose: null; quantity: Amount } | undefined {
  const words = wordsBetween(tokens, name - MOST_OF_SHARE, name)
  const said = SHARES.map(([pattern, value]) => ({ words: pattern.exec(words)?.[0], value })).find(
    (each) => each.words !== undefined,
  )
  if (said?.words === undefined) return undefined
  const from = name - said.words.trim().split(' ').length
  // "Um comprimido e meio": more than one.
  if (normAt(tokens, from - 1) === 'e') return undefined
  return { from, dose: null, quantity: { value: said.value, and: null, unit: 'comprimido' } }
}

const OF_TABLET = '(?: (?:comprimid\\w+|capsulas?) d[aeo])?$'
const SHARES: readonly [RegExp, number][] = [
  [new RegExp(`(?:^| )(?:a )?metade d[aeo]${OF_TABLET}`), 0.5],
  [/(?:^| )mei[oa]$/, 0.5],
  [new RegExp(`(?:^| )um quarto d[aeo]${OF_TABLET}`), 0.25],
  [new RegExp(`(?:^| )tres quartos d[aeo]${OF_TABLET}`), 0.75],
]
const MOST_OF_SHARE = 6

const OF = /^(?:de|da|do|desse|dessa)$/
const SALT =
  /^(?:cloridrato|maleato|besilato|succinato|tartarato|bromidrato|brometo|sulfato|fosfato|hemitartarato|oxalato|citrato|acetato|propionato|furoato|bissulfato|valerato|mesilato|fumarato)$/

type Part = Partial<Directions> & { to: number }

function nextPart(reading: MedicineSentence, found: Directions & { to: number }): Part | undefined {
  let at = found.to
  for (let glue = 0; glue <= 8; glue++) {
    if (at >= reading.tokens.length || reading.isName(at)) return undefined
    const part = partAt(reading, found, at, glue > 0)
    if (part) return part
    const skip = glueAt(reading.tokens, at)
    if (skip === 0) return undefined
    at += skip
  }
  return undefined
}

function partAt(
  reading: MedicineSentence,
  found: Directions & { to: number },
  at: number,
  afterGlue: boolean,
): Part | undefined {
  const { tokens, numbers, durations } = reading
  const needed = asNeededAt(reading, at)
  if (needed) return { asNeeded: found.asNeeded ?? { condition: needed.condition }, to: needed.to }
  const quantity = quantityAt(tokens, numbers, at)
  if (quantity && !ofAnother(reading, quantity.to)) {
    const { to, ...amount } = quantity
    return { quantity: found.quantity ?? amount, to }
  }
  const dose = strengthAt(tokens, numbers, at)
  if (dose && !ofAnother(reading, dose.to)) {
    const { to, ...amount } = dose
    return { dose: found.dose ?? amount, to }
  }
  // "losartana de 50", "Puran 75 em jejum": a number alone, right after the name; "omeprazol 2 de
  // manhã" counts.
  const number = numbers.find((each) => each.from === at)
  const nothingYet = !found.dose && !found.quantity && !found.frequency
  const parted = number && nothingYet ? partedAt(reading, number) : undefined
  if (parted) return parted
  // "Um comprimido e meio de cinquenta".
  const isStrength = !found.dose && !nothingYet && normAt(tokens, at - 1) === 'de'
  if (
    number &&
    (nothingYet || (isStrength && number.value >= 5)) &&
    number.value > (number.decimals > 0 ? 0.005 : 3.5) &&
    !isTime(tokens, numbers, number.to) &&
    !ofAnother(reading, number.to)
  )
    return { dose: { value: number.value, and: null, unit: null }, to: number.to }
  const count = found.quantity ? undefined : countOfStrength(reading, at)
  if (count) return count
  const frequency = ownFrequency(reading, at)
  if (frequency) {
    const { to, ...often } = frequency
    const continuous = often.moments.includes('continuo')
    return {
      frequency: joinFrequency(found.frequency, often),
      ...(continuous && found.duration === null ? { duration: 'continuous' as const } : {}),
      to,
    }
  }
  const duration = durations.find((each) => each.from === at && each.kind !== 'span')
  if (duration?.kind === 'ago') return { since: found.since ?? duration, to: duration.to }
  if (duration?.kind === 'for')
    return { duration: found.duration ?? duration, to: wholeLength(tokens, duration.to) }
  const next = found.duration === null ? undefined : thenAt(reading, at)
  if (next !== undefined) return { to: next }
  const again = againAt(reading, at)
  if (again !== undefined && (found.dose ?? found.quantity ?? found.frequency)) return { to: again }
  const route = routeAt(tokens, at)
  if (route) return { route: found.route ?? route.route, to: route.to }
  const until =
    /^(?:ate (?:acabar|terminar|completar|o (?:retorno|fim|final)|a (?:proxima|volta)|melhorar|passar|segunda ordem)|no dia da crise)/.exec(
      wordsBetween(tokens, at, at + 4),
    )?.[0]
  if (until) return { duration: found.duration ?? 'until', to: at + until.split(' ').length }
  const length = durations.find((each) => each.from === at && each.kind === 'span')
  if (
    length &&
    (found.dose || found.quantity || found.frequency || found.route) &&
    length.unit !== 'year' &&
    !/^(?:depois|antes|de)$/.test(normAt(tokens, length.to))
  )
    return {
      duration: found.duration ?? { ...length, kind: 'for' },
      to: wholeLength(tokens, length.to),
    }
  // "Amoxicilina, suspensão de …", "o metoprolol, o succinato".
  const isAside = /^(?:, )?(?:, |, o |, a )$/.test(`${wordsBetween(tokens, found.to, at)} `)
  if (isForm(normAt(tokens, at)) && (!afterGlue || isAside)) return { to: at + 1 }
  return undefined
}

/**
 * "Dois de quinhentos", "um e meio de cem": how many, where only the strength of each is said
 * behind it.
 */
function countOfStrength({ tokens, numbers }: MedicineSentence, at: number): Part | undefined {
  const isHalf = /^(?:mei[oa]|metade)$/.test(normAt(tokens, at))
  const number = numbers.find((each) => each.from === at)
  const value = isHalf ? 0.5 : number?.value
  const to = isHalf ? at + 1 : number?.to
  if (value === undefined || to === undefined || value > MOST_AT_ONCE) return undefined
  const strength = normAt(tokens, to) === 'de' && numbers.find(({ from }) => from === to + 1)
  if (!strength || isTime(tokens, numbers, strength.to)) return undefined
  const much = strengthAt(tokens, numbers, to + 1)
  if (!much && strength.article) return undefined
  if (!much && strength.value < LEAST_STRENGTH) return undefined
  const dose = much ?? { value: strength.value, and: null, unit: null, to: strength.to }
  return {
    quantity: { value, and: null, unit: null },
    dose: { value: dose.value, and: dose.and, unit: dose.unit },
    to: dose.to,
  }
}

const MOST_AT_ONCE = 6
const LEAST_STRENGTH = 5

/** "Três dias seguidos", "dez dias no total": the words behind a length of time. */
function wholeLength(tokens: readonly Token[], to: number): number {
  if (/^(?:seguid[oa]s|corrid[oa]s|diret[oa]|certinh[oa]s)$/.test(normAt(tokens, to))) return to + 1
  return /^(?:no|ao) (?:total|todo)$/.test(wordsBetween(tokens, to, to + 2)) ? to + 2 : to
}

/**
 * "E repete em uma semana", "pode repetir depois de duas horas": one more dose; the token behind
 * it.
 */
function againAt({ tokens, durations }: MedicineSentence, at: number): number | undefined {
  const said = /^(?:pode )?(?:repete|repetir|repita|repetindo)(?: a dose)?(?= |$)/.exec(
    wordsBetween(tokens, at, at + 4),
  )?.[0]
  if (said === undefined) return undefined
  const from = at + said.split(' ').length
  const after = durations.find((each) => each.from >= from && each.from <= from + 2)
  return after?.to
}

/**
 * "Por sete dias, depois 50", "e depois um inteiro": what follows the time that was told; the token
 * behind how much.
 */
function thenAt({ tokens, numbers, isName }: MedicineSentence, at: number): number | undefined {
  if (!/^(?:depois|dai)$/.test(normAt(tokens, at))) return undefined
  const from =
    at + 1 + (/^(?:de|passa|para|pra|sobe|aumenta)$/.test(normAt(tokens, at + 1)) ? 1 : 0)
  const much = quantityAt(tokens, numbers, from) ?? strengthAt(tokens, numbers, from)
  const number = numbers.find((each) => each.from === from)
  const to = much?.to ?? number?.to
  if (to === undefined || (!much && isTime(tokens, numbers, to))) return undefined
  const ends = to + (/^inteir[oa]s?$/.test(normAt(tokens, to)) ? 1 : 0)
  return /^(?:de|da|do)$/.test(normAt(tokens, ends)) && isName(ends + 1) ? undefined : ends
}

/**
 * "Seis e vinte e cinco", "três e cento e vinte e cinco": the comma of a strength that is said as
 * "e".
 */
function partedAt({ tokens, numbers }: MedicineSentence, whole: NumberPhrase): Part | undefined {
  const part =
    normAt(tokens, whole.to) === 'e' ? numbers.find(({ from }) => from === whole.to + 1) : undefined
  if (!part || whole.value > 12 || ![25, 75, 125].includes(part.value)) return undefined
  const value = whole.value + part.value / 10 ** String(part.value).length
  const unit = amountUnit(normAt(tokens, part.to))
  const isStrength = unit === 'mg'
  return {
    dose: { value, and: null, unit: isStrength ? unit : null },
    to: part.to + (isStrength ? 1 : 0),
  }
}

/** "A losartana de manhã e de noite a sinvastatina": the last time is of the name behind it. */
function ownFrequency(
  { tokens, numbers, isName }: MedicineSentence,
  at: number,
): ReturnType<typeof frequencyAt> {
  const found = frequencyAt(tokens, numbers, at)
  const leadsOn = found && /^[oa]s?$/.test(normAt(tokens, found.to)) && isName(found.to + 1)
  if (!leadsOn) return found
  const joint = tokens.slice(at, found.to).findLastIndex(({ norm }) => norm === 'e')
  if (joint > 0) return frequencyAt(tokens.slice(0, at + joint), numbers, at)
  return /(?:^| )e(?: de| a)?$/.test(wordsBetween(tokens, at - 2, at)) ? undefined : found
}

/** "20 gotas de rivotril": the amount belongs to the name behind it. */
function ofAnother({ tokens, isName }: MedicineSentence, at: number): boolean {
  return /^(?:de|da|do)$/.test(normAt(tokens, at)) && isName(at + 1)
}

function joinFrequency(a: Frequency | null, b: Frequency): Frequency {
  return a
    ? {
        times: a.times ?? b.times,
        every: a.every ?? b.every,
        moments: [...a.moments, ...b.moments],
      }
    : b
}

const GLUE =
  /^(?:,|\.|\.\.\.|…|-|–|:|\(|\)|e|a|o|as|os|de|do|da|ai|dai|entao|ne|ta|eh|tipo|assim|so|tambem|sendo|que|hum|ah|bom|olha|toma|tomar|tome|tomando|tomo|usa|usar|use|usando|uso|to|tou|passa|passo|passar|aplica|aplicar|aplico|aplique|pinga|pingar|pingo|pingue|inala|inalar|faz|fazer|faco|fazendo|da|dar|dando|dou|injeta|injetar|pra|para|pro|em|no|na|pelo|com|ja|isso|agora|hoje|ele|ela|eu|vai|vou|pode|deve|sao|voce|ir|cada|total|mais|apenas|somente|certo|sempre|dose|concentracao|atual|por|via|la|ate|aquel[ea]|ess[ea]|profilatic[oa]|injetavel|manipulad[oa]|generic[oa]|comum|simples|mesm[oa]|normal|casa|fix[oa]|juntos?|juntas?|logo|uns|umas|doutora?|dra?|moc[oa]|viu|uai)$/
const GLUE_PHRASE =
  /^(?:por (?:causa|conta) d[aeo]s? \p{L}+|desde (?:novinh[oa]|pequen[oa]|sempre|bebe|nenem)|(?:d[aoe]|pr[ao]|para) (?:a |o |as |os |minha |meu )?(?:pressao|coracao|colesterol|diabetes|tireoide|estomago|ansiedade|depressao|dor|dores|alergia|asma|colica|osso|ossos|costas|joelho|rinite|gastrite|refluxo|enxaqueca|convulsao|humor|circulacao|prostata|anemia|febre|infeccao|nariz|sono)|o senhor|a senhora|mais ou menos|quer dizer|na dose de|na dosagem de|com dose de|a dose de|vai tomar|que e|de (?:acao|liberacao) (?:rapida|lenta|prolongada|imediata|modificada|controlada)|nao fracionada|camada fina|fina camada|no maximo|de ferro(?: elementar)?|comec(?:a|ar|ando|e) com|inici(?:a|ar|ando|e) com|na primeira hora|uma camada(?: fina)?)(?= |$)/u

/** How many tokens at a place carry nothing; 0 ends the chain. */
function glueAt(tokens: readonly Token[], at: number): number {
  const phrase = GLUE_PHRASE.exec(wordsBetween(tokens, at, at + 4))?.[0]
  if (phrase !== undefined) return phrase.split(' ').length
  // "Tomo uma quando dói, de 500": the form is not said.
  if (
    /^(?:um|uma|dois|duas|meio|meia)$/.test(normAt(tokens, at)) &&
    (/^(?:quando|se|sempre)$/.test(normAt(tokens, at + 1)) ||
      (normAt(tokens, at + 1) === 'de' &&
        /^(?:\d|vinte|dez|cem|cinquenta|vinte|trinta|quarenta)/.test(normAt(tokens, at + 2))))
  )
    return 1
  return GLUE.test(normAt(tokens, at)) ? 1 : 0
}
