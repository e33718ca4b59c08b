/**
 * Walks a resource once. Every value is held against R4's table of its type and against all rules
 * that reach it: those of its profile, of the slice that it belongs to, of an extension's own
 * profile.
 */
import {
  type BaseElement,
  type BaseElementType,
  type BaseType,
  fitsPrimitive,
  isPrimitive,
} from './base-types.ts'
import { checkBaseCodes, checkCodes } from './check-codes.ts'
import { reportDifference } from './check-fixed.ts'
import { checkInvariants } from './check-invariants.ts'
import { checkReference } from './check-reference.ts'
import { asObject, asText, type JsonObject } from './json.ts'
import { findSlice, reportStray } from './match-slice.ts'
import type { RuleNode, Slice } from './prepare-rules.ts'
import type { ElementPlace, Run } from './run.ts'

const MANY = Number.POSITIVE_INFINITY

export function checkObject(
  run: Run,
  value: JsonObject,
  type: BaseType,
  nodes: readonly RuleNode[],
  at: ElementPlace,
) {
  const present = new Set<string>()
  let properties = 0
  for (const key in value) {
    properties++
    if (key === 'resourceType' && type.isResource) continue
    const property = type.properties.get(key)
    if (!property) {
      run.report('prohibited', `${at.path}.${key}`, 'este campo não existe no FHIR R4; retire-o')
      continue
    }
    const { element } = property
    const path = `${at.path}.${element.name}`
    if (present.has(element.name)) {
      run.report('cardinality', path, 'só pode haver um valor, de um só tipo')
      continue
    }
    present.add(element.name)
    checkElement(run, value[key], element, property.type, nodes, {
      path,
      element: `${at.element}.${element.name}`,
    })
  }
  if (properties === 0) run.report('cardinality', at.path, 'está vazio; preencha-o ou retire-o')
  checkMissing(run, type, nodes, present, at)
  checkInvariants(run, type.name, value, at.path)
}

function checkMissing(
  run: Run,
  type: BaseType,
  nodes: readonly RuleNode[],
  present: ReadonlySet<string>,
  at: ElementPlace,
) {
  const told = new Set<string>()
  const tell = (name: string) => {
    if (present.has(name) || told.has(name)) return
    told.add(name)
    run.report('cardinality', `${at.path}.${name}`, 'falta informar')
  }
  for (const { name } of type.required) tell(name)
  for (const node of nodes) {
    for (const name of node.required) tell(name)
    for (const [name, slice] of node.requiredSlices)
      if (!present.has(name) && !told.has(name)) tellMissingSlice(run, slice, `${at.path}.${name}`)
  }
}

function checkElement(
  run: Run,
  value: unknown,
  base: BaseElement,
  type: BaseElementType,
  nodes: readonly RuleNode[],
  at: ElementPlace,
) {
  if (Array.isArray(value) !== base.isList || value === null) {
    run.report('type', at.path, base.isList ? 'deve ser uma lista' : 'deve ser um só valor')
    return
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  const own: RuleNode[] = []
  for (const node of nodes) {
    const child = node.children.get(base.name)
    if (child) own.push(child)
  }
  if (!checkCount(run, items.length, base, own, at)) return

  const counts = own.some(({ slices }) => slices.length > 0) ? new Map<Slice, number>() : undefined
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    const place = base.isList ? { path: `${at.path}[${index}]`, element: at.element } : at
    const nodesOfItem = counts ? withSlices(run, item, type, own, counts, place) : own
    const isForeseen = nodesOfItem.length > own.length
    checkValue(run, item, { base, type, nodes: nodesOfItem, isForeseen }, place)
  }
  if (counts) checkSlices(run, own, counts, at)
}

/** @returns false when the element must not be there at all */
function checkCount(
  run: Run,
  count: number,
  base: BaseElement,
  nodes: readonly RuleNode[],
  { path }: ElementPlace,
): boolean {
  let min = base.isList ? 1 : base.min
  let max = base.isList ? MANY : 1
  for (const node of nodes) {
    min = Math.max(min, node.min)
    max = Math.min(max, node.max)
  }
  if (max === 0) {
    run.report('prohibited', path, 'não pode ser enviado neste documento; retire-o')
    return false
  }
  if (count < min)
    run.report('cardinality', path, count === 0 ? 'falta informar' : `informe pelo menos ${min}`)
  if (count > max)
    run.report('cardinality', path, max === 1 ? 'só pode haver um' : `pode haver no máximo ${max}`)
  return true
}

/** The element's own rules, and those of the slices that the item belongs to; counts them. */
function withSlices(
  run: Run,
  item: unknown,
  type: BaseElementType,
  own: readonly RuleNode[],
  counts: Map<Slice, number>,
  at: ElementPlace,
): readonly RuleNode[] {
  const nodes = [...own]
  for (const node of own) {
    if (node.slices.length === 0) continue
    const slice = findSlice(run, item, type, node)
    if (slice) {
      nodes.push(slice.node)
      counts.set(slice, (counts.get(slice) ?? 0) + 1)
    } else reportStray(run, item, node, at)
  }
  return nodes
}

function checkSlices(
  run: Run,
  nodes: readonly RuleNode[],
  counts: ReadonlyMap<Slice, number>,
  at: ElementPlace,
) {
  for (const node of nodes) {
    for (const slice of node.slices) {
      const count = counts.get(slice) ?? 0
      if (count < slice.node.min) tellMissingSlice(run, slice, at.path)
      if (count > slice.node.max) {
        const problem =
          slice.node.max === 0
            ? `não pode haver a parte "${slice.name}"`
            : `pode haver no máximo ${slice.node.max} da parte "${slice.name}"`
        run.report('slice', at.path, problem)
      }
    }
  }
}

function tellMissingSlice(run: Run, { name, node }: Slice, path: string) {
  run.report(
    'slice',
    path,
    `falta a parte "${name}"${node.min > 1 ? `, pelo menos ${node.min} vezes` : ''}`,
  )
}

interface Demands {
  base: BaseElement
  type: BaseElementType
  nodes: readonly RuleNode[]
  /** A slice of the profile takes it. */
  isForeseen: boolean
}

function checkValue(run: Run, value: unknown, demands: Demands, at: ElementPlace) {
  const { base, type, nodes } = demands
  const { code } = type
  for (const node of nodes) {
    if (node.types && !node.types.has(code)) {
      const allowed = [...node.types.keys()].join(', ')
      run.report('type', at.path, `o tipo do valor não é aceito aqui; use ${allowed}`)
      return
    }
  }
  if (isPrimitive(code)) {
    if (!fitsPrimitive(code, value)) {
      run.report('type', at.path, `o valor não está no formato de ${code}`)
      return
    }
  } else if (!asObject(value)) {
    run.report('type', at.path, 'deve ser um objeto')
    return
  }

  checkOwnRules(run, value, base, code, nodes, at)
  const inner = asObject(value)
  if (!inner) return
  if (code === 'Resource') {
    // The resources of entries are checked one by one; others may not be nested.
    if (at.element !== 'Bundle.entry.resource')
      run.report('prohibited', at.path, 'não pode haver um recurso dentro de outro; retire-o')
    return
  }
  const baseType = run.rules.types.get(code)
  if (!baseType) {
    run.report('type', at.path, 'o tipo do valor não é usado nestes documentos')
    return
  }
  if (code === 'Reference') checkReference(run, inner, type, nodes, at)
  const reached = code === 'Extension' ? extensionRules(run, inner, demands, at) : nodes
  if (reached) checkObject(run, inner, baseType, reached, at)
}

function checkOwnRules(
  run: Run,
  value: unknown,
  base: BaseElement,
  type: string,
  nodes: readonly RuleNode[],
  at: ElementPlace,
) {
  let isBound = false
  for (const { rule, binding } of nodes) {
    if (rule.fixed !== undefined) reportDifference(run, value, rule.fixed, at.path, true)
    if (rule.pattern !== undefined) reportDifference(run, value, rule.pattern, at.path, false)
    if (rule.minValue !== undefined && Number(value) < rule.minValue)
      run.report('fixed', at.path, `deve ser pelo menos ${rule.minValue}`)
    if (rule.maxValue !== undefined && Number(value) > rule.maxValue)
      run.report('fixed', at.path, `deve ser no máximo ${rule.maxValue}`)
    if (binding) {
      isBound = true
      checkCodes(run, value, type, binding, at.path)
    }
  }
  if (!isBound) checkBaseCodes(run, value, type, base, at.path)
}

/**
 * @returns the rules of the extension's own profile and of where it stands; undefined when nobody
 * knows it
 */
function extensionRules(
  run: Run,
  extension: JsonObject,
  { nodes, isForeseen }: Demands,
  at: ElementPlace,
): readonly RuleNode[] | undefined {
  const url = asText(extension.url)
  if (url === undefined) return nodes
  const profile = run.rules.profiles.get(url)
  if (!profile) {
    if (isForeseen) return nodes
    run.report('prohibited', at.path, 'extensão desconhecida; retire-a')
    return undefined
  }
  const place = at.element.replace(/\.(modifierE|e)xtension$/, '')
  const isContext = profile.context.some((path) => place === path || place.startsWith(`${path}.`))
  if (!isForeseen && !isContext) {
    run.report(
      'prohibited',
      at.path,
      `a extensão ${profile.name} não pode ficar neste lugar; retire-a`,
    )
    return undefined
  }
  return [...nodes, profile.root]
}
