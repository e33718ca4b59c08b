/**
 * One node of a host's schema with everything that is said of it elsewhere: libraries put what
 * repeats into `$defs`, what may be missing into `anyOf` with null, and what is inherited into
 * `allOf`. A keyword keeps the place where it is written, which is where a fault is mended.
 */
import { type Found, type PlainNode, scalarType } from './node-type.ts'
import { isRecord, pointerPart } from './schema.ts'

interface Telling {
  fault(path: string, issue: string, message: string): undefined
  warn(path: string, message: string): void
}

export const BUILT_IN: Readonly<Record<string, 'CID' | 'AnthropometricData'>> = {
  '#/$defs/CID': 'CID',
  '#/$defs/AnthropometricData': 'AnthropometricData',
}

/** More than any schema within its limits needs; less than one made to cost takes. */
const MOST_PARTS = 10_000
const DEEPEST = 32

/** @param root of the schema: what its references are looked up in */
export function plainNodes(root: unknown, { fault, warn }: Telling) {
  let parts = 0
  const named = namedParts(root)

  function plainNode(...all: readonly Found[]): PlainNode | undefined {
    const nodes = all.map((found) => partNode(found, 0))
    const [first, ...others] = nodes
    if (!first || others.includes(undefined)) return undefined
    return others.length === 0 ? first : joined(nodes as PlainNode[])
  }

  function partNode(found: Found, level: number): PlainNode | undefined {
    const { value, path, via } = found
    if (!isRecord(value)) return fault(path, 'invalid', 'A schema node must be an object.')
    if (++parts === MOST_PARTS)
      fault('#', 'too_many', 'The schema refers to its parts more often than can be followed.')
    if (parts >= MOST_PARTS) return undefined
    if (level > DEEPEST)
      return fault(path, 'too_deep', `Parts may lie within one another ${DEEPEST} deep.`)

    const keywords = new Map<string, Found[]>()
    const alternatives: (readonly PlainNode[])[] = []
    let isWhole = true

    function take(part: PlainNode | undefined) {
      if (!part) isWhole = false
      for (const [keyword, all] of part?.keywords ?? [])
        keywords.set(keyword, [...(keywords.get(keyword) ?? []), ...all])
      alternatives.push(...(part?.alternatives ?? []))
    }

    for (const [keyword, one] of Object.entries(value)) {
      const place = { value: one, path: `${path}/${pointerPart(keyword)}`, via }
      const isFollowed = COMPOSED.has(keyword) && !isBuiltIn(keyword, one)
      if (!isFollowed) keywords.set(keyword, [place])
    }
    if (value.$ref !== undefined && !isBuiltIn('$ref', value.$ref)) take(referred(found, level))
    if (value.allOf !== undefined)
      for (const one of listed(value.allOf, `${path}/allOf`, via) ?? [undefined])
        take(one && partNode(one, level + 1))
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      if (value[keyword] === undefined) continue
      const all = listed(value[keyword], `${path}/${keyword}`, via)
      const some = all?.filter((one) => !isNull(one.value))
      if (some?.length === 0) fault(`${path}/${keyword}`, 'invalid', NOTHING_BUT_NULL)
      const branches = some?.map((one) => partNode(one, level + 1)) ?? []
      const [first, ...others] = branches
      if (!first || others.includes(undefined)) isWhole = false
      else {
        const alike = ofOneType(branches as PlainNode[])
        if (alike.length > 1) alternatives.push(alike)
        else take(first)
        if (alike.length < branches.length) warn(`${path}/${keyword}`, ONLY_FIRST)
      }
    }
    return isWhole ? { keywords, alternatives } : undefined
  }

  function referred({ value, path, via }: Found, level: number): PlainNode | undefined {
    const { $ref } = value as { $ref: unknown }
    const place = `${path}/$ref`
    if (typeof $ref !== 'string') return fault(place, 'unknown', FOREIGN)
    if (via.includes($ref) || $ref === '#') return fault(place, 'recursive', RECURSIVE)
    const target = lookUp(root, $ref) ?? named($ref)
    if (target === undefined)
      return fault(place, 'unknown', `"$ref" names no part of this schema. ${FOREIGN}`)
    return partNode({ ...target, via: [...via, $ref] }, level + 1)
  }

  function listed(value: unknown, path: string, via: readonly string[]): Found[] | undefined {
    if (!Array.isArray(value) || value.length === 0)
      return fault(path, 'invalid', 'It must be a list of schemas, with at least one.')
    return value.map((one, index) => ({ value: one, path: `${path}/${index}`, via }))
  }

  return plainNode
}

const COMPOSED: ReadonlySet<string> = new Set(['$ref', 'allOf', 'anyOf', 'oneOf'])

function isBuiltIn(keyword: string, value: unknown): boolean {
  return keyword === '$ref' && typeof value === 'string' && Object.hasOwn(BUILT_IN, value)
}

/** That a value may be null is true of every value. */
function isNull(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { type, enum: values } = value
  const isOnlyNull = (one: unknown) =>
    Array.isArray(one) && one.length > 0 && one.every((each) => each === null || each === 'null')
  return type === 'null' || value.const === null || isOnlyNull(type) || isOnlyNull(values)
}

/** Those whose single value has the type that the first one has; the first alone where none has. */
function ofOneType(branches: readonly PlainNode[]): readonly PlainNode[] {
  const [first] = branches
  const type = first && scalarType(first)
  return type ? branches.filter((branch) => scalarType(branch) === type) : branches.slice(0, 1)
}

function joined(nodes: readonly PlainNode[]): PlainNode {
  const keywords = new Map<string, Found[]>()
  for (const [keyword, all] of nodes.flatMap((node) => [...node.keywords]))
    keywords.set(keyword, [...(keywords.get(keyword) ?? []), ...all])
  return { keywords, alternatives: nodes.flatMap(({ alternatives }) => alternatives) }
}

type Target = Omit<Found, 'via'>

function lookUp(root: unknown, reference: string): Target | undefined {
  if (!reference.startsWith('#/')) return undefined
  let at: unknown = root
  for (const part of reference.slice(2).split('/')) {
    const name = decoded(part)
    const isThere = typeof at === 'object' && at !== null && Object.hasOwn(at, name)
    if (!isThere) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return { value: at, path: reference }
}

/** Parts by the names that they give themselves: `$id`, `$anchor`. Looked for once, when asked. */
function namedParts(root: unknown): (reference: string) => Target | undefined {
  let names: Map<string, Target> | undefined
  const find = () => {
    const found = new Map<string, Target>()
    const open: Target[] = [{ value: root, path: '#' }]
    for (let at = 0; at < open.length && at < MOST_PARTS; at++) {
      const { value, path } = open[at]!
      if (typeof value !== 'object' || value === null) continue
      const { $id, $anchor } = value as Record<string, unknown>
      for (const name of [$id, typeof $anchor === 'string' ? `#${$anchor}` : undefined])
        if (typeof name === 'string' && !found.has(name)) found.set(name, { value, path })
      for (const [key, one] of Object.entries(value))
        if (!DATA.has(key)) open.push({ value: one, path: `${path}/${pointerPart(key)}` })
    }
    return found
  }
  return (reference) => {
    names ??= find()
    return names.get(reference)
  }
}

/** Keywords under which values lie and no schemas. */
const DATA: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'example', 'examples'])

/** As RFC 6901 writes a pointer into an address. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return part
  }
}

const FOREIGN =
  '"$ref" must be #/$defs/CID, #/$defs/AnthropometricData or a definition of this schema: "#/$defs/Name".'
const RECURSIVE = 'This definition contains itself: data without an end cannot be filled in.'
const ONLY_FIRST = 'Of alternatives of different kinds, only the first is filled in.'
const NOTHING_BUT_NULL = 'Beside null, something must be allowed.'
