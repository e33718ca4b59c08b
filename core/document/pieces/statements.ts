/**
 * All the words a document may rest on, as statements: one sentence each, with the way back to its
 * source.
 *
 * Speech comes in segments that end where the speaker breathes, so one sentence may run over two
 * segments: an unfinished sentence is continued by a segment of the same channel that follows at
 * once and does not begin a new one. Context, background and files are Markdown or page text: a
 * line is at least one statement, and the heading above it is remembered.
 */
import type { EvidenceSpan } from '../../contract/api.ts'
import { announcedBreaks } from '../../portuguese/announced-breaks.ts'
import { endsWithCommas } from '../../portuguese/comma-splices.ts'
import { asksOfMisheardAllergy } from '../../portuguese/misheard-allergy.ts'
import {
  beginsAsking,
  tellsWithNod,
  trailingQuestion,
  unmarkedQuestions,
} from '../../portuguese/questions.ts'
import { fold, type Token, tokenize } from '../../portuguese/tokens.ts'
import { unmarkedBreaks } from '../../portuguese/unmarked-breaks.ts'
import type { TranscriptSegment } from '../../transcription/ports.ts'
import type { DocumentInput } from '../models/ports.ts'
import { cleanSources } from './clean-sources.ts'
import { saysSomething } from './telling-heading.ts'
import { timeOfWords } from './times.ts'
import { lengthOf, type PlacedStretch, withWholeNames } from './whole-names.ts'

/** A stretch of one source text. */
interface Piece extends PlacedStretch {
  segment?: TranscriptSegment
  file?: { id: string; page: number }
}

export interface Statement {
  index: number
  origin: 'speech' | 'context' | 'background' | 'file'
  text: string
  tokens: Token[]
  pieces: Piece[]
  question: boolean
  /** Channel of the speech; null elsewhere. */
  channel: 'mic' | 'remote' | null
  speaker: string | null
  /** Markdown heading above the line; null in speech. */
  heading: string | null
  /** Characters that the speaker took back; no token stands there, and no quotation says them. */
  retracted?: readonly (readonly [start: number, end: number])[]
}

export type Sources = Pick<
  DocumentInput,
  'segments' | 'contextMarkdown' | 'backgroundHistory' | 'files'
>

/**
 * Speech first, in order of time, then context, background and files. Of any text whatever: it is
 * cleaned here, so that no reader's work grows with the square of a sentence without end.
 */
export function readStatements(given: Sources): Statement[] {
  const input = cleanSources(given)
  const isSpliced = endsWithCommas(input.segments.map(({ text }) => text))
  const spoken = speech(input.segments)
    .flatMap((draft) => apartAsAnnounced(draft, isSpliced))
    .flatMap(apartFromQuestion)
  const asked = unmarkedQuestions(
    spoken.map(({ text }) => text),
    isSpliced,
  )
  const drafts: Draft[] = [
    ...spoken,
    ...lines(input.contextMarkdown, 'context'),
    ...lines(input.backgroundHistory ?? '', 'background'),
    ...input.files.flatMap(({ id, pages }) =>
      pages.flatMap((text, index) => lines(text, 'file', { id, page: index + 1 })),
    ),
  ]
  return drafts
    .map((draft) => ({ ...draft, ...withWholeNames(draft) }))
    .map((draft, index) => ({
      ...draft,
      index,
      tokens: tokenize(draft.text),
      question: isQuestion(draft.text) || asked.has(index),
    }))
}

/** Spans of the characters [start, end) of a statement, in its sources. */
export function spansOf(statement: Statement, start: number, end: number): EvidenceSpan[] {
  return statement.pieces.flatMap((piece): EvidenceSpan[] => {
    const from = Math.max(start, piece.at)
    const to = Math.min(end, piece.at + lengthOf(piece))
    if (from >= to) return []
    const place =
      piece.written === undefined
        ? { start: piece.start + from - piece.at, end: piece.start + to - piece.at }
        : { start: piece.start, end: piece.end }
    if (piece.segment) {
      const time = timeOfWords(piece.segment, place.start, place.end)
      return [{ source: 'segment', segment_id: piece.segment.id, ...place, ...time }]
    }
    if (piece.file)
      return [{ source: 'file', file_id: piece.file.id, page: piece.file.page, ...place }]
    return [{ source: statement.origin === 'background' ? 'background' : 'context', ...place }]
  })
}

type Draft = Omit<Statement, 'index' | 'tokens' | 'question'>

/** Longer than a breath: the speaker had time to start anew. */
const CONTINUED_WITHIN_MS = 3000
const MAX_JOINED_CHARS = 400
const FINISHED = /[.!?…]["'”)]*\s*$/
const CONTINUES = /^\s*[\p{Ll}\d]/u
/** What is told of it is still to come: "seu diagnóstico. É hipertensão", "peso? 91 quilos". */
const WITHOUT_VERB =
  /(?:^|[,.;] )(?:o |a |seu |meu |minha )?(?:diagnostico|hipotese|impressao|pressao|peso|altura|temperatura|frequencia cardiaca|saturacao|glicemia)[.!?…,]*\s*$/
const VERB_OR_NUMBER = /^\s*(?:é|está|foi|deu|\d)(?!\p{L})/iu

function speech(segments: readonly TranscriptSegment[]): Draft[] {
  const punctuated = segments.filter(({ text }) => FINISHED.test(text)).length
  // A recognizer that writes no full stops would make one endless sentence of the visit.
  const joins = punctuated * 3 >= segments.length
  const drafts: Draft[] = []
  let previous: TranscriptSegment | undefined
  for (const segment of [...segments].sort(
    (a, b) => a.startMs - b.startMs || a.sequence - b.sequence,
  )) {
    const parts = sentences(segment.text).flatMap((part) => unmarked(segment.text, part))
    const last = drafts.at(-1)
    if (joins && previous && last && parts[0] && continues(last, previous, segment)) {
      const [first] = parts.splice(0, 1)
      dropMark(last)
      const text = segment.text.slice(first!.start, first!.end)
      last.pieces.push({ at: last.text.length + 1, ...first!, segment })
      last.text = `${last.text} ${text}`
    }
    for (const part of parts)
      drafts.push({
        origin: 'speech',
        text: segment.text.slice(part.start, part.end),
        pieces: [{ at: 0, ...part, segment }],
        channel: segment.channel,
        speaker: segment.speaker,
        heading: null,
      })
    if (segment.text.trim() !== '') previous = segment
  }
  return drafts
}

/** A sentence of a recognizer that sets no marks may be several. */
function unmarked(text: string, { start, end }: { start: number; end: number }) {
  const sentence = text.slice(start, end)
  const places = [0, ...unmarkedBreaks(sentence), sentence.length]
  return places.slice(1).map((to, index) => ({
    start: start + places[index]!,
    end: start + sentence.slice(0, to).trimEnd().length,
  }))
}

function continues(last: Draft, previous: TranscriptSegment, next: TranscriptSegment): boolean {
  const isUnfinished = !FINISHED.test(last.text) && CONTINUES.test(next.text)
  const lacksVerb = WITHOUT_VERB.test(fold(last.text)) && VERB_OR_NUMBER.test(next.text)
  return (
    (isUnfinished || lacksVerb) &&
    !beginsAsking(next.text) &&
    previous.channel === next.channel &&
    previous.speaker === next.speaker &&
    next.startMs - previous.endMs <= CONTINUED_WITHIN_MS &&
    last.text.length + next.text.length <= MAX_JOINED_CHARS
  )
}

/** What a sentence holds of several whose first words say what they are. */
function apartAsAnnounced(draft: Draft, isSpliced: boolean): Draft[] {
  const places = [0, ...announcedBreaks(draft.text, isSpliced), draft.text.length]
  return places.slice(1).map((to, index) => {
    const from = places[index]!
    return partOf(draft, from, from + draft.text.slice(from, to).trimEnd().length)
  })
}

/** The mark that a recognizer set where the speaker paused within a sentence. */
function dropMark(draft: Draft): void {
  const text = draft.text.replace(/[.!?…]\s*$/, '')
  draft.pieces.at(-1)!.end -= draft.text.length - text.length
  draft.text = text
}

/** What was told, and the question that a recognizer wrote behind it with a comma. */
function apartFromQuestion(draft: Draft): Draft[] {
  const place = trailingQuestion(draft.text)
  if (place === undefined) return [draft]
  const from = draft.text.length - draft.text.slice(place).trimStart().length
  return [partOf(draft, 0, place), partOf(draft, from, draft.text.length)]
}

/** The characters [from, to) of it. */
function partOf(draft: Draft, from: number, to: number): Draft {
  const pieces = draft.pieces.flatMap((piece): Piece[] => {
    const start = Math.max(from, piece.at)
    const end = Math.min(to, piece.at + lengthOf(piece))
    const moved = piece.start - piece.at
    if (start >= end) return []
    return [{ ...piece, at: start - from, start: start + moved, end: end + moved }]
  })
  return { ...draft, text: draft.text.slice(from, to), pieces }
}

function lines(
  text: string,
  origin: Draft['origin'],
  file?: { id: string; page: number },
): Draft[] {
  const drafts: Draft[] = []
  let heading: string | null = null
  /** A line in bold, until there is a line under it: then it was its heading. */
  let alone: { start: number; end: number } | undefined
  let offset = 0
  const add = (start: number, end: number, under: string | null) => {
    const piece = file ? { at: 0, start, end, file } : { at: 0, start, end }
    drafts.push({
      origin,
      text: text.slice(start, end),
      pieces: [piece],
      channel: null,
      speaker: null,
      heading: under,
    })
  }
  const addAlone = () => {
    if (alone) add(alone.start, alone.end, null)
    alone = undefined
  }
  for (const line of text.split('\n')) {
    const bold = /^\s*\*\*(.+?)\*\*:?\s*$/.exec(line)?.[1]
    const title = markedTitle(line) ?? bold
    if (title !== undefined) {
      addAlone()
      heading = title.replace(/:$/, '')
      const start = offset + line.indexOf(title)
      // "**Alergias:**" is a name for what is under it, even where nothing is.
      if (saysSomething(title)) add(start, start + title.length, null)
      else if (bold && !/:\**\s*$/.test(line)) alone = { start, end: start + title.length }
    } else {
      const marker = /^\s*(?:[-*+>]\s+|\d{1,2}[.)]\s+)*/.exec(line)![0].length
      for (const part of sentences(line.slice(marker))) {
        alone = undefined
        add(offset + marker + part.start, offset + marker + part.end, heading)
      }
    }
    offset += line.length + 1
  }
  addAlone()
  return drafts
}

/** Without the signs that may end it as well. */
function markedTitle(line: string): string | undefined {
  const title = /^\s{0,3}#{1,6}\s+([\s\S]*)/.exec(line)?.[1]
  return title
    ?.trimEnd()
    .replace(/(?<!#)#+$/, '')
    .trimEnd()
}

const ABBREVIATION =
  /(?:^|[\s(])(?:dra?s?|sra?s?|profa?|enf|ex|obs|pcte|vs|av|no|num|tel|aprox|temp|tax|freq|alt|circ)$/i
/** As often the last word of a sentence: "5 ml. Depois, 2 ml." */
const UNIT = /(?:^|[\s(\d])(?:cp|comp|mg|ml)$/i

/**
 * Sentences of a text as ranges, trimmed; a full stop inside a number or after an abbreviation ends
 * nothing.
 */
function sentences(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  let from = 0
  const add = (to: number) => {
    const raw = text.slice(from, to)
    const start = from + raw.length - raw.trimStart().length
    const end = from + raw.trimEnd().length
    if (start < end && /[\p{L}\d]/u.test(text.slice(start, end))) found.push({ start, end })
    from = to
  }
  for (const match of text.matchAll(/(?<![.!?…])[.!?…]+["'”)]*(?=\s|$)|\n+/g)) {
    // "É… há três dias": a pause, not an end.
    const pause =
      /^(?:…|\.{2,})$/.test(match[0]) &&
      /^\s+[\p{Ll}\d]/u.test(text.slice(match.index + match[0].length))
    if (pause) continue
    const before = text.slice(from, match.index)
    if (match[0] === '.' && ABBREVIATION.test(before)) continue
    const goesOn = /^\s+[\p{Ll}\d]/u.test(text.slice(match.index + match[0].length))
    if (match[0] === '.' && goesOn && UNIT.test(before)) continue
    if (match[0] === '.' && isInitial(before, text.slice(match.index + 1), goesOn)) continue
    add(match.index + match[0].length)
  }
  add(text.length)
  return found
}

/**
 * "H. pylori", "E. coli", "a D. Maria", "J. Silva": an initial; "vitamina D." and "hepatite B." end
 * as other sentences do.
 */
function isInitial(before: string, after: string, goesOn: boolean): boolean {
  const [initial, word] = /(?:(?<!\p{L})(\p{L}{1,20})[\s(]{1,3}|^|[\s(])\p{Lu}$/u.exec(before) ?? []
  if (initial === undefined || NAMED_BY_LETTER.test(fold(word ?? ''))) return false
  if (goesOn) return true
  const leads =
    word === undefined || /^(?:a|o|da|do|de|com|para|pra|pela|pelo|e|que|dona|seu)$/i.test(word)
  return leads && /^\s+\p{Lu}\p{Ll}/u.test(after)
}

const NAMED_BY_LETTER =
  /^(?:vitaminas?|hepatites?|tipo|grupo|virus|gripe|influenza|complexo|item|letra|classe|child|plano|sala|leito|turma)$/

/**
 * Recognizers often write a question with a full stop; only what cannot be a statement is taken for
 * one then.
 */
const ASKS = [
  /^(?:e |entao |mas |bom |certo |ta )?(?:qual|quais|quantos?|quantas?|quando foi|quando come|onde (?:e|fica|doi)|por que|o que (?!(?:a senhora|o senhor|voce|ele|ela) tem e )(?:a|o|houve|esta|aconteceu|trouxe|piora|melhora)|em que posso|ha quanto tempo|faz quanto tempo|como (?:e|esta|foi) (?:a|o|essa|esse|sua|seu))\b/,
  /^(?:e |entao |mas |ai )?(?:o senhor|a senhora|voce|o sr|a sra)\s+(?:(?:ainda|tambem|ja|so|sempre)\s+)?(?:tem(?! que\b)|teve|toma|tomou|usa|usou|fuma|bebe|faz|fez|ja|sente|sentiu|trabalha|dorme|esta tomando|costuma|notou|percebeu|mora|pesa|mede|pratica|conhece)\b/,
  /^(?:e |entao )?(?:tem|teve|toma|tomou|usa|ja|sente|sentiu|notou|faz)\s+(?:mais )?(?:algum|alguma|alguem|uso de|alergia a)\b/,
  /^(?:e )?(?:alguma?|mais algum|mais alguma)\b.*(?:alergia|remedio|doenca|sintoma|cirurgia|duvida|coisa|problema)/,
  // "Me fala dos remédios.": an order that asks.
  /^(?:(?:e|entao|mas|agora|bom|ta|certo)\s+)*(?:me\s+(?:fala|fale|conta|conte|diz|diga|explica|explique)\s+(?:d[aoe]s?|sobre|mais|quais|qual|que|o que|como|desde|um pouco)|(?:fala|fale|conta|conte)\s+(?:pra mim|um pouco|mais))\b/,
  /^e na familia\b.*(?:alguem|alguma|tem)/,
]

/** "Sua última menstruação foi…": left for the other one to finish. */
const TRAILS_OFF =
  /^(?:(?:e|entao|bom) )?(?:a |o )?(?:sua|seu|suas|seus) (?:[a-z]+ ){1,4}(?:foi|era|e|esta|ta|sao|foram)(?: (?:em|no|na|de))? ?(?:…|\.{3})$/

function isQuestion(text: string): boolean {
  if (/\?["'”)]*\s*$/.test(text)) return !tellsWithNod(text)
  const folded = fold(text)
  if (TRAILS_OFF.test(folded) || asksOfMisheardAllergy(folded.replace(/[^\p{L}\p{N} ]/gu, '')))
    return true
  if (/\d/.test(folded) || folded.split(' ').length > 10) return false
  return ASKS.some((pattern) => pattern.test(folded))
}
