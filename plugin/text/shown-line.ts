import type { Segment } from '../../core/contract/api.ts'

/** A line of the transcript as the doctor reads it. */
export interface ShownLine {
  text: string
  /**
   * Stretches of it that are written otherwise than they were said, in order, each with the words
   * that were said.
   */
  written: readonly WrittenStretch[]
  /**
   * Where a stretch of the words that were said stands in it; one that touches a written stretch
   * gets all of it.
   */
  place(said: Match): Match
}

interface WrittenStretch extends Match {
  said: string
}

/**
 * As a chart writes it ("120/80"), or `asSaid` in the words that were said ("doze por oito"): those
 * are what sources and corrections mean.
 */
export function shownLine(
  { text, normalized }: Pick<Segment, 'text' | 'normalized'>,
  asSaid: boolean,
): ShownLine {
  if (!normalized || asSaid) return { text, written: [], place: (said) => said }
  const { parts } = normalized
  return {
    text: normalized.text,
    written: parts.map(({ from, to, raw_from, raw_to }) => ({
      start: from,
      end: to,
      said: text.slice(raw_from, raw_to),
    })),
    place({ start, end }) {
      const begin = parts.findLast(({ raw_from }) => raw_from <= start)
      const finish = parts.findLast(({ raw_from }) => raw_from < end)
      const from = begin && start < begin.raw_to ? begin.from : start + shiftAfter(begin)
      const to = finish && end <= finish.raw_to ? finish.to : end + shiftAfter(finish)
      return { start: from, end: Math.max(from, to) }
    },
  }
}

/** Places of the line that read so, or stand for words that do; in order, without overlap. */
export function findInLine(
  { text }: Pick<Segment, 'text'>,
  line: ShownLine,
  query: string,
): Match[] {
  const seen = findMatches(line.text, query)
  if (line.written.length === 0) return seen
  const said = findMatches(text, query).map(line.place)
  const matches: Match[] = []
  for (const one of [...seen, ...said].sort((a, b) => a.start - b.start))
    if (one.start >= (matches.at(-1)?.end ?? 0)) matches.push(one)
  return matches
}

type Part = NonNullable<Segment['normalized']>['parts'][number]

/** What comes behind a part stands so many characters further on. */
function shiftAfter(part: Part | undefined): number {
  return part ? part.to - part.raw_to : 0
}

/** Characters [start, end) of the text. */
export interface Match {
  start: number
  end: number
}

/**
 * Finding words as people type them: without case and accents.
 *
 * In order, without overlap; none for a query of nothing but spaces.
 */
export function findMatches(text: string, query: string): Match[] {
  const wanted = fold(query.trim()).plain
  if (wanted === '') return []
  const { plain, origins } = fold(text)
  const matches: Match[] = []
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + wanted.length)) {
    const last = origins[at + wanted.length - 1]!
    matches.push({ start: origins[at]!.start, end: last.end })
  }
  return matches
}

/**
 * Most letters need no more than a small one: a long transcript is folded with each key of a
 * search.
 */
function bareOf(character: string): string {
  if (character < '\u0080')
    return character === '^' || character === '`' ? '' : character.toLowerCase()
  return character
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}

/** Each plain character with the characters of the text that it stands for. */
function fold(text: string) {
  let plain = ''
  const origins: Match[] = []
  let start = 0
  for (const character of text) {
    const end = start + character.length
    const bare = bareOf(character)
    for (const one of bare.split('')) {
      plain += one
      origins.push({ start, end })
    }
    // An accent of its own belongs to the letter before it.
    if (bare === '' && origins.length > 0) origins.at(-1)!.end = end
    start = end
  }
  return { plain, origins }
}

/** A stretch of text that is drawn in one way. */
export interface MarkedPart {
  text: string
  /** Index of the match it belongs to; -1 outside of them. */
  match: number
  doubtful: boolean
  /** The words it stands for, where it is written otherwise. */
  said: string | null
  /** The medicine's name that it is part of. */
  medicine?: MedicineMark
}

/**
 * Words that stand for a medicine: a name written for what was `heard`, or words for which a name
 * is `offered`.
 */
export interface MedicineMark extends Match {
  heard?: string | undefined
  offered?: string | undefined
}

/** Each in order, without overlap. */
interface Marks {
  matches?: readonly Match[]
  doubtful?: readonly Match[]
  written?: readonly WrittenStretch[]
  medicines?: readonly MedicineMark[]
}

/** The text cut at everything that is marked in it, for drawing. */
export function markedParts(
  text: string,
  { matches = [], doubtful = [], written = [], medicines = [] }: Marks,
): MarkedPart[] {
  const cuts = [...matches, ...doubtful, ...written, ...medicines].flatMap(({ start, end }) => [
    start,
    end,
  ])
  const places = [...new Set([0, ...cuts, text.length])].sort((a, b) => a - b)
  const covering = (ranges: readonly Match[], at: number) =>
    ranges.findIndex(({ start, end }) => start <= at && at < end)
  return places.slice(0, -1).map((start, index) => {
    const medicine = medicines[covering(medicines, start)]
    return {
      text: text.slice(start, places[index + 1]),
      match: covering(matches, start),
      doubtful: covering(doubtful, start) >= 0,
      said: written[covering(written, start)]?.said ?? null,
      ...(medicine ? { medicine } : {}),
    }
  })
}
