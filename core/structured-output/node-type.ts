/** A node of a host's schema as it was read, and what type it has, however it says so. */
export interface Found {
  value: unknown
  path: string
  /** Definitions within which it lies, for one that contains itself. */
  via: readonly string[]
}

export interface PlainNode {
  /** Its own first; several where several parts say it. */
  keywords: ReadonlyMap<string, readonly Found[]>
  /** Lists of alternatives; one of each must hold. */
  alternatives: readonly (readonly PlainNode[])[]
}

export const TYPES = ['string', 'number', 'boolean', 'object', 'array'] as const
export type Type = (typeof TYPES)[number]
export type ScalarType = 'string' | 'number' | 'boolean'

/**
 * Types that one `type` allows: undefined where a word is none of ours. Null among them says
 * nothing.
 */
export function readTypes(type: unknown): readonly Type[] | undefined {
  const words = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type]
  // Every whole number is a number.
  const types = words.map((one) => TYPES.find((known) => known === numbered(one)))
  const known = [...new Set(types)].filter((one) => one !== undefined)
  return words.length > 0 && !types.includes(undefined) ? known : undefined
}

function numbered(word: unknown): unknown {
  return word === 'integer' ? 'number' : word
}

/**
 * The one of several types that is filled in: the one whose parts are stated, then text, which
 * holds whatever was said. Lists of types have no order: generators sort them by the alphabet.
 */
export function chosenType(types: readonly Type[], node: PlainNode): Type | undefined {
  const named = typesOfValues(node)
  const isPossible = (type: Type) =>
    PARTS[type] ? node.keywords.has(PARTS[type]) : named.length === 0 || named.includes(type)
  return ORDER.find((type) => types.includes(type) && isPossible(type))
}

/** Keyword that says what is inside. */
const PARTS: { readonly [type in Type]?: string } = { object: 'properties', array: 'items' }
const ORDER: readonly Type[] = ['object', 'array', 'string', 'number', 'boolean']

/** By the parts, the values or the alternatives that a node names, where it has no `type`. */
export function namedType(node: PlainNode): Type | undefined {
  const named = chosenType(typesOfValues(node), node)
  const [first] = node.alternatives[0] ?? []
  return (
    named ??
    chosenType(['object', 'array'], node) ??
    (typesOfValues(node).length > 0 ? undefined : first && scalarType(first))
  )
}

function typesOfValues({ keywords }: PlainNode): readonly Type[] {
  const values = [...(keywords.get('const') ?? []), ...(keywords.get('enum') ?? [])]
    .flatMap(({ value }) => (Array.isArray(value) ? value : [value]))
    .map((value) => typeof value)
  return TYPES.filter((type) => isScalarType(type) && values.includes(type))
}

/** Undefined where it is no single value. */
export function scalarType(node: PlainNode): ScalarType | undefined {
  const [stated] = node.keywords.get('type') ?? []
  const [type, ...others] = stated ? (readTypes(stated.value) ?? []) : [namedType(node)]
  return others.length === 0 && isScalarType(type) ? type : undefined
}

function isScalarType(type: unknown): type is ScalarType {
  return type === 'string' || type === 'number' || type === 'boolean'
}
