/**
 * SIGTAP codes for what a consultation's documents say was done in it. Codes that were typed come
 * first, then what the table finds for the words; never a code that it does not hold. Suggestions
 * only: a doctor confirms.
 */
import type { DocumentRecord, DocumentStore } from '../document/record/document-store.ts'
import { fold } from '../portuguese/tokens.ts'
import type { Concept, SearchHit, TableInfo, Terminology } from '../terminology/ports.ts'
import { type PerformedPhrase, performedPhrases, procedureTexts } from './performed-phrases.ts'

export interface ProcedureSuggestion {
  code: string
  display: string
  /** The words of the document that it rests on. */
  text: string
  /** 1 for a code that was written. */
  score: number
}

export interface SuggestedProcedures {
  /** Best first. */
  suggestions: ProcedureSuggestion[]
  /**
   * `starter`: only common procedures are here. Null where there is no table, and so no suggestion.
   */
  origin: TableInfo['origin'] | null
}

export type SuggestProcedures = ReturnType<typeof suggestProcedures>

interface Deps {
  documents: Pick<DocumentStore, 'list'>
  terminology: Pick<Terminology, 'find' | 'search' | 'tables'>
}

const MOST = 12
const MOST_PHRASES = 40
const MOST_WORDS = 8
/** What the words, from the first on, must reach; a single word must be the very name. */
const ENOUGH = 0.88
const VERY_NAME = 0.97
/** A second code for the same words, when it is as likely. */
const AS_LIKELY = 0.94
/** Medicines, prostheses and what only goes with a treatment: nothing that is done in a visit. */
const NO_PROCEDURE = /^0[678]/

export function suggestProcedures({ documents, terminology }: Deps) {
  return async (consultationId: string): Promise<SuggestedProcedures> => {
    const table = (await terminology.tables()).find(({ system }) => system === 'SIGTAP')
    if (!table) return { suggestions: [], origin: null }
    const best = new Map<string, ProcedureSuggestion>()
    for (const { raw, phrase } of phrasesOf(await documents.list(consultationId)))
      for (const found of await codesOf(raw, phrase, terminology)) {
        const known = best.get(found.code)
        if (!known || known.score < found.score) best.set(found.code, found)
      }
    const suggestions = [...best.values()].sort((a, b) => b.score - a.score).slice(0, MOST)
    return { suggestions, origin: table.origin }
  }
}

/** Phrases of the documents that a doctor can read, those that the doctor signs for first. */
function phrasesOf(records: readonly DocumentRecord[]) {
  return (['reviewed', 'draft'] as const)
    .flatMap((status) => records.filter((record) => record.status === status))
    .flatMap(({ template, content }) => procedureTexts(template, content))
    .flatMap(({ text, kind }) =>
      performedPhrases(text, kind).map((phrase) => ({
        raw: text.slice(phrase.start, phrase.end),
        phrase,
      })),
    )
    .slice(0, MOST_PHRASES)
}

async function codesOf(
  raw: string,
  { words }: PerformedPhrase,
  terminology: Deps['terminology'],
): Promise<ProcedureSuggestion[]> {
  const written: ProcedureSuggestion[] = []
  for (const [match] of raw.matchAll(WRITTEN_CODE)) {
    const concept = await terminology.find('SIGTAP', match)
    if (concept) written.push({ ...named(concept), text: raw, score: 1 })
  }
  if (written.length > 0) return written

  const route = ROUTES.find(([pattern]) => pattern.test(fold(raw)))
  if (route && GIVEN.test(fold(raw)) && !/\bvacin/.test(fold(raw)))
    return (await hitsFor(route[1], terminology)).map((hit) => ({ ...hit, text: raw }))

  const found = await hitsFor(words, terminology)
  const parts = words.split(JOINTS).filter((part) => /\p{L}{3}/u.test(part))
  for (const part of parts.length > 1 ? parts : [])
    for (const hit of await hitsFor(part, terminology))
      if (!found.some(({ code }) => code === hit.code)) found.push(hit)
  return found.map((hit) => ({ ...hit, text: raw }))
}

/** `0401010066`, `04.01.01.006-6`. */
const WRITTEN_CODE = /(?<!\d)\d{2}\.?\d{2}\.?\d{2}\.?\d{3}-?\d(?!\d)/g

/** A medicine given here is told by its way, whatever its name (SIGTAP 03.01.10). */
const GIVEN = /\b(?:aplic|administr|feit|fiz|realizad)\w*/
const ROUTES: readonly [RegExp, string][] = [
  [/\b(?:im|intramuscular)\b/, 'administracao de medicamentos por via intramuscular'],
  [
    /\b(?:ev|iv|endovenos[oa]|intravenos[oa])\b/,
    'administracao de medicamentos por via endovenosa',
  ],
  [/\b(?:sc|subcutane[oa])\b/, 'administracao de medicamentos por via subcutanea'],
]

const JOINTS =
  /(?<!\s)(?:\s+(?:e|com|seguid[oa] de|alem de|mais)\s+|\s+[+/():]\s*|\s+-\s+)|[+/():]\s*/

/**
 * By as many of the first words as make a name: "lavagem de ouvido direito com soro" is a "lavagem
 * de ouvido".
 */
async function hitsFor(
  words: string,
  terminology: Deps['terminology'],
): Promise<Omit<ProcedureSuggestion, 'text'>[]> {
  const asked = words.split(' ').filter(Boolean).slice(0, MOST_WORDS)
  for (let count = asked.length; count >= 1; count--) {
    if (LINKS.has(asked[count - 1]!)) continue
    const query = asked.slice(0, count).join(' ')
    const enough = count === 1 ? VERY_NAME : ENOUGH
    const hits = (await terminology.search('SIGTAP', query, { limit: 4 })).filter(
      ({ code, score }) => score >= enough && !NO_PROCEDURE.test(code),
    )
    if (hits.length > 0) return likely(hits)
  }
  return []
}

const LINKS = new Set('de da do das dos com em no na e a o ao para por'.split(' '))

function likely([first, second]: readonly SearchHit[]): Omit<ProcedureSuggestion, 'text'>[] {
  if (!first) return []
  const isChoice = second && second.score >= first.score * AS_LIKELY
  return (isChoice ? [first, second] : [first]).map((hit) => ({
    ...named(hit),
    score: Math.min(hit.score, 0.99),
  }))
}

function named({ code, display }: Concept) {
  return { code, display }
}
