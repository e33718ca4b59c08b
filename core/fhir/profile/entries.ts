/** A bundle's entries, each with the profile that it is held against. */
import { asList, asObject, type JsonObject } from './json.ts'
import type { PreparedProfile, PreparedRules } from './prepare-rules.ts'

export interface EntryFacts {
  index: number
  /** `Bundle.entry[3].resource` */
  path: string
  resource: JsonObject
  type: string
  /** The first that it claims, where that one is known. */
  profile: PreparedProfile | undefined
}

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
