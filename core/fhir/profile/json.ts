import type { PreparedProfile, PreparedRules } from './prepare-rules.ts'

/** Reading JSON that may be anything. */
export type JsonObject = Record<string, unknown>

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

/**
 * What stands at a path of names, through lists: `valuesAt(encounter, ['diagnosis', 'condition'])`.
 */
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

export interface EntryFacts {
  index: number
  /** `Bundle.entry[3].resource` */
  path: string
  resource: JsonObject
  type: string
  /** The first that it claims, where that one is known. */
  profile: PreparedProfile | undefined
}

/** A bundle's entries, each with the profile that it is held against. */
export function listEntries(bundle: JsonObject, rules: PreparedRules): EntryFacts[] {
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
