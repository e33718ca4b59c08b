/**
 * What a speaker takes back in the same breath ("na terça… não, na quarta", "quatro ml aliás dois",
 * "20… 40 miligramas"): the words that hold no longer are no words of the visit. Where they stood
 * is kept, so that a quotation leaves them out instead of saying both.
 *
 * A correction names the same kind of thing again, behind words that correct or behind a pause. Of
 * another kind it is no correction ("diabetes não, mas pressão"), and nothing is left out.
 */

import { type NumberPhrase, readNumbers } from '../../portuguese/numbers.ts'
import { type Token, wordsBetween } from '../../portuguese/tokens.ts'
import { type Item, isEllipsis, itemAt, takenBackWhole } from './retraction-parts.ts'
import type { Statement } from './statements.ts'

/** The statements with the tokens that still hold, and the places of those that do not. */
export function withoutRetractions(statements: readonly Statement[]): Statement[] {
  return statements.map((statement) => {
    if (statement.origin !== 'speech' || !MAY_CORRECT.test(statement.text)) return statement
    const cuts = retractionsIn(statement.tokens)
    if (cuts.length === 0) return statement
    const tokens = statement.tokens.filter(
      (_, at) => !cuts.some(([from, to]) => at >= from && at < to),
    )
    const retracted = cuts.map(([from, to]): [number, number] => [
      statement.tokens[from]!.start,
      statement.tokens[to]?.start ?? statement.text.length,
    ])
    return { ...statement, tokens, retracted }
  })
}

const MAY_CORRECT =
  /…|\.\.|\b(?:digo|ali[aá]s|minto|perd[aã]o|desculpe?a?|corrig\w+|opa|errei|quer dizer|melhor|verdade|vamos dizer|espera|pera[ií]|me engan|n[aã]o)\b|não/iu

/** Tokens [from, to) that were taken back, the words that take back included. */
function retractionsIn(tokens: readonly Token[]): [from: number, to: number][] {
  const numbers = new Map(readNumbers(tokens).map((number) => [number.from, number]))
  const cuts: [number, number][] = []
  let done = 0
  for (let at = 1; at < tokens.length; at++) {
    const again = takenBackWhole(tokens, numbers, at, done)
    if (again) {
      cuts.push(again)
      done = again[1]
      continue
    }
    const turn = turnAt(tokens, at)
    if (!turn) continue
    const cut = cutAround(tokens, numbers, turn, done)
    if (!cut) continue
    cuts.push(...cut)
    done = cut.at(-1)![1]
    at = Math.max(at, done - 1)
  }
  return cuts
}

/** Words that correct, from the pause before them to the pause after them. */
interface Turn {
  from: number
  to: number
  /**
   * `silent` is a pause alone, `denies` "não" and its like, `corrects` what is said for nothing
   * else.
   */
  manner: 'silent' | 'denies' | 'corrects'
  /** "penicilina não, é poeira": the denial follows what it denies. */
  follows: boolean
}

const CORRECTS =
  /^(?:digo|alias|minto|perdao|desculpa|desculpe|corrigindo|corrijo|opa|errei|retifico|retificando|engano)$/
const CORRECTS_TWO =
  /^(?:quer dizer|ou melhor|melhor dizendo|me enganei|me confundi|li errado|falei errado|na verdade|melhor nao|vamos dizer)$/
const HESITATES = /^(?:nao|espera|perai|pera|calma|melhor|e|ah|hum|ai|acho|que|foi|era|mas)$/
const PAUSE = /^(?:…|,|\.|-|–)$/
/** "Um cateterismo… não, por enquanto não, primeiro uma cintilografia". */
const REFUSES = /^(?:por (?:enquanto|ora)|agora|hoje|ainda) nao\b/

/**
 * "De vinte em jejum não de quarenta", where nobody sets marks: another number right behind the
 * denial.
 */
function unmarkedTurn(tokens: readonly Token[], from: number): Turn | undefined {
  if (tokens[from]!.norm !== 'nao' || tokens.some(({ kind }) => kind === 'mark')) return undefined
  const at = from + (/^(?:de|e|sao|foram|por)$/.test(tokens[from + 1]?.norm ?? '') ? 2 : 1)
  const [right] = readNumbers(tokens.slice(at, at + 2))
  return right?.from === 0 && !right.article
    ? { from, to: from + 1, manner: 'denies', follows: false }
    : undefined
}

function turnAt(tokens: readonly Token[], from: number): Turn | undefined {
  const unmarked = unmarkedTurn(tokens, from)
  if (unmarked) return unmarked
  const pauses = PAUSE.test(tokens[from]!.norm)
  let to = from
  while (PAUSE.test(tokens[to]?.norm ?? '')) to += 1
  const afterPause = to
  let corrects = false
  let denies = false
  let prefers = false
  let hesitates = false
  for (; to < tokens.length; ) {
    const word = tokens[to]!.norm
    const refusal = to > from ? REFUSES.exec(wordsBetween(tokens, to, to + 3))?.[0] : undefined
    if (refusal !== undefined) {
      denies = true
      to += refusal.split(' ').length
    } else if (CORRECTS_TWO.test(`${word} ${tokens[to + 1]?.norm ?? ''}`)) {
      corrects = true
      to += 2
    } else if (CORRECTS.test(word)) {
      corrects = true
      to += 1
    } else if (
      HESITATES.test(word) &&
      (to > afterPause || /^(?:nao|espera|perai|pera|melhor|ah)$/.test(word))
    ) {
      denies ||= word === 'nao' || word === 'melhor'
      prefers ||= word === 'melhor'
      hesitates ||= /^(?:espera|perai|pera|calma)$/.test(word)
      to += 1
    } else if (PAUSE.test(word) && to > afterPause) to += 1
    else break
  }
  if (corrects) return { from, to, manner: 'corrects', follows: false }
  const isParted =
    to > afterPause &&
    (PAUSE.test(tokens[to - 1]!.norm) || tokens[from]!.norm === '…' || to - afterPause > 1)
  if (denies && isParted && (pauses || hesitates || (prefers && to - from > 1)))
    return { from, to, manner: 'denies', follows: false }
  if (denies && !pauses && /^(?:,|e|doutora?)$/.test(tokens[from + 1]?.norm ?? ''))
    return { from, to, manner: 'denies', follows: true }
  return isEllipsis(tokens, from) && to === afterPause
    ? { from, to, manner: 'silent', follows: false }
    : undefined
}

/**
 * Words between what was wrong and the correction of it, and between the correction and what is
 * right.
 */
const MOST_BEFORE = 7
const MOST_AFTER = 6

function cutAround(
  tokens: readonly Token[],
  numbers: ReadonlyMap<number, NumberPhrase>,
  turn: Turn,
  least: number,
): [number, number][] | undefined {
  const right = nextItem(tokens, numbers, turn)
  const better = right ? undefined : namedBetter(tokens, numbers, turn, least)
  if (better) return [better]
  if (!right) return turn.follows ? deniedDrug(tokens, numbers, turn) : undefined
  for (let at = turn.from - 1; at >= Math.max(least, turn.from - MOST_BEFORE); at--) {
    if (/^[.;:?!…]$/.test(tokens[at]!.norm)) return undefined
    const wrong = itemAt(tokens, numbers, at)
    if (!wrong || wrong.to > turn.from || wrong.from < least) continue
    if (!replaces(right, wrong, turn.manner === 'silent')) continue
    const between = tokens.slice(wrong.to, turn.from)
    if (turn.follows && between.length > 0) return undefined
    // "Umas três… quatro": no correction, but nobody counted.
    const isVague = /^(?:uns|umas|quase|entre)$/.test(tokens[wrong.from - 1]?.norm ?? '')
    if (turn.manner === 'silent' && isVague) return undefined
    if (turn.manner === 'silent' && !between.every(({ norm }) => A_DAY.test(norm))) return undefined
    if (wrong.words === right.words) return undefined
    const centimetres = restOfLength(tokens, numbers, wrong, right)
    if (centimetres !== undefined) return [[centimetres, right.from]]
    const [from, to] = withJoints(tokens, wrong, right, turn.to)
    if (turn.manner === 'silent' && to > turn.to) return undefined
    // "26 de noite… não, 24": what stands between still holds.
    const holds = between.some(({ norm }) => MOMENT.test(norm))
    return holds
      ? [
          [from, wrong.to],
          [turn.from, to],
        ]
      : [[from, to]]
  }
  return undefined
}

/** "Um metro e setenta e cinco, não, setenta e três": only the centimetres are taken back. */
function restOfLength(
  tokens: readonly Token[],
  numbers: ReadonlyMap<number, NumberPhrase>,
  wrong: Item,
  right: Item,
): number | undefined {
  const metre = tokens.findIndex(
    ({ norm }, at) => at >= wrong.from && at < wrong.to && /^metros?$/.test(norm),
  )
  const rest = metre < 0 || tokens[metre + 1]?.norm !== 'e' ? undefined : numbers.get(metre + 2)
  const again = numbers.get(right.from)
  const isBare = again?.to === right.to && again.value >= 10 && again.value < 100
  return rest && isBare ? rest.from : undefined
}

/**
 * "Audiometria… potencial evocado auditivo, o BERA": the name that is explained is the one that is
 * meant.
 */
function namedBetter(
  tokens: readonly Token[],
  numbers: ReadonlyMap<number, NumberPhrase>,
  { from, to, manner }: Turn,
  least: number,
): [number, number] | undefined {
  const wrong = from > least ? itemAt(tokens, numbers, from - 1) : undefined
  if (manner !== 'silent' || !wrong?.kinds.has('#exam') || wrong.to !== from) return undefined
  for (let at = to + 1; at < to + 5 && at + 2 < tokens.length; at++) {
    if (tokens[at]!.norm !== ',') continue
    const isExplained = /^[oa]$/.test(tokens[at + 1]!.norm)
    const short = isExplained ? itemAt(tokens, numbers, at + 2) : undefined
    return short?.kinds.has('#exam') ? [wrong.from, to] : undefined
  }
  return undefined
}

/** "Penicilina não, é poeira só." */
function deniedDrug(
  tokens: readonly Token[],
  numbers: ReadonlyMap<number, NumberPhrase>,
  { from, to }: Turn,
): [number, number][] | undefined {
  const wrong = itemAt(tokens, numbers, from - 1)
  const isOther = tokens[to - 1]?.norm === 'e' && tokens[to]?.kind === 'word'
  return isOther && wrong?.kinds.has('drug') ? [[wrong.from, to]] : undefined
}

/** "Um maço por dia… meio maço." */
const A_DAY = /^(?:por|ao|de|dia|manha|noite)$/
const MOMENT = /^(?:manha|tarde|noite|dia|jejum|almoco|jantar|cafe|semana)$/
const LEADS =
  /^(?:de|do|da|dos|das|no|na|nos|nas|em|o|a|os|as|ao|um|uma|uns|umas|pro|pra|por|com|e|era|foi|sao|fica|faz|ha|mais|minha|meu|teu|sua|seu|caso|doutora?|a|la|isso|foram|deu|primeiro)$/

/**
 * What is named right behind the correction, with nothing but small words before it. "4 é muito,
 * 3": the wrong one once more.
 */
function nextItem(
  tokens: readonly Token[],
  numbers: ReadonlyMap<number, NumberPhrase>,
  { to, manner }: Turn,
): Item | undefined {
  for (let at = to; at < tokens.length && at <= to + MOST_AFTER; at++) {
    const item = itemAt(tokens, numbers, at)
    if (item) {
      const denied = /^(?:nao|sim|tambem|eu|e)$/.test(tokens[item.to]?.norm ?? '')
      const isTooMuch = /^(?:e|era) (?:muito|pouco|demais|errado)$/.test(
        tokens
          .slice(item.to, item.to + 2)
          .map(({ norm }) => norm)
          .join(' '),
      )
      if (!isTooMuch)
        return denied && manner !== 'corrects' && tokens[item.to]!.norm !== 'e' ? undefined : item
      at = item.to + 2
    } else if ((manner === 'silent' && at > to) || !LEADS.test(tokens[at]!.norm)) return undefined
  }
  return undefined
}

/** Words that a pause parts one from the next: "hemograma… ferritina". */
const LISTED = new Set([
  'drug',
  '#exam',
  '#disease',
  '#specialty',
  'part',
  'relative',
  'moment',
  'weekday',
])

function replaces(right: Item, wrong: Item, isSilent: boolean): boolean {
  return [...right.kinds].some((kind) => wrong.kinds.has(kind) && !(isSilent && LISTED.has(kind)))
}

/**
 * "na terça" by "na quarta", "a AAS" by "a cetorolaco": the small words before both go with them.
 */
function withJoints(
  tokens: readonly Token[],
  wrong: Item,
  right: Item,
  least: number,
): [number, number] {
  let [from, to] = [wrong.from, right.from]
  while (from > 0 && to > least && isSameJoint(tokens[from - 1]!.norm, tokens[to - 1]!.norm)) {
    from -= 1
    to -= 1
  }
  return [from, to]
}

const ARTICLE = /^(?:o|a|os|as|um|uma|uns|umas)$/

function isSameJoint(a: string, b: string): boolean {
  return LEADS.test(a) && (a === b || (ARTICLE.test(a) && ARTICLE.test(b)))
}
