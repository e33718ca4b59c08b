/**
 * Faults by the letter of the official definitions, read here in the plainest way and not by the
 * compiler under test: what a differential forbids is added, what it demands is deleted, what it
 * allows once is doubled, what it fixes is changed.
 */
import { createBaseTypes } from '../../core/fhir/profile/base-types.ts'
import type { Bundle } from '../../core/fhir/types.ts'
import { at, fhirPath, type Json, removed, replaced, type Steps } from './fhir-json-path.ts'
import { type Mutant, sampleOf } from './fhir-mutants.ts'

interface RawElement {
  id: string
  path: string
  sliceName?: string
  min?: number
  max?: string
  type?: { code: string; profile?: string[]; targetProfile?: string[] }[]
  [key: string]: unknown
}
export interface RawDefinition {
  url: string
  type: string
  baseDefinition: string
  differential: { element: RawElement[] }
}

const TYPES = createBaseTypes()

export function* definedMutants(
  bundle: Bundle,
  definitions: ReadonlyMap<string, RawDefinition>,
): Generator<Mutant> {
  for (const [index, { resource }] of bundle.entry.entries()) {
    let url: string | undefined = resource.meta?.profile?.[0]
    while (url !== undefined && definitions.has(url)) {
      const definition: RawDefinition | undefined = definitions.get(url)
      if (definition) yield* ofElements(bundle, ['entry', index, 'resource'], definition)
      url = definition?.baseDefinition
    }
    yield* ofExtensions(bundle, resource, ['entry', index, 'resource'], definitions)
  }
}

/** Extensions have definitions of their own. */
function* ofExtensions(
  bundle: Bundle,
  value: unknown,
  steps: Steps,
  definitions: ReadonlyMap<string, RawDefinition>,
): Generator<Mutant> {
  if (typeof value !== 'object' || value === null) return
  const { url } = value as Json
  const definition = typeof url === 'string' ? definitions.get(url) : undefined
  if (definition) yield* ofElements(bundle, steps, definition)
  for (const [key, inner] of Object.entries(value))
    yield* ofExtensions(
      bundle,
      inner,
      [...steps, Array.isArray(value) ? Number(key) : key],
      definitions,
    )
}

function* ofElements(bundle: Bundle, root: Steps, definition: RawDefinition): Generator<Mutant> {
  const { element: elements } = definition.differential
  for (const element of elements) {
    const segments = element.id.split('.').slice(1)
    const last = segments.at(-1)
    if (last === undefined) continue
    let parents: { steps: Steps; types: readonly string[] }[] = [
      { steps: root, types: [definition.type] },
    ]
    for (const [depth, segment] of segments.slice(0, -1).entries()) {
      const id = [definition.type, ...segments.slice(0, depth + 1)].join('.')
      parents = parents.flatMap((parent) => follow(bundle, parent, segment, id, elements))
    }
    for (const parent of parents) yield* ofElement(bundle, parent, last, element, elements)
  }
}

function* ofElement(
  bundle: Bundle,
  parent: { steps: Steps; types: readonly string[] },
  segment: string,
  element: RawElement,
  elements: readonly RawElement[],
): Generator<Mutant> {
  const [label = ''] = segment.split(':')
  const name = label.replace('[x]', '')
  const [base] = parent.types.flatMap((type) => TYPES.get(type)?.elements.get(name) ?? [])
  if (!base) return
  const own = at(bundle, parent.steps) as Json
  const key = Object.keys(own).find((each) => isKeyOf(each, label))
  const mutant = (kind: string, wrong: Bundle, steps: Steps): Mutant => ({
    kind: `defined: ${kind}`,
    bundle: wrong,
    at: fhirPath(steps),
  })

  if (element.max === '0') {
    const [type] = base.types
    if (key !== undefined || !type) return
    const sample = sampleOf(type.code)
    const written = base.isChoice
      ? name + type.code.charAt(0).toUpperCase() + type.code.slice(1)
      : name
    const steps = [...parent.steps, written]
    const wrong = replaced(bundle, steps, base.isList ? [sample] : sample)
    yield { ...mutant('prohibited', wrong, steps), at: `${fhirPath(parent.steps)}.${name}` }
    return
  }
  if (key === undefined) return
  const steps = [...parent.steps, key]
  const items = follow(bundle, parent, segment, element.id, elements)
  if ((element.min ?? 0) > 0 && items.length > 0) {
    const isSlice = segment.includes(':')
    const wrong = [...items]
      .reverse()
      .reduce((copy, item) => (isSlice ? removed(copy, item.steps) : removed(copy, steps)), bundle)
    yield mutant('deleted', wrong, isSlice && items[0] ? items[0].steps : steps)
  }
  if (element.max === '1' && base.isList && items[0]) {
    const value = at(bundle, steps) as unknown[]
    yield mutant('doubled', replaced(bundle, steps, [...value, at(bundle, items[0].steps)]), steps)
  }
  const fixed = Object.entries(element).find(([each]) => each.startsWith('fixed'))?.[1]
  for (const item of fixed === undefined ? [] : items) {
    if (typeof fixed === 'string')
      yield mutant('fixed', replaced(bundle, item.steps, 'outro'), item.steps)
    else
      yield mutant('fixed', replaced(bundle, [...item.steps, 'coding', 0, 'code'], 'outro'), [
        ...item.steps,
        'coding',
        0,
        'code',
      ])
  }
  if (base.isChoice && element.type) {
    const other = base.types.find(({ code }) => !element.type?.some((type) => type.code === code))
    if (!other) return
    const written = name + other.code.charAt(0).toUpperCase() + other.code.slice(1)
    const wrong = replaced(removed(bundle, steps), [...parent.steps, written], sampleOf(other.code))
    yield mutant('other type', wrong, steps)
  }
}

/** The children that a segment of an element's id means: `section:prescricao` only that slice's. */
function follow(
  bundle: Bundle,
  parent: { steps: Steps; types: readonly string[] },
  segment: string,
  id: string,
  elements: readonly RawElement[],
): { steps: Steps; types: readonly string[] }[] {
  const [label = '', slice] = segment.split(':')
  const own = at(bundle, parent.steps) as Json
  const key = Object.keys(own).find((each) => isKeyOf(each, label))
  if (key === undefined) return []
  const base = parent.types.flatMap((type) => TYPES.get(type)?.properties.get(key) ?? [])
  const types = base.map(({ type }) => type.code)
  const value = own[key]
  const items = Array.isArray(value)
    ? value.map((_, index) => [...parent.steps, key, index])
    : [[...parent.steps, key]]
  return items
    .filter(
      (steps) => slice === undefined || isOfSlice(bundle, at(bundle, steps), id, slice, elements),
    )
    .map((steps) => ({ steps, types }))
}

function isOfSlice(
  bundle: Bundle,
  value: unknown,
  id: string,
  slice: string,
  elements: readonly RawElement[],
): boolean {
  const of = (suffix: string) => elements.find((element) => element.id === id + suffix)
  const own = of('')
  // A name that no line declares means the element as a whole.
  if (own?.sliceName === undefined) return true
  const { url } = value as Json
  if (typeof url === 'string') return url === (own.type?.[0]?.profile?.[0] ?? slice)
  const fixedSystem = of('.identifier.system')?.fixedUri
  if (fixedSystem !== undefined) return at(value, ['identifier', 'system']) === fixedSystem
  const targets = ['', '.entry', '.condition'].flatMap(
    (suffix) => of(suffix)?.type?.[0]?.targetProfile ?? [],
  )
  const references = [value, at(value, ['entry', 0]), at(value, ['condition'])]
  return references.some((reference) => {
    const target = at(reference, ['reference'])
    const found = bundle.entry.find(({ fullUrl }) => fullUrl === target)
    return targets.includes(found?.resource.meta?.profile?.[0] ?? '')
  })
}

const isKeyOf = (key: string, label: string) =>
  label.endsWith('[x]') ? new RegExp(`^${label.slice(0, -3)}[A-Z]`).test(key) : key === label
