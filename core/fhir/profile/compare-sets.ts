/** What differs between two sets of profiles, as an administrator reads it before one is used. */
import type { ProfileVersion } from './load-definitions.ts'
import type { ElementRule, ProfileRules, ProfileSet, TypeRule } from './profile-rules.ts'

export interface VersionedSet {
  set: ProfileSet
  versions: Readonly<Record<string, ProfileVersion>>
}

export interface ElementChange {
  /** `Encounter.type` */
  path: string
  what: 'cardinality' | 'binding' | 'types' | 'value'
  /** `1..1`, `1..` (as many as R4 has), a URL …; null: as R4 has it. */
  before: string | null
  after: string | null
}

export interface ProfileChange {
  url: string
  /** Only where they differ. */
  version: { before: string | null; after: string | null } | null
  elements: ElementChange[]
}

export interface ListChange {
  url: string
  /** `06 (BRModalidadeAssistencial)` */
  added: string[]
  removed: string[]
}

export interface SetComparison {
  added: string[]
  removed: string[]
  changed: ProfileChange[]
  lists: ListChange[]
}

/** Of profiles and lists that both have, only those that differ; everything in order of its URL. */
export function compareSets(before: VersionedSet, after: VersionedSet): SetComparison {
  const [old, now] = [before.set.profiles, after.set.profiles]
  return {
    added: missingIn(old, now),
    removed: missingIn(now, old),
    changed: inBoth(old, now).flatMap((url) => {
      const [one, other] = [old[url], now[url]]
      if (!one || !other) return []
      const version = versionChange(before.versions[url], after.versions[url])
      const elements = elementChanges(one, other)
      return version || elements.length > 0 ? [{ url, version, elements }] : []
    }),
    lists: inBoth(before.set.valueSets, after.set.valueSets).flatMap((url) => {
      const [one, other] = [codesOf(before.set, url), codesOf(after.set, url)]
      const change = {
        added: [...other].filter((code) => !one.has(code)),
        removed: [...one].filter((code) => !other.has(code)),
      }
      return change.added.length + change.removed.length > 0 ? [{ url, ...change }] : []
    }),
  }
}

const missingIn = (these: object, those: object) =>
  Object.keys(those)
    .filter((url) => !Object.hasOwn(these, url))
    .sort()

const inBoth = (these: object, those: object) =>
  Object.keys(these)
    .filter((url) => Object.hasOwn(those, url))
    .sort()

function versionChange(
  one: ProfileVersion | undefined,
  other: ProfileVersion | undefined,
): ProfileChange['version'] {
  const [before, after] = [one?.version ?? null, other?.version ?? null]
  return before === after ? null : { before, after }
}

function elementChanges(one: ProfileRules, other: ProfileRules): ElementChange[] {
  const [before, after] = [elementsOf(one), elementsOf(other)]
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort()
  return keys.flatMap((key) => {
    const [old, now] = [factsOf(before.get(key)), factsOf(after.get(key))]
    return FACTS.flatMap((what) =>
      old[what] === now[what]
        ? []
        : [{ path: `${other.type}.${key}`, what, before: old[what], after: now[what] }],
    )
  })
}

function elementsOf({ elements, prohibited, required }: ProfileRules): Map<string, ElementRule> {
  return new Map<string, ElementRule>([
    ...Object.entries(elements),
    ...prohibited.map((key): [string, ElementRule] => [key, { max: 0 }]),
    ...required.map((key): [string, ElementRule] => [key, { min: 1 }]),
  ])
}

const FACTS = ['cardinality', 'binding', 'types', 'value'] as const

function factsOf(rule: ElementRule = {}): Record<ElementChange['what'], string | null> {
  const { min, max, binding, types, fixed, pattern } = rule
  const value = fixed ?? pattern
  return {
    cardinality: min === undefined && max === undefined ? null : `${min ?? 0}..${max ?? ''}`,
    binding: binding ?? null,
    types: types ? types.map(typeInWords).sort().join(', ') : null,
    value: value === undefined ? null : JSON.stringify(value),
  }
}

function typeInWords({ code, profiles, targets }: TypeRule): string {
  const to = [...(profiles ?? []), ...(targets ?? [])].map(lastPart).sort()
  return to.length > 0 ? `${code}(${to.join(' | ')})` : code
}

/** `*` where all of a system is in it, whatever that holds. */
function codesOf({ valueSets, codeSystems }: ProfileSet, url: string): Set<string> {
  const { include = [], exclude = [] } = valueSets[url] ?? {}
  const named = (lines: typeof include) =>
    lines.flatMap(({ system, codes }) =>
      (codes ?? codeSystems[system] ?? ['*']).map((code) => `${code} (${lastPart(system)})`),
    )
  const left = new Set(named(exclude))
  return new Set(named(include).filter((code) => !left.has(code)))
}

const lastPart = (url: string) => url.slice(url.lastIndexOf('/') + 1)
