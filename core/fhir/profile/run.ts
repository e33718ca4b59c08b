/** What one check of a bundle carries through its parts. */

import { type SpellingBook, spellingBook, type TakenSpellings } from '../spellings.ts'
import type { ProfileFinding } from '../types.ts'
import { nameField } from './field-names.ts'
import { asList, asObject, type EntryFacts, type JsonObject, listEntries } from './json.ts'
import type { PreparedRules } from './prepare-rules.ts'

/** Whether a code system holds a code; undefined where nobody here knows. */
export type KnowsCode = (system: string, code: string) => boolean | undefined

/**
 * Where a value stands: the path from the bundle, and the element without indices
 * (`Encounter.participant`).
 */
export interface ElementPlace {
  path: string
  element: string
}

export interface Run {
  rules: PreparedRules
  knows: KnowsCode
  entries: readonly EntryFacts[]
  byFullUrl: ReadonlyMap<string, EntryFacts>
  spellings: SpellingBook
  /**
   * `problem` is a pt-BR clause that follows the field's name, without the final stop and without a
   * patient's data.
   */
  report(code: string, path: string, problem: string, severity?: ProfileFinding['severity']): void
  /** Whether an error stands at this very path already. */
  hasError(path: string): boolean
  /** Whether this is asked for the first time: what concerns many places is told once. */
  isNews(fact: string): boolean
  findings: ProfileFinding[]
}

export interface RunOptions {
  rules: PreparedRules
  knows: KnowsCode
  spellings: TakenSpellings
}

export function startRun(bundle: JsonObject, { rules, knows, spellings }: RunOptions): Run {
  const entries = listEntries(bundle, rules)
  const findings: ProfileFinding[] = []
  const errorPaths = new Set<string>()
  const told = new Set<string>()
  const news = new Set<string>()
  return {
    rules,
    knows,
    entries,
    byFullUrl: new Map(
      entries.flatMap((facts) => {
        const fullUrl = asObject(asList(bundle.entry)[facts.index])?.fullUrl
        return typeof fullUrl === 'string' ? [[fullUrl, facts] as const] : []
      }),
    ),
    spellings: spellingBook(spellings),
    report(code, path, problem, severity = 'error') {
      const key = `${code} ${path} ${problem}`
      if (told.has(key)) return
      told.add(key)
      if (severity === 'error') errorPaths.add(path)
      findings.push({ severity, code, path, message: `${nameField(path, entries)}: ${problem}.` })
    },
    hasError: (path) => errorPaths.has(path),
    isNews: (fact) => news.size < news.add(fact).size,
    findings,
  }
}
