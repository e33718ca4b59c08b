/** Places in a bundle, as keys to follow and as FHIRPath says them. */
import type { Bundle } from '../../core/fhir/types.ts'

export type Steps = readonly (string | number)[]
export type Json = Record<string, unknown>

const CHOICE =
  /^(value|performed|effective|onset|medication|asNeeded|dose|scheduled|target|author)(Quantity|DateTime|CodeableConcept|Reference|Boolean|Timing|String|Annotation|Integer|PositiveInt|Code)$/

/** `Bundle.entry[3].resource.value` for `['entry', 3, 'resource', 'valueQuantity']`. */
export function fhirPath(steps: Steps): string {
  return steps.reduce<string>(
    (path, step) =>
      typeof step === 'number' ? `${path}[${step}]` : `${path}.${CHOICE.exec(step)?.[1] ?? step}`,
    'Bundle',
  )
}

export function at(value: unknown, steps: Steps): unknown {
  return steps.reduce((inner, step) => (inner as Json | undefined)?.[step], value)
}

/**
 * The bundle with another parent of what stands at `steps`; everything beside that path is shared.
 */
export function changed(
  bundle: Bundle,
  steps: Steps,
  change: (parent: Json, key: string | number) => void,
): Bundle {
  const along = (value: unknown, [step, ...rest]: Steps): unknown => {
    const copy = (Array.isArray(value) ? [...value] : { ...(value as Json) }) as Json
    if (step === undefined) return value
    if (rest.length === 0) change(copy, step)
    else copy[step] = along(copy[step], rest)
    return copy
  }
  return along(bundle, steps) as Bundle
}

export const replaced = (bundle: Bundle, steps: Steps, value: unknown) =>
  changed(bundle, steps, (parent, key) => {
    parent[key] = value
  })

/** A list that becomes empty goes too: FHIR knows no empty ones. */
export const removed = (bundle: Bundle, steps: Steps) => {
  const copy = changed(bundle, steps, (parent, key) => {
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key]
  })
  const above = at(copy, steps.slice(0, -1))
  return Array.isArray(above) && above.length === 0 ? removedKey(copy, steps.slice(0, -1)) : copy
}

const removedKey = (bundle: Bundle, steps: Steps) =>
  changed(bundle, steps, (parent, key) => {
    delete parent[key]
  })

/** Every place below, outer ones first. */
export function* walk(
  value: unknown,
  steps: Steps = [],
): Generator<{ steps: Steps; value: unknown }> {
  yield { steps, value }
  if (Array.isArray(value))
    for (const [index, inner] of value.entries()) yield* walk(inner, [...steps, index])
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* walk(inner, [...steps, key])
}
