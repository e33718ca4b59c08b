/** What one check of a bundle carries through its parts. */
import type { Finding } from '../finding.ts'
import { nameField } from './field-names.ts'
import type { PreparedProfile, PreparedRules } from './prepare-rules.ts'

export type JsonObject = Record<string, unknown>

/** Whether a code system holds a code; undefined where nobody here knows. */
export type KnowsCode = (system: string, code: string) => boolean | undefined

export interface EntryFacts {
  index: number
  /** `Bundle.entry[3].resource` */
  path: string
  resource: JsonObject
  type: string
  /** The first that it claims, where that one is known. */
  profile: PreparedProfile | undefined
}

export interface Run {
  rules: PreparedRules
  knows: KnowsCode
  entries: readonly EntryFacts[]
  byFullUrl: ReadonlyMap<string, EntryFacts>
  /** The rules' spelling of a system's URL. */
  canonical(system: string): string
  /** `problem` is a pt-BR clause that follows the field's name, without the final stop and without a patient's data. */
  report(code: string, path: string, problem: string, severity?: Finding['severity']): void
  /** Whether an error stands at this very path already. */
  hasError(path: string): boolean
  /** Whether this is asked for the first time: what concerns many places is told once. */
  isNews(fact: string): boolean
  findings: Finding[]
}

export interface RunOptions {
  rules: PreparedRules
  knows: KnowsCode
  /** What is sent → how the rules write it. */
  spellings: Readonly<Record<string, string>>
}

export function startRun(bundle: JsonObject, { rules, knows, spellings }: RunOptions): Run {
  const entries = listEntries(bundle, rules)
  const findings: Finding[] = []
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
    canonical: (system) => spellings[system] ?? system,
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

function listEntries(bundle: JsonObject, rules: PreparedRules): EntryFacts[] {
  return asList(bundle.entry).flatMap((entry, index) => {
    const resource = asObject(asObject(entry)?.resource)
    if (!resource) return []
    const claimed = asList(asObject(resource.meta)?.profile)[0]
    return {
      index,
      path: `Bundle.entry[${index}].resource`,
      resource,
      type: typeof resource.resourceType === 'string' ? resource.resourceType : '',
      profile: typeof claimed === 'string' ? rules.profiles.get(claimed) : undefined,
    }
  })
}

/** @returns undefined for anything but a JSON object */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** What stands at a path of names, through lists: `valuesAt(encounter, ['diagnosis', 'condition'])`. */
export function valuesAt(start: unknown, steps: readonly string[]): unknown[] {
  let found: unknown[] = [start]
  for (const step of steps) {
    found = found.flatMap((value) => {
      const next = asObject(value)?.[step]
      return next === undefined ? [] : Array.isArray(next) ? next : [next]
    })
  }
  return found
}
