/**
 * Makes a set of rules checkable: a tree of elements per profile, value sets as sets. Done once; a
 * check then only looks things up.
 */
import { type BaseTypes, createBaseTypes } from './base-types.ts'
import type {
  Discriminator,
  ElementRule,
  ProfileRules,
  ProfileSet,
  TypeRule,
  ValueSetRules,
} from './profile-rules.ts'

export interface RuleNode {
  rule: ElementRule
  min: number
  max: number
  /** By FHIRPath name: `value` for `value[x]`. */
  children: Map<string, RuleNode>
  /** Children that must be there. */
  required: string[]
  /** Slices of children that must be there. */
  requiredSlices: [string, Slice][]
  /** Type rules by type code, where the profile narrows the choice. */
  types: Map<string, TypeRule> | undefined
  binding: BoundCodes | undefined
  slices: Slice[]
}

export interface Slice {
  name: string
  node: RuleNode
  /** Of an extension. */
  url: string | undefined
  by: readonly PreparedDiscriminator[]
}

export interface PreparedDiscriminator {
  type: Discriminator['type']
  /** Names to follow from the sliced element; empty for `$this`. */
  steps: readonly string[]
  resolves: boolean
  /** The slice's own node at that path. */
  node: RuleNode | undefined
}

export interface BoundCodes {
  /** Last part of the value set's URL. */
  name: string
  /** By system; `all` where any code of the system that the terminology knows will do. */
  systems: ReadonlyMap<string, ReadonlySet<string> | 'all'>
  excluded: ReadonlyMap<string, ReadonlySet<string>>
  isAdvisory: boolean
}

export interface PreparedProfile {
  url: string
  /** Last part of the URL. */
  name: string
  type: string
  context: readonly string[]
  /** Its own URL and those of the profiles that it narrows. */
  conformsTo: ReadonlySet<string>
  root: RuleNode
}

export interface PreparedRules {
  types: BaseTypes
  profiles: ReadonlyMap<string, PreparedProfile>
}

/** A few milliseconds. */
export function prepareRules(set: ProfileSet): PreparedRules {
  const valueSets = new Map(
    Object.entries(set.valueSets).map(([url, rules]) => [url, bind(url, rules, set.codeSystems)]),
  )
  const profiles = new Map(
    Object.values(set.profiles).map((rules) => [rules.url, prepareProfile(rules, set, valueSets)]),
  )
  return { types: createBaseTypes(), profiles }
}

function prepareProfile(
  rules: ProfileRules,
  set: ProfileSet,
  valueSets: ReadonlyMap<string, BoundCodes>,
): PreparedProfile {
  const root = newNode({}, valueSets)
  const add = (key: string, rule: ElementRule) => place(root, key.split('.'), rule, valueSets)
  // Short keys first, so that a node exists before its parts and slices.
  const entries: [string, ElementRule][] = [
    ...Object.entries(rules.elements),
    ...rules.prohibited.map((key): [string, ElementRule] => [key, { max: 0 }]),
    ...rules.required.map((key): [string, ElementRule] => [key, { min: 1 }]),
  ]
  for (const [key, rule] of entries.sort(([a], [b]) => a.length - b.length)) add(key, rule)
  finish(root)
  return {
    url: rules.url,
    name: lastPart(rules.url),
    type: rules.type,
    context: rules.context ?? [],
    conformsTo: new Set(lineage(rules, set)),
    root,
  }
}

function lineage(rules: ProfileRules, set: ProfileSet): string[] {
  const above = rules.narrows === undefined ? undefined : set.profiles[rules.narrows]
  return [rules.url, ...(above ? lineage(above, set) : [])]
}

function newNode(rule: ElementRule, valueSets: ReadonlyMap<string, BoundCodes>): RuleNode {
  return {
    rule,
    min: rule.min ?? 0,
    max: rule.max ?? Number.POSITIVE_INFINITY,
    children: new Map(),
    required: [],
    requiredSlices: [],
    types: rule.types && new Map(rule.types.map((type) => [type.code, type])),
    binding: rule.binding === undefined ? undefined : valueSets.get(rule.binding),
    slices: [],
  }
}

/** Walks down the segments, making what is missing, and gives the last one its rule. */
function place(
  root: RuleNode,
  segments: readonly string[],
  rule: ElementRule,
  valueSets: ReadonlyMap<string, BoundCodes>,
) {
  let node = root
  for (const [index, segment] of segments.entries()) {
    const [label = '', sliceName] = segment.split(':')
    const name = label.replace('[x]', '')
    const isLast = index === segments.length - 1
    const own = isLast && sliceName === undefined ? newNode(rule, valueSets) : undefined
    const child = node.children.get(name) ?? own ?? newNode({}, valueSets)
    node.children.set(name, child)
    node = child
    if (sliceName === undefined) continue
    let slice = node.slices.find((known) => known.name === sliceName)
    if (!slice) {
      slice = {
        name: sliceName,
        node: newNode(isLast ? rule : {}, valueSets),
        url: undefined,
        by: [],
      }
      node.slices.push(slice)
    }
    node = slice.node
  }
}

/** Tells slices how they are recognized; needs the whole tree. */
function finish(node: RuleNode, name = '') {
  for (const [childName, { min, slices }] of node.children) {
    if (min > 0) node.required.push(childName)
    for (const slice of slices) if (slice.node.min > 0) node.requiredSlices.push([childName, slice])
  }
  for (const [childName, child] of node.children) finish(child, childName)
  for (const slice of node.slices) {
    finish(slice.node, name)
    if (name === 'extension' || name === 'modifierExtension') slice.url = extensionUrl(slice)
    else slice.by = discriminators(node, slice, name)
  }
}

function extensionUrl({ name, node }: Slice): string {
  const fixed = node.children.get('url')?.rule.fixed
  return typeof fixed === 'string' ? fixed : (node.types?.get('Extension')?.profiles?.[0] ?? name)
}

function discriminators(node: RuleNode, slice: Slice, name: string): PreparedDiscriminator[] {
  // A slice such as `value[x]:valueQuantity` is told by its type, whether that is written or not.
  const by = node.rule.slicing?.by ?? [{ type: 'type' as const, path: '$this' }]
  return by.map(({ type, path }) => {
    const steps = path.split('.').filter((step) => step !== '$this' && step !== 'resolve()')
    let at: RuleNode | undefined = slice.node
    for (const step of steps) at = at?.children.get(step)
    if (type === 'type' && steps.length === 0 && !at?.types) {
      const code = slice.name.startsWith(name) ? slice.name.slice(name.length) : slice.name
      if (at) at.types = new Map([[code, { code }]])
    }
    return { type, steps, resolves: path.endsWith('resolve()'), node: at }
  })
}

function bind(
  url: string,
  { include, exclude, advisory }: ValueSetRules,
  codeSystems: ProfileSet['codeSystems'],
): BoundCodes {
  const systems = new Map<string, ReadonlySet<string> | 'all'>()
  for (const { system, codes } of include) {
    const listed = codes ?? codeSystems[system]
    const before = systems.get(system)
    systems.set(
      system,
      listed === undefined || before === 'all' ? 'all' : new Set([...(before ?? []), ...listed]),
    )
  }
  return {
    name: lastPart(url),
    systems,
    excluded: new Map((exclude ?? []).map(({ system, codes }) => [system, new Set(codes)])),
    isAdvisory: advisory ?? false,
  }
}

const lastPart = (url: string) => url.slice(url.lastIndexOf('/') + 1)
