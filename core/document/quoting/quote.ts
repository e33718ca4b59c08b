/** Words taken from the sources, with their places: the only material the rules write with. */
import type { EvidenceSpan } from '../../contract/api.ts'
import { parted } from '../notes/write-fields.ts'
import { type Statement, spansOf } from '../pieces/statements.ts'

export interface Quote {
  text: string
  spans: EvidenceSpan[]
  /** Of the first statement quoted: quotes are put in the order they were said. */
  index: number
  origin: Statement['origin']
  /** The one stretch it is; null when it is several. */
  stretch: { statement: Statement; start: number; end: number } | null
  /** Of a question quoted with its answer: its words, which statement answers first, and each. */
  asked?: { text: string; answer: number; question: Quote; said: Quote }
  /** Of an answer that stands by itself: the question that it answers. */
  answers?: Quote
}

/**
 * The characters [start, end) of a statement, without what was taken back ("…" stands for it), and
 * without blanks and separators at the edges.
 */
export function quote(
  statement: Statement,
  start = 0,
  end = statement.text.length,
): Quote | undefined {
  const pieces: Quote[] = []
  let from = start
  for (const [cutFrom, cutTo] of statement.retracted ?? []) {
    if (cutTo <= from || cutFrom >= end) continue
    const piece = stretchOf(statement, from, cutFrom)
    if (piece) pieces.push(piece)
    from = cutTo
  }
  const last = stretchOf(statement, from, end)
  if (pieces.length === 0 || !last) return last ?? joinQuotes(pieces)
  const all = [...pieces, last]
  return {
    ...pieces[0]!,
    text:
      all.map(({ text }) => text.replace(/(?<![\s…])[\s…]+$/, '')).join(' … ') +
      (/(?<![\s…])[\s…]+$/.exec(last.text)?.[0] ?? ''),
    spans: all.flatMap(({ spans }) => spans),
    stretch: { statement, start: pieces[0]!.stretch!.start, end: last.stretch!.end },
  }
}

function stretchOf(statement: Statement, start: number, end: number): Quote | undefined {
  if (end <= start) return undefined
  const raw = statement.text.slice(start, end)
  const from = start + (/^[\s,;:.–-]+/.exec(raw)?.[0].length ?? 0)
  const to = end - (/(?<![\s,;:–-])[\s,;:–-]+$/.exec(raw)?.[0].length ?? 0)
  if (from >= to || !/[\p{L}\d]/u.test(statement.text.slice(from, to))) return undefined
  return {
    text: statement.text.slice(from, to),
    spans: spansOf(statement, from, to),
    index: statement.index,
    origin: statement.origin,
    stretch: { statement, start: from, end: to },
  }
}

/**
 * Several quotes as one text: a question with its short answer, sentences in their order. Where one
 * does not end in a mark it is parted from the next (`parted`).
 */
export function joinQuotes(quotes: readonly Quote[]): Quote | undefined {
  const [first] = quotes
  if (!first || quotes.length === 1) return first
  const text = quotes
    .map(({ text }, at) => (at === quotes.length - 1 ? text : parted(text, quotes[at + 1]!.text)))
    .join(' ')
  return { ...first, text, spans: quotes.flatMap(({ spans }) => spans), stretch: null }
}

/** A question and its answer, as one text. */
export function answered(asked: Quote, said: Quote): Quote {
  const { text } = asked
  return {
    ...joinQuotes([asked, said])!,
    asked: { text, answer: said.index, question: asked, said },
  }
}

/** A list item ends without its full stop. */
export function asItem(value: Quote): Quote {
  const text = value.text.replace(/(?<![.,;\s])[.,;\s]+$/, '')
  const cut = value.text.length - text.length
  const last = value.spans.at(-1)
  if (cut === 0 || text === '' || last === undefined || last.source === 'derived') return value
  return {
    ...value,
    text,
    spans: [...value.spans.slice(0, -1), { ...last, end: last.end - cut }],
    stretch: null,
  }
}

/**
 * Quotes as the lines of one text, each as it was said: once, in order; neighbouring clauses of one
 * sentence keep what joins them.
 */
export function linesOf(quotes: readonly Quote[]): Quote[] {
  const inOrder = withQuestions(distinct(quotes))
  const lines: Quote[] = []
  for (const next of inOrder) {
    const last = lines.at(-1)
    const whole = last && neighbours(last, next)
    const answers = last?.answers?.index === next.answers?.index ? last?.answers : undefined
    if (whole) lines.splice(-1, 1, answers ? { ...whole, answers } : whole)
    else lines.push(next)
  }
  return lines
}

/**
 * In the order of what was told, and each question once, ahead of the first that was told after it:
 * "E os pés, formigam? Formigam, de noite. O direito mais.", whichever of the two needs it.
 */
function withQuestions(quotes: readonly Quote[]): Quote[] {
  const told = (quote: Quote) => quote.asked?.said ?? quote
  const inOrder = [...quotes].sort(
    (a, b) =>
      told(a).index - told(b).index ||
      (told(a).stretch?.start ?? 0) - (told(b).stretch?.start ?? 0),
  )
  const lines: Quote[] = []
  for (const each of inOrder) {
    const question = each.asked?.question
    const isOfIt = (line: Quote | undefined) =>
      question && (line?.index === question.index || line?.answers?.index === question.index)
    if (!question || !isOfIt(lines.at(-1))) {
      lines.push(each)
      continue
    }
    if (each.text.startsWith(lines.at(-1)!.text)) {
      lines.splice(-1, 1, each)
      continue
    }
    const first = lines.findIndex(isOfIt)
    if (!lines.slice(first).some(({ asked }) => asked))
      lines.splice(first, 1, answered(question, lines[first]!))
    lines.push(withoutQuestion(each))
  }
  return lines
}

/** The answer alone, of one that is quoted with its question. */
function withoutQuestion(quote: Quote): Quote {
  const { asked, text, spans } = quote
  if (!asked) return quote
  const { question, said } = asked
  const answer = text.slice(question.text.length).replace(/^[;.]?\s+/, '')
  const { asked: _, ...rest } = quote
  return {
    ...rest,
    text: answer,
    spans: spans.slice(question.spans.length),
    index: said.index,
    stretch: answer === said.text ? said.stretch : null,
    answers: question,
  }
}

function neighbours({ stretch: a }: Quote, { stretch: b }: Quote): Quote | undefined {
  if (!a || !b || a.statement !== b.statement || b.start < a.start) return undefined
  if (b.end <= a.end) return quote(a.statement, a.start, a.end)
  const between = b.start > a.end ? a.statement.text.slice(a.end, b.start) : ''
  return /^[\s,;]*(?:(?:e|mas)[\s,;]*)?$/.test(between)
    ? quote(a.statement, a.start, b.end)
    : undefined
}

/** The same words said twice are quoted once. */
export function distinct(quotes: readonly Quote[]): Quote[] {
  const seen = new Set<string>()
  return quotes.filter(({ text }) => {
    const key = text.toLowerCase().replace(/(?<![.,;!\s])[.,;!\s]+$/, '')
    return !seen.has(key) && seen.add(key)
  })
}
