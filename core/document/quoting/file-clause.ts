/**
 * What a clause becomes: a sentence of a text, items of a list, the part of it that an entry of a
 * model quotes.
 */

import { EXAMS } from '../../portuguese/clinical-terms.ts'
import { readNumbers } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { classesOf } from '../../portuguese/word-classes.ts'
import { isDirections } from '../medicines/medication-directions-alone.ts'
import type { MedicationFinder } from '../medicines/medication-mentions.ts'
import type { Section } from '../models/sections.ts'
import { type Clause, wordsOf } from '../pieces/clauses.ts'
import type { Role } from '../pieces/piece.ts'
import type { Statement } from '../pieces/statements.ts'
import type { Phase } from '../pieces/visit-phases.ts'
import { trimmedQuote } from './fillers.ts'
import { type FilingPlace, isOwn } from './places.ts'
import { answered, asItem, joinQuotes, type Quote, quote } from './quote.ts'
import type { Routed, Router } from './router.ts'

export interface Filed {
  section: FilingPlace
  /** As a sentence of a text. */
  text: Quote
  /** As items of a list. */
  items: Quote[]
}

interface Filing {
  router: Router
  findMedications: MedicationFinder
  patientIsChild: boolean
}

/** What an entry of the model's own holds is not told there once more. */
const GENERAL: ReadonlySet<FilingPlace> = new Set<Section>(['pastHistory', 'social'])

/** Filed by `medication-events.ts` where a medicine is named. */
const MEDICINES: ReadonlySet<FilingPlace> = new Set<Section>(['medicationsInUse', 'prescriptions'])

export function file(
  filed: Filed[],
  clause: Clause,
  { place, beside, alone }: Routed,
  question: Statement | undefined,
  { findMedications, router, patientIsChild }: Filing,
  { answers, ...context }: { role: Role | null; phase: Phase; answers: Statement | undefined },
): void {
  const own = trimmedQuote(clause.statement, clause)
  if (!own) return
  const before = answers && quote(answers)
  const said = before && !question ? { ...own, answers: before } : own
  const asked = question && quote(question)
  const text = asked ? answered(asked, said) : said
  const named = findMedications(clause.tokens).length > 0
  const isElsewhere = !alone && place !== null && GENERAL.has(place) && beside.some(isOwn)
  if (place && !isElsewhere && !(named && MEDICINES.has(place))) {
    const last = filed.at(-1)
    const goesOn = last?.section === place && question && last.text.index === question.index
    if (goesOn) {
      filed.pop()
      const whole = joinQuotes([last.text, said])!
      filed.push({ section: place, text: whole, items: itemsOf(place, clause, whole) })
    } else
      filed.push({ section: place, text, items: itemsOf(place, clause, asked ? text : undefined) })
  }
  const besides = (part: Clause) => {
    const medications = findMedications(part.tokens)
    return router.route(part, { ...context, medications, patientIsChild }, new Map()).beside
  }
  for (const each of beside) {
    const part = question ? clause : partOf(clause, each, besides)
    const words = part === clause ? text : (trimmedQuote(part.statement, part) ?? text)
    filed.push({ section: each, text: words, items: [asItem(words)] })
  }
}

/** "Não tomo nada.": told where there is room for words, but no entry of a list of medicines. */
function itemsOf(place: FilingPlace, clause: Clause, whole: Quote | undefined): Quote[] {
  const isNone =
    UNNAMED.test(clause.words) || isDirections(clause.tokens) || !NAMES.test(clause.words)
  if (place === 'medicationsInUse' && (whole || isNone)) return []
  return whole ? [asItem(whole)] : listItems(place, clause)
}

/** Of the past, denied, a heading alone, or who sees to them: no entry of a list of medicines. */
const UNNAMED =
  /\b(?:trouxe|trazer|sacola|caixinha|listinha)\b|\b(?:cuido|cuida|organizo|organiza|separo|separa) (?:[a-z]{1,12} ){0,3}(?:remedios|comprimidos|medicac[a-z]{1,6})\b|\b(?:nao|nunca|nada|nenhum)\b|^(?:\p{L}+ ){0,2}(?:tomei|tomava|usei|usava|parei|deram)\b|^(?:e |agora )?(?:os |as )?(?:remedios|medicac\p{L}+|medicamentos)$/u

/** "Puxa, é remédio.", "Tomo um monte de comprimido.": a word is left that could name one. */
const NAMES = new RegExp(
  `\\b(?!(?:${
    'ah|puxa|nossa|vixe|olha|bom|entao|e|eh|sao|sim|nao|mas|so|ja|ne|ai|la|ca|aqui|isso|esse|essa|esses|essas|aquele|aquela|aqueles|o|a|os|as|um|uma|uns|umas|de|da|do|dos|das|no|na|pra|para|por|com|que|eu|ele|ela|me|te|lhe|' +
    'remedio|remedios|remedinho|medicacao|medicacoes|medicamento|medicamentos|comprimido|comprimidos|comprimidinho|tomo|toma|tomando|uso|usa|usando|to|ta|tou|estou|esta|tenho|tem|muito|muita|monte|tanto|tanta|bastante|todo|toda|todos|dia|dias|manha|noite|cedo|tudo|direitinho|certinho|sempre|mais|outro|outra|trouxe|lista|listinha|caixa|caixinha|saquinho|sacola|receita|fala|conta|doutor|doutora|mesmo|mesma|ainda|tambem|casa'
  })\\b)\\p{L}{3,}`,
  'u',
)

/** Fewer parts are an aside, not a list. */
const LEAST_PARTS = 3
const DENIES = /\b(?:sem|nega|negou|nem|nao|ausencia)\b/

/**
 * Of a list that was read out ("Carcinoma invasivo, grau 2, T2 N1 M0, receptor positivo") an entry
 * of a model quotes the part that is its own. Where a denial stands before it ("sem edema, cianose
 * ou icterícia") the list stays whole: it holds for what follows too.
 *
 * The part of `clause` that belongs to `place`; the whole clause where no part is told apart.
 */
export function partOf(
  clause: Clause,
  place: FilingPlace,
  besides: (part: Clause) => readonly FilingPlace[],
): Clause {
  const scores = SCORED.test(place) ? scored(clause) : []
  const score = scores.find((part) => besides(part).includes(place))
  if (scores.length > 1 && score) return score
  const parts = listed(clause)
  if (parts.length < LEAST_PARTS) return clause
  const own = parts.flatMap((part, at) => (besides(part).includes(place) ? [at] : []))
  const [first, last] = [own[0], own.at(-1)]
  if (first === undefined || last === undefined || last - first + 1 > own.length) return clause
  if (parts.slice(0, first).some(({ words }) => DENIES.test(words))) return clause
  // "Ergoespirometria: VO2 49, limiar …": a heading is of all that follows.
  if (parts[first]!.tokens.some(({ norm }) => norm === ':')) return clause
  // "Apgar, 8 e 9": the name alone, what it is behind the comma.
  const isNameOnly = parts[last]!.words.split(' ').length < 3 && !hasNumber(parts[last]!.tokens)
  return joined(clause, parts.slice(first, isNameOnly ? undefined : last + 1))
}

const SCORED = /ESAS/

/** "Tristeza uns quatro ansiedade que é oito": each name with its number. */
function scored(clause: Clause): Clause[] {
  const parts: Token[][] = []
  let from = 0
  for (const { from: number, to, article } of readNumbers(clause.tokens)) {
    if (article || number < from) continue
    const own = clause.tokens.slice(from, to)
    // "De zero a dez": what it goes to, and no score.
    if (!own.some(({ kind, norm }) => kind === 'word' && norm.length > 3)) continue
    parts.push(own)
    from = to
  }
  return parts.map((tokens) => cut(clause, tokens))
}

function listed(clause: Clause): Clause[] {
  const parts: Token[][] = [[]]
  for (const token of clause.tokens)
    if (token.norm === ',') parts.push([])
    else parts.at(-1)!.push(token)
  return parts.filter((tokens) => tokens.length > 0).map((tokens) => cut(clause, tokens))
}

function joined(clause: Clause, parts: readonly Clause[]): Clause {
  return cut(
    clause,
    parts.flatMap(({ tokens }) => tokens),
  )
}

function cut({ statement }: Clause, tokens: Token[]): Clause {
  const [start, end] = [tokens[0]!.start, tokens.at(-1)!.end]
  return { statement, start, end, tokens, words: wordsOf(tokens) }
}

function hasNumber(tokens: readonly Token[]): boolean {
  // "P1" is a word with its number.
  return readNumbers(tokens).length > 0 || tokens.some(({ norm }) => /\d/.test(norm))
}

/**
 * One quoted clause as list items. Requests are quoted examination by examination, always as a
 * stretch of what was said; where cutting could change the meaning (a condition, a negation, a
 * doubt) the clause stays whole. Medicines are `medication-events.ts`'s.
 */
function listItems(section: FilingPlace, clause: Clause): Quote[] {
  const whole = trimmedQuote(clause.statement, clause)
  if (!whole) return []
  const items =
    section === 'examsRequested'
      ? exams(clause)
      : section === 'hypotheses'
        ? hypotheses(clause)
        : []
  return (items.length > 0 ? items : [whole]).map(asItem)
}

function exams(clause: Clause): Quote[] {
  const { statement, tokens } = clause
  const found: { from: number; to: number }[] = []
  for (let at = 0; at < tokens.length; ) {
    const to = examEnd(clause, at)
    if (to === undefined) at += 1
    else {
      found.push({ from: at, to })
      at = to
    }
  }
  const [first] = found
  const last = found.at(-1)
  if (!first || !last) return []
  if (/\b(?:nao|se|caso|so|talvez)\b/.test(clause.words)) return []
  // Only a plain list may be taken apart: nothing but joints between the names, nothing after the
  // last.
  const plain = tokens.every(
    (token, index) =>
      index < first.from ||
      found.some(({ from, to }) => index >= from && index < to) ||
      JOINTS.has(token.norm),
  )
  if (!plain) return []
  return found.flatMap(
    ({ from, to }) => quote(statement, tokens[from]!.start, tokens[to - 1]!.end) ?? [],
  )
}

const JOINTS = new Set('e , . ; um uma o a os as tambem mais de do da com'.split(' '))

const WHOLE_EXAM = new RegExp(`^${EXAMS.source}$`, 'u')

/** The longest known examination that begins at a token. */
function examEnd({ tokens }: Clause, at: number): number | undefined {
  for (let to = Math.min(tokens.length, at + 5); to > at; to--) {
    const words = tokens
      .slice(at, to)
      .map((token) => token.norm.toLowerCase())
      .join(' ')
    if (words === 'exame' || words === 'exames') continue
    if (WHOLE_EXAM.test(words)) return to
  }
  return undefined
}

/**
 * "A hipótese é enxaqueca": the name alone says the same under this heading. A doubt or negation is
 * kept.
 */
const CERTAIN_FRAME =
  /^(?:(?:bom|bem|entao|olha|mae|pai) )?(?:(?:a |minha |principal |primeira )*(?:hipotese|impressao)(?: diagnostica)?(?: principal)? (?:e|seria)(?: de)?(?: uma?)?|(?:o |seu |meu )?diagnostico (?:e|seria)(?: de)?|o quadro sugere|quadro sugestivo de|o quadro e de|trata se de|(?:isso (?:aqui |ai )?)?e(?: mesmo)?(?: um| uma)?) /

function hypotheses(clause: Clause): Quote[] {
  const frame = CERTAIN_FRAME.exec(clause.words)?.[0]
  if (!frame || /\b(?:nao|nem|ou|descart\w+|talvez|acho)\b/.test(clause.words)) return []
  const skip = frame.trim().split(' ').length
  const words = clause.tokens.filter((token) => token.kind !== 'mark')
  const from = words[skip]
  if (!from) return []
  const tokens = clause.tokens.slice(clause.tokens.indexOf(from))
  const name = trimmedQuote(clause.statement, { tokens, start: from.start, end: clause.end })
  const isNamed = classesOf(words.slice(skip).map(({ norm }) => norm)).has('#disease')
  return name && isNamed ? [name] : []
}
