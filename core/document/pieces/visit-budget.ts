/**
 * One budget for all that is read of a visit, so that no reading lasts without end however much
 * people send in. What people wrote for the visit comes first, then what was said; files share the
 * rest, so that a long one leaves room for short ones. A file is read from its first page to the
 * page that does not fit; what is left is told in the account of use (`core/visit-use`), and is in
 * no document.
 */
import type { DocumentInput } from '../models/ports.ts'
import { cleanSources } from './clean-sources.ts'

type Sources = Omit<DocumentInput, 'template'>

/** Limit of a visit: some 150 pages of print beside three hours of talk. */
export const VISIT_CHARACTERS = 400_000

export interface LeftOut {
  /** Ids of segments, in order of time. */
  segments: ReadonlySet<string>
  /** How many pages of a file are read, by its id; absent: all. */
  pagesRead: ReadonlyMap<string, number>
}

/** What documents, checks and data are made from: within the budget, and clean. */
export function readableSources<Given extends Sources>(given: Given, most?: number): Given {
  return cleanSources(withinBudget(given, most).sources)
}

export function withinBudget<Given extends Sources>(
  given: Given,
  most = VISIT_CHARACTERS,
): { sources: Given; left: LeftOut } {
  const written = given.contextMarkdown.length + (given.backgroundHistory?.length ?? 0)
  let room = Math.max(0, most - written)
  const inTime = given.segments.toSorted((a, b) => a.startMs - b.startMs || a.sequence - b.sequence)
  const firstLeft = inTime.findIndex(({ text }) => {
    room -= text.length
    return room < 0
  })
  const left = new Set((firstLeft < 0 ? [] : inTime.slice(firstLeft)).map(({ id }) => id))
  const lengths = given.files.map(({ pages }) => lengthOf(pages))
  const share = shareOf(lengths, Math.max(0, room))
  const pagesRead = new Map<string, number>()
  const files = given.files.map((file, at) => {
    if (lengths[at]! <= share) return file
    const pages = firstPages(file.pages, share)
    pagesRead.set(file.id, pages.length)
    return { ...file, pages }
  })
  const segments =
    left.size === 0 ? given.segments : given.segments.filter(({ id }) => !left.has(id))
  return { sources: { ...given, segments, files }, left: { segments: left, pagesRead } }
}

/** What each may have at most, so that all of them together have what there is. */
function shareOf(lengths: readonly number[], room: number): number {
  let rest = room
  const ascending = lengths.toSorted((a, b) => a - b)
  for (const [at, length] of ascending.entries()) {
    const share = rest / (ascending.length - at)
    if (length > share) return share
    rest -= length
  }
  return Number.POSITIVE_INFINITY
}

function firstPages(pages: readonly string[], most: number): string[] {
  let room = most
  const left = pages.findIndex((page) => {
    room -= page.length
    return room < 0
  })
  return left < 0 ? [...pages] : pages.slice(0, left)
}

function lengthOf(pages: readonly string[]): number {
  return pages.reduce((sum, page) => sum + page.length, 0)
}
