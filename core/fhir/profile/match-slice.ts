/** Which slice of an element a value belongs to, by the profile's discriminators. */
import type { BaseElementType } from './base-types.ts'
import { checkCodes } from './check-codes.ts'
import { asList, asObject, asText, type EntryFacts, valuesAt } from './json.ts'
import type { PreparedDiscriminator, RuleNode, Slice } from './prepare-rules.ts'
import type { Run } from './run.ts'

/** @returns undefined when it belongs to none: allowed where the slicing is open */
export function findSlice(
  run: Run,
  value: unknown,
  type: BaseElementType,
  node: RuleNode,
): Slice | undefined {
  const url = asText(asObject(value)?.url)
  return node.slices.find((slice) =>
    slice.url === undefined
      ? slice.by.every((by) => fits(run, value, type.code, by))
      : slice.url === url,
  )
}

function fits(run: Run, value: unknown, type: string, by: PreparedDiscriminator): boolean {
  const { node, steps } = by
  if (!node) return false
  const found = valuesAt(value, steps)
  if (by.type === 'exists') return node.max === 0 ? found.length === 0 : found.length > 0
  if (by.type === 'type') {
    if (by.resolves) {
      const targets = found.flatMap((reference) => resolved(run, reference) ?? [])
      return targets.length > 0 && targets.every((target) => node.types?.has(target.type))
    }
    return steps.length === 0 && hasType(node, type)
  }
  if (by.type === 'profile') return fitsProfile(run, found, by, node)
  return found.length > 0 && found.every((part) => fitsValue(run, part, node))
}

/** Every reference has to lead to one of the slice's profiles, by what the target claims to be. */
function fitsProfile(
  run: Run,
  found: readonly unknown[],
  { resolves }: PreparedDiscriminator,
  node: RuleNode,
): boolean {
  if (!resolves) return false
  const wanted = targetsOf(node)
  const targets = found.map((reference) => resolved(run, reference))
  return (
    targets.length > 0 &&
    targets.every((target) => wanted.some((url) => target?.profile?.conformsTo.has(url)))
  )
}

function fitsValue(run: Run, value: unknown, { rule, binding, children }: RuleNode): boolean {
  if (rule.fixed !== undefined) return contains(run, value, rule.fixed)
  if (rule.pattern !== undefined) return contains(run, value, rule.pattern)
  if (binding) {
    let isListed = true
    checkCodes(
      {
        ...run,
        report: () => {
          isListed = false
        },
      },
      value,
      typeof value === 'string'
        ? 'code'
        : asList(asObject(value)?.coding).length > 0
          ? 'CodeableConcept'
          : 'Coding',
      binding,
      '',
    )
    return isListed
  }
  // What is fixed lies deeper: `code` told by `code.coding.code`.
  const parts = [...children].filter(
    ([, child]) =>
      child.rule.fixed !== undefined || child.rule.pattern !== undefined || child.children.size > 0,
  )
  return (
    parts.length > 0 &&
    parts.every(([name, child]) => {
      const below = valuesAt(value, [name])
      return below.length > 0 && below.some((part) => fitsValue(run, part, child))
    })
  )
}

/** Whether all that is expected is there. */
function contains(run: Run, value: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    const items = asList(value)
    return expected.every((part) => items.some((item) => contains(run, item, part)))
  }
  const parts = asObject(expected)
  if (!parts)
    return typeof value === 'string'
      ? run.spellings.canonical(value) === expected
      : value === expected
  const actual = asObject(value)
  return (
    actual !== undefined &&
    Object.entries(parts).every(([key, part]) => contains(run, actual[key], part))
  )
}

/**
 * A value that belongs to no slice. Where slices are told by what a reference leads to, that is a
 * mixture of several or nothing that the document foresees: the network's documents list what they
 * take (RNDS.md §7.1). Else an open slicing allows it.
 */
export function reportStray(run: Run, value: unknown, node: RuleNode, { path }: { path: string }) {
  if (node.rule.slicing?.closed)
    run.report('slice', path, 'não corresponde a nenhuma das partes permitidas')
  const by = node.slices.flatMap((slice) => slice.by).filter(({ type }) => type === 'profile')
  const [first] = by
  if (!first) return
  const wanted = [...new Set(by.flatMap((each) => (each.node ? targetsOf(each.node) : [])))]
  const wantedTypes = new Set(wanted.map((url) => run.rules.profiles.get(url)?.type))
  const isWanted = ({ profile }: EntryFacts) => wanted.some((url) => profile?.conformsTo.has(url))
  const targets = valuesAt(value, first.steps).flatMap(
    (reference) => resolved(run, reference) ?? [],
  )
  if (targets.length > 1 && targets.every(isWanted)) {
    run.report('slice', path, 'reúne recursos de tipos diferentes; separe-os, um tipo em cada')
    return
  }
  for (const target of targets) {
    if (isWanted(target)) continue
    run.report('slice', path, 'leva a um recurso que este documento não prevê aqui')
    // Either the link is wrong or what it leads to: both places are named.
    if (wantedTypes.has(target.type) && target.profile)
      run.report(
        'profile',
        `${target.path}.meta.profile[0]`,
        'o perfil não é o que este lugar do documento pede',
      )
  }
}

function targetsOf(node: RuleNode): readonly string[] {
  return node.types?.get('Reference')?.targets ?? []
}

function resolved(run: Run, reference: unknown): EntryFacts | undefined {
  return run.byFullUrl.get(asText(asObject(reference)?.reference) ?? '')
}

function hasType(node: RuleNode, code: string): boolean {
  return (
    (node.types?.has(code) || node.types?.has(code.charAt(0).toUpperCase() + code.slice(1))) ??
    false
  )
}
