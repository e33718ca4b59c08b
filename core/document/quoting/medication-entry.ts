/**
 * One medicine as it goes into a list: its words, what was taken back of them, and the sentences
 * that go on with its directions.
 */
import { type NumberPhrase, readNumbers } from '../../portuguese/numbers.ts'
import { type Token, tokenize } from '../../portuguese/tokens.ts'
import type { MedicationSection } from '../medicines/medication-act.ts'
import { isDirections } from '../medicines/medication-directions-alone.ts'
import type { Visit } from '../medicines/medication-likely.ts'
import { settlesAt } from '../medicines/medication-stretch.ts'
import type { Act } from '../medicines/medication-verbs.ts'
import { clausesOf, wordsOf } from '../pieces/clauses.ts'
import type { Statement } from '../pieces/statements.ts'
import type { Filed } from './file-clause.ts'
import { withoutFillers } from './fillers.ts'
import { answered, asItem, joinQuotes, type Quote, quote } from './quote.ts'

/** Characters of a statement. */
interface Stretch {
  statement: Statement
  start: number
  end: number
}

export interface MedicineEntry extends Stretch {
  section: MedicationSection
  act: Act
  ingredients: string[]
  hasDose: boolean
  /** Characters left out: "de 75" of "sobe de 75 pra 100", which holds no longer. */
  cuts: [start: number, end: number][]
  /** Its directions were taken back and not given yet: nothing is prescribed unless they follow. */
  isOpen?: boolean
  /** No known name: it is marked. */
  isUnknown?: true
  /** Sentences that go on with the directions. */
  more: Stretch[]
}

/** A medicine told twice is told once, with its dose. Returns the one that is told. */
export function keep(entries: MedicineEntry[], entry: MedicineEntry): MedicineEntry {
  // "A NPH eu faço vinte." "A regular eu faço seis.": two insulins.
  const isApart = (each: MedicineEntry) =>
    each.hasDose &&
    entry.hasDose &&
    !each.ingredients.some((ingredient) => entry.ingredients.includes(ingredient))
  const at = entries.findIndex(
    (each) => sharesIngredient(each, entry.ingredients) && !isApart(each),
  )
  const known = entries[at]
  if (known && (known.hasDose || !entry.hasDose || known.ingredients.length > 1)) return known
  entries.splice(known ? at : entries.length, known ? 1 : 0, entry)
  return entry
}

export function sharesIngredient(
  { ingredients }: MedicineEntry,
  others: readonly string[],
): boolean {
  return ingredients.some((each) => others.some((other) => each === other || isKindOf(each, other)))
}

/** "A insulina, tá aplicando?" "A NPH.": one told in general and by its kind. */
function isKindOf(one: string, other: string): boolean {
  return (
    [one, other].includes('insulina') && one.startsWith('insulina') && other.startsWith('insulina')
  )
}

/**
 * In a list the medicine alone, in a text with the words that say what becomes of it ("Mantém a
 * hidroclorotiazida de 25 e a sinvastatina").
 *
 * @param known the same medicine as it is in use: in a list "A sertralina continua igual" goes with
 * the dose that was told
 */
export function toFiled(entry: MedicineEntry, known?: MedicineEntry): Filed {
  const marked = (quoted: Quote) =>
    entry.isUnknown ? { ...quoted, text: `${quoted.text} (nome incerto)` } : quoted
  // "Tá tomando ácido fólico? Um por dia." … "Mantém o ácido fólico": without the question.
  const own = quotesOf(entry)
  const told = known ? quotesOf(known).filter((each) => !isAsked(each)) : []
  // "A regular continua seis no almoço e põe quatro no jantar": of two insulins in use, what was
  // told first may be the other's.
  const isOther = entry.ingredients.some((each) => each.startsWith('insulina'))
  const isSame = amountsOf(own).every((each) => amountsOf(told).includes(each))
  const before = isOther && !isSame ? [] : told
  const item = marked(joinQuotes([...before, ...own])!)
  const [first, ...rest] = quotesOf({ ...entry, start: clauseStart(entry) })
  const answer = joinQuotes(rest)
  const text = marked(
    answer && isAsked(first!) ? answered(first!, answer) : joinQuotes([first!, ...rest])!,
  )
  return { section: entry.section, text, items: [asItem(item)] }
}

function amountsOf(quotes: readonly Quote[]): number[] {
  return quotes.flatMap(({ text }) => readNumbers(tokenize(text)).map(({ value }) => value))
}

function isAsked({ stretch }: Quote): boolean {
  return stretch?.statement.question === true
}

function clauseStart({ statement, start }: Stretch): number {
  const clause = clausesOf(statement).find((each) => each.start <= start && start < each.end)
  const [first] = clause ? withoutFillers(clause.tokens) : []
  return first && first.start < start ? first.start : start
}

function quotesOf({ statement, start, end, cuts, more }: MedicineEntry): Quote[] {
  const own: (Quote | undefined)[] = []
  let from = start
  for (const [cutFrom, cutTo] of cuts.toSorted((a, b) => a[0] - b[0])) {
    own.push(quote(statement, from, cutFrom))
    from = Math.max(from, cutTo)
  }
  own.push(quote(statement, from, Math.max(from, end)))
  return [...own, ...more.map((each) => quote(each.statement, each.start, each.end))].filter(
    (each) => each !== undefined,
  )
}

/**
 * "São dois comprimidos de 10, uma vez ao dia." right after a medicine: its directions go on. "Não,
 * 24.": its number was wrong.
 */
export function goOn(entry: MedicineEntry, statement: Statement, visit: Visit): void {
  const before = entry.more.at(-1)?.statement ?? entry.statement
  const { text } = statement
  const words = wordsOf(statement.tokens)
  if (words.split(' ').length > MOST_WORDS) return
  if (isOwnAmount(entry, statement, words)) return
  // "Parei foi nada. Diminuí por minha conta, tô tomando só um, na janta.": the verb says what it
  // is about.
  const apart = statement.index - before.index
  const own = apart > 0 && apart <= MOST_APART ? takenSo(statement) : undefined
  if (own) {
    entry.more.push(own)
    return
  }
  if (statement.index !== before.index + 1) {
    if (!entry.hasDose && isDiscussed(entry, statement, visit) && isDirections(statement.tokens))
      entry.more.push({ statement, start: 0, end: text.length })
    return
  }
  const settled = entry.isOpen && entry.more.length === 0 ? settlesAt(statement.tokens) : undefined
  if (settled !== undefined) {
    entry.more.push({ statement, start: statement.tokens[settled]!.start, end: text.length })
    return
  }
  if (takeBack(entry, statement)) return
  const changed = entry.hasDose ? undefined : changedTo(statement)
  if (changed) {
    entry.more.push(changed)
    return
  }
  const goesOn =
    !TELLS.test(words) && [GOES_ON, STRENGTH_ALONE, INSTEAD].some((pattern) => pattern.test(words))
  // "Tem semana que eu tomo uma cartela inteira."
  const likely = visit.likelyAt?.(statement, 0)?.('medicationsInUse') ?? 0
  const isOfUse = entry.section === 'medicationsInUse' && likely >= SURELY_USE
  if (!goesOn && !isOfUse && !isDirections(statement.tokens)) return
  // "Um por dia. Dois, agora dois.": what was said of it before holds no longer.
  if (INSTEAD.test(words)) entry.more = []
  entry.more.push({ statement, start: 0, end: statement.text.length })
}

const SURELY_USE = 0.9

/** What was said since the last words of the medicine names no other and tells of nothing else. */
export function isDiscussed(entry: MedicineEntry, { index }: Statement, visit: Visit): boolean {
  const last = Math.max(entry.statement.index, ...entry.more.map((each) => each.statement.index))
  const between = visit.statements.slice(last + 1, index)
  return between.length <= MOST_LIGHT && between.every((each) => isLight(each, visit))
}

/** Sentences that leave a medicine under discussion, at most. */
const MOST_LIGHT = 3
const MOST_LIGHT_WORDS = 5

/** "Certo.", "A mesma?", "Tomo quando?": nothing is told in it, and nothing else is spoken of. */
function isLight({ origin, tokens }: Statement, { find }: Visit): boolean {
  const words = tokens.filter(({ kind }) => kind !== 'mark')
  return (
    origin === 'speech' &&
    words.length <= MOST_LIGHT_WORDS &&
    !readNumbers(tokens).some(({ article }) => !article) &&
    find(tokens).length === 0
  )
}

/**
 * "Setenta e cinco é da minha filha. O meu é cento e doze.": the number that was another's is left
 * out.
 */
function isOwnAmount(entry: MedicineEntry, statement: Statement, words: string): boolean {
  const [right] = readNumbers(statement.tokens)
  const wrong = numbersIn(entry).at(-1)
  const isNear =
    statement.index - entry.statement.index <= 2 && statement.index > entry.statement.index
  if (!isNear || !right || !wrong || !OWN_AMOUNT.test(words)) return false
  withdraw(entry, wrong)
  entry.more.push({
    statement,
    start: statement.tokens[right.from]!.start,
    end: statement.text.length,
  })
  return true
}

const OWN_AMOUNT =
  /^(?:(?:nao|e|mas) )*(?:[oa]) (?:meu|minha|dele|dela) (?:e|sao) (?:de |o de |a de )?\p{L}+/u

/** "Era de seis e pouco, mas subiram pra doze e meio, duas vezes": what it came to. */
function changedTo(statement: Statement): Stretch | undefined {
  const { tokens, text } = statement
  const at = tokens.findIndex(
    ({ norm }, index) =>
      CHANGED.test(norm) &&
      /^(?:pra|para|pro)$/.test(tokens[index + 1]?.norm ?? '') &&
      readNumbers(tokens.slice(index + 2, index + 5))[0]?.from === 0,
  )
  return at < 0 ? undefined : { statement, start: tokens[at]!.start, end: text.length }
}

/** Sentences between a medicine and "tô tomando só um, na janta", at most. */
const MOST_APART = 5

function takenSo(statement: Statement): Stretch | undefined {
  const { tokens, text } = statement
  const at = tokens.findIndex(({ norm }) =>
    /^(?:tomo|tomando|uso|usando|aplico|aplicando|pingo)$/.test(norm),
  )
  // "O outro, o de resgate, tô usando seis vezes": of another one.
  const before = wordsOf(tokens.slice(0, Math.max(at, 0)))
  if (/\b(?:outr[oa]s?|[oa] d[eao]|ess[ea]|aquel[ea])\b/.test(before)) return undefined
  if (at < 0 || !isDirections(tokens.slice(at + 1))) return undefined
  return { statement, start: tokens[at]!.start, end: text.length }
}

const CHANGED =
  /^(?:subiu|subiram|aumentou|aumentaram|baixou|baixaram|passou|passaram|mudou|mudaram|diminuiu|diminuiram|foi)$/

/**
 * "Dois, isso, 50 de doze em doze horas.", "De 500, isso.": the doctor reads back what was told,
 * and with it how much or how often.
 */
export function confirm(entry: MedicineEntry, statement: Statement): void {
  const before = entry.more.at(-1)?.statement ?? entry.statement
  const said = statement.tokens.findIndex(({ norm }) => /^(?:isso|certo|exato)$/.test(norm))
  if (statement.index !== before.index + 1 || said < 0) return
  const rest = statement.tokens.slice(said + 1).filter(({ kind }) => kind !== 'mark')
  const isBehind = said <= 3 && rest.length > 0 && CONFIRMED.test(wordsOf(rest))
  const isAhead =
    rest.length === 0 &&
    numbersIn(entry).length === 0 &&
    isDirections(statement.tokens.slice(0, said), true)
  if (!isBehind && !isAhead) return
  const start = isBehind ? rest[0]!.start : 0
  entry.more.push({ statement, start, end: statement.text.length })
}

const MOST_WORDS = 30
const CONFIRMED = /^(?:\S+ ){0,3}(?:de \w+ em \w+|\w+ vezes|por dia|ao dia)\b/
const STRENGTH_ALONE = /^(?:e )?de (?:\d+|\w+)(?: (?:miligramas?|mg|unidades))?$/
const INSTEAD =
  /^(?:(?:um|uma|dois|duas|tres|quatro|meio|\d+) )?agora (?:e |sao )?(?:um|uma|dois|duas|tres|quatro|meio|\d+)\b/

/** "Todo dia depois do almoço era uma carreira pro banheiro": what happens, not how it is taken. */
const TELLS =
  /^todo.*\b(?:era|foi|deu|da|dava|tinha|tenho|fico|ficava|sinto|sentia|acordo|doi|vou|ia)\b/
const GOES_ON =
  /^(?:(?:ai |dai |e |sao |entao |depois |toma |tomar |pode tomar |usa |uns |umas |por |durante |so |sempre |cada |fica |ficam |deixa |em |com |nos dias (?:de|que|em que) (?:\S+ ){1,3}(?:baixa |cai |diminui |reduz |aumenta |sobe |toma |usa )?(?:mais |pra |para )?)*)(?:(?:um|uma|dois|duas|tres|meio|meia|quatro|cinco|seis|\d+|vinte|trinta|dez) (?:comprimid|gota|jato|capsula|vez|vezes|ml|por quilo|por dia|ao dia|de manha|a noite|em|puff|sache|ampola|aplicac|unidade|por cento|mg|miligrama|dias|semanas|depois|antes)|de \w+ em \w+|(?:quase )?todo dia|todos os dias|dia sim|a cada|de manha|a noite|em jejum|antes d|depois d[oae]|se (?:tiver|dor|doer|febre|precisar)|uso continuo)/
const TAKES_BACK =
  /^(?:nao|digo|alias|minto|desculpa|desculpe|errei|perdao|opa|quer dizer|ou melhor|melhor) (?:nao |desculpa |e |sao |de |era |foi |agora |minto |digo |perai )*$/

/**
 * The number that is taken back is left out of what was quoted, and the right one quoted instead.
 */
function takeBack(entry: MedicineEntry, statement: Statement): boolean {
  const [right, second] = readNumbers(statement.tokens)
  const wrong = numbersIn(entry).at(-1)
  // "Não dez, dezesseis.", "Não cinco ml, hein, três e meio." name the wrong one first.
  const isDenied = right?.from === 1 && statement.tokens[0]?.norm === 'nao'
  if (second && (isDenied || second.from <= (right?.to ?? 0) + 1)) return false
  const lead = right && wordsOf(statement.tokens.slice(0, right.from))
  if (!right || !wrong || !TAKES_BACK.test(`${lead} `)) return false
  withdraw(entry, wrong)
  // "Não, setenta e cinco é da minha filha.": whose it is, and not what is taken.
  if (right.value !== wrong.value)
    entry.more.push({
      statement,
      start: statement.tokens[right.from]!.start,
      end: statement.text.length,
    })
  return true
}

/** A number that holds no longer is left out of what was quoted. */
function withdraw(
  { statement: { tokens }, cuts }: MedicineEntry,
  { from, to }: NumberPhrase,
): void {
  const cut: [number, number] = [tokens[from]!.start, tokens[to - 1]!.end]
  if (!cuts.some(([start, end]) => start === cut[0] && end === cut[1])) cuts.push(cut)
}

/** How often or how long, not how much. */
const TIMED = /^(?:h|hs|horas?|vez|vezes|x|dias?|semanas?|mes|meses)$/

function isTimed(tokens: readonly Token[], to: number): boolean {
  const isEach = tokens[to]?.norm === 'em' && readNumbers(tokens.slice(to + 1, to + 2)).length > 0
  return isEach || TIMED.test(tokens[to]?.norm ?? '')
}

function numbersIn({ statement, start, end }: MedicineEntry) {
  const inside = ({ start: at }: Token) => at >= start && at < end
  return readNumbers(statement.tokens).filter(
    ({ from, to, article }) =>
      !article && inside(statement.tokens[from]!) && !isTimed(statement.tokens, to),
  )
}
