/**
 * Compiles a StructureDefinition into our own compact rules. Only the differential is needed: what
 * it does not say is R4's (base-types.ts) or the narrowed profile's. FHIRPath constraints are not
 * compiled; a note names them.
 */
import type { BaseElement, BaseTypes } from './base-types.ts'
import type { Discriminator, ElementRule, ProfileRules, TypeRule } from './profile-rules.ts'
import type { DefinedElement, StructureDefinition } from './structure-definition.ts'

const R4 = 'http://hl7.org/fhir/StructureDefinition/'

export interface CompileBase {
  types: BaseTypes
  /** Rules of `baseDefinition` where that is a profile itself. */
  narrowed?: ProfileRules | undefined
}

export interface CompiledProfile {
  rules: ProfileRules
  /** What could not be compiled: nothing checks it. */
  notes: string[]
}

/** @returns null when the type is not one of those that the network's documents are made of */
export function compileProfile(
  definition: StructureDefinition,
  { types, narrowed }: CompileBase,
): CompiledProfile | null {
  if (!types.has(definition.type)) return null
  const notes: string[] = []
  const rules = new Map<string, ElementRule>(narrowed ? spread(narrowed) : [])
  const elements = (definition.differential ?? definition.snapshot)?.element ?? []
  const sliceNames = new Set(elements.flatMap(({ sliceName }) => sliceName ?? []))
  for (const key of rules.keys()) for (const name of slicesIn(key)) sliceNames.add(name)

  for (const element of elements) {
    const key = keyOf(element, definition.type, sliceNames)
    if (key === '') continue
    const found = locate(key, definition.type, types, rules)
    if (!found) {
      // Ids of primitive values: extensions of primitives are refused altogether.
      if (!key.endsWith('.id')) notes.push(`${element.id ?? element.path}: R4 has no such element`)
      continue
    }
    const rule = ruleOf(element, found.element, notes)
    rules.set(found.key, merged(rules.get(found.key), rule))
  }

  return { rules: pack(definition, narrowed, rules), notes }
}

/**
 * The element's id without the type and without slice names that no line declares (they constrain
 * the whole element).
 */
function keyOf(element: DefinedElement, type: string, sliceNames: ReadonlySet<string>): string {
  const id =
    element.id ?? (element.sliceName ? `${element.path}:${element.sliceName}` : element.path)
  return id
    .slice(type.length + 1)
    .split('.')
    .map((segment) => {
      const [name = '', slice] = segment.split(':')
      return slice !== undefined && sliceNames.has(slice) ? segment : name
    })
    .join('.')
}

/**
 * Follows the key through R4's tables; `valueQuantity` becomes the slice `value[x]:valueQuantity`.
 */
function locate(
  key: string,
  type: string,
  types: BaseTypes,
  rules: ReadonlyMap<string, ElementRule>,
): { key: string; element: BaseElement } | undefined {
  let candidates: readonly string[] = [type]
  let found: BaseElement | undefined
  let path = ''
  for (const segment of key.split('.')) {
    const [label = '', slice] = segment.split(':')
    const name = label.replace('[x]', '')
    let written = segment
    found = undefined
    for (const candidate of candidates) {
      const base = types.get(candidate)
      found = base?.elements.get(name)
      const renamed = base?.properties.get(name)
      if (!found && renamed?.element.isChoice) {
        found = renamed.element
        written = `${found.name}[x]:${slice ?? name}`
      }
      if (found) break
    }
    if (!found) return undefined
    path = path ? `${path}.${written}` : written
    const narrowedTo = rules.get(path)?.types ?? rules.get(withoutSlice(path))?.types
    candidates = (narrowedTo ?? found.types).map(({ code }) => code)
  }
  return found && { key: path, element: found }
}

/** The same path, without the name of a slice at its end. */
function withoutSlice(path: string): string {
  const slice = path.indexOf(':', path.lastIndexOf('.') + 1)
  return slice < 0 ? path : path.slice(0, slice)
}

function ruleOf(element: DefinedElement, base: BaseElement, notes: string[]): ElementRule {
  const rule: ElementRule = {}
  const place = element.id ?? element.path
  if (element.min) rule.min = element.min
  if (element.max !== undefined && element.max !== '*') rule.max = Number(element.max)
  for (const [key, value] of Object.entries(element)) {
    if (key.startsWith('fixed')) rule.fixed = value as NonNullable<ElementRule['fixed']>
    if (key.startsWith('pattern')) rule.pattern = value as NonNullable<ElementRule['pattern']>
    if (key.startsWith('minValue') && typeof value === 'number') rule.minValue = value
    if (key.startsWith('maxValue') && typeof value === 'number') rule.maxValue = value
  }
  const types = element.type?.map(typeRule)
  const tells = types?.some(({ profiles, targets }) => profiles ?? targets)
  if (types && (base.isChoice || tells)) rule.types = types
  if (element.binding?.strength === 'required' && element.binding.valueSet)
    rule.binding = withoutVersion(element.binding.valueSet)
  if (element.slicing && !isByUrl(element)) {
    const by = element.slicing.discriminator.filter(isDiscriminator)
    if (by.length < element.slicing.discriminator.length)
      notes.push(`${place}: a discriminator is not understood`)
    rule.slicing = { by, ...(element.slicing.rules === 'closed' ? { closed: true } : {}) }
  }
  for (const { key } of element.constraint ?? [])
    if (!R4_CONSTRAINT.test(key)) notes.push(`${place}: constraint ${key} is not checked`)
  return rule
}

/** How extensions are told apart anyway. */
function isByUrl({ path, slicing }: DefinedElement): boolean {
  return /(^|\.)(modifierE|e)xtension$/.test(path) && slicing?.rules !== 'closed'
}

/** Keys of R4's own constraints, as snapshots repeat them. */
const R4_CONSTRAINT = /^(dom|ele|ext|ref|[a-z]{3,4})-\d+[a-z]?$/

function typeRule(type: NonNullable<DefinedElement['type']>[number]): TypeRule {
  const own = (urls: string[] | undefined) =>
    urls?.map(withoutVersion).filter((url) => !url.startsWith(R4)) ?? []
  const profiles = own(type.profile)
  const targets = own(type.targetProfile)
  return {
    code: type.code,
    ...(profiles.length > 0 ? { profiles } : {}),
    ...(targets.length > 0 ? { targets } : {}),
  }
}

function isDiscriminator(given: { type: string; path: string }): given is Discriminator {
  const isType = ['value', 'pattern', 'exists', 'type', 'profile'].includes(given.type)
  return isType && /^(\$this|\w+)(\.\w+)*(\.resolve\(\))?$/.test(given.path)
}

/** The narrower of both. */
function merged(wide: ElementRule | undefined, narrow: ElementRule): ElementRule {
  if (!wide) return narrow
  const min = Math.max(wide.min ?? 0, narrow.min ?? 0)
  const max = Math.min(wide.max ?? Number.POSITIVE_INFINITY, narrow.max ?? Number.POSITIVE_INFINITY)
  return {
    ...wide,
    ...narrow,
    ...(min > 0 ? { min } : {}),
    ...(Number.isFinite(max) ? { max } : {}),
  }
}

function spread(rules: ProfileRules): [string, ElementRule][] {
  return [
    ...Object.entries(rules.elements),
    ...rules.prohibited.map((key): [string, ElementRule] => [key, { max: 0 }]),
    ...rules.required.map((key): [string, ElementRule] => [key, { min: 1 }]),
  ]
}

/** Leaves out what says nothing and what lies below a prohibited element. */
function pack(
  definition: StructureDefinition,
  narrowed: ProfileRules | undefined,
  rules: ReadonlyMap<string, ElementRule>,
): ProfileRules {
  const prohibited = [...rules].flatMap(([key, { max }]) => (max === 0 ? key : []))
  const gone = new Set(prohibited)
  const isBelow = (key: string) => ancestors(key).some((above) => gone.has(above))
  const kept = [...rules].filter(
    ([key, rule]) =>
      !gone.has(key) && !isBelow(key) && (isSlice(key) || Object.keys(rule).length > 0),
  )
  const isRequired = (rule: ElementRule) => rule.min === 1 && Object.keys(rule).length === 1
  return {
    url: definition.url,
    type: definition.type,
    ...(narrowed ? { narrows: narrowed.url } : {}),
    ...(definition.context
      ? { context: definition.context.map(({ expression }) => expression) }
      : {}),
    prohibited: prohibited.filter((key) => !isBelow(key)),
    required: kept.flatMap(([key, rule]) => (isRequired(rule) ? key : [])),
    elements: Object.fromEntries(kept.filter(([, rule]) => !isRequired(rule))),
  }
}

function ancestors(key: string): string[] {
  const segments = key.split('.')
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('.'))
}

/** The element itself is a slice: its name alone says something. */
const isSlice = (key: string) => key.slice(key.lastIndexOf('.') + 1).includes(':')
const slicesIn = (key: string) => key.split('.').flatMap((segment) => segment.split(':').slice(1))
const withoutVersion = (url: string) => url.split('|')[0] ?? url
