/** Looking into bundles: every place of a JSON value, and what the entries are. */
import type { Bundle, Resource } from '../../core/fhir/types.ts'

export interface Place {
  /** Element names without indices: `entry.resource.code.coding.code`. */
  path: string
  value: unknown
}

/** Every value in a JSON tree, the inner ones after the outer ones. */
export function places(value: unknown, path = ''): Place[] {
  const inner =
    typeof value !== 'object' || value === null
      ? []
      : Array.isArray(value)
        ? value.flatMap((each) => places(each, path))
        : Object.entries(value).flatMap(([name, each]) =>
            places(each, path === '' ? name : `${path}.${name}`),
          )
  return [{ path, value }, ...inner]
}

export function profileOf({ meta }: Resource): string {
  return meta?.profile?.[0]?.split('/').at(-1) ?? ''
}

/** `Encounter BRContatoAssistencial-1.0`, in entry order. */
export function outline(bundle: Bundle): string[] {
  return bundle.entry.map(({ resource }) => `${resource.resourceType} ${profileOf(resource)}`)
}

/** The resources of one profile, in entry order. */
export function resourcesOf(bundle: Bundle, profile: string): Resource[] {
  return bundle.entry.map(({ resource }) => resource).filter((one) => profileOf(one) === profile)
}

/** Every reference to another entry. */
export function entryReferences(value: unknown): string[] {
  return places(value)
    .filter(({ path }) => /(^|\.)reference$/.test(path))
    .map((place) => String(place.value))
    .filter((reference) => reference.startsWith('urn:'))
}
