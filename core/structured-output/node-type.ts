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

/** Type of one `type`: undefined where it is none of ours. Null beside it says nothing. */
export function readTypeWord(type: unknown): Type | undefined {
  const words = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type]
  // Every whole number is a number.
  const types = new Set(words.map((one) => (one === 'integer' ? 'number' : one)))
  return types.size === 1 ? TYPES.find((known) => types.has(known)) : undefined
}

/** By the values or the alternatives that a node names, where it has no `type`. */
export function namedType({ keywords, alternatives }: PlainNode): ScalarType | undefined {
  const values = [...(keywords.get('const') ?? []), ...(keywords.get('enum') ?? [])]
    .flatMap(({ value }) => (Array.isArray(value) ? value : [value]))
    .filter((value) => value !== null)
  const [type, ...others] = new Set(values.map((value) => typeof value))
  if (others.length > 0) return undefined
  if (type === undefined) return alternatives[0]?.[0] && scalarType(alternatives[0][0])
  return isScalarType(type) ? type : undefined
}

/** Undefined where it is no single value. */
export function scalarType(node: PlainNode): ScalarType | undefined {
  const [stated] = node.keywords.get('type') ?? []
  const type = stated ? readTypeWord(stated.value) : namedType(node)
  return isScalarType(type) ? type : undefined
}

function isScalarType(type: unknown): type is ScalarType {
  return type === 'string' || type === 'number' || type === 'boolean'
}
