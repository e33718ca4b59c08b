/** The findings of `rnds check` as text: the same fault in many places is told once. */
import type { ProfileFinding } from '../core/fhir/finding.ts'
import { findingInEnglish } from './finding-words.ts'
import type { Style } from './style.ts'

/** More places than these are counted. */
const MOST_PLACES = 3

/** `Medida 3: …` is the third of its kind, and has the fault of the others. */
const NUMBERED = /^(\p{L}[\p{L} ]*) (\d+)(?=[:,])/u

/** A finding, and what stands at its place where that may be shown. */
export interface ToldFinding extends ProfileFinding {
  found?: string
}

/** One part for each kind of fault, in the order in which they were found. */
export function findingLines(findings: readonly ToldFinding[], style: Style): string {
  const groups = new Map<string, [ToldFinding, ...ToldFinding[]]>()
  for (const finding of findings) {
    const { severity, code, message } = finding
    const key = JSON.stringify([severity, code, message.replace(NUMBERED, '$1')])
    const group = groups.get(key)
    if (group) group.push(finding)
    else groups.set(key, [finding])
  }
  return [...groups.values()].map((group) => groupLines(group, style).join('\n')).join('\n')
}

function groupLines(group: readonly [ToldFinding, ...ToldFinding[]], style: Style): string[] {
  const [first] = group
  const { severity, code } = first
  const mark = severity === 'error' ? style.red('error  ') : style.yellow('warning')
  const times = group.length > 1 ? ` (${group.length} times)` : ''
  const places = group
    .slice(0, MOST_PLACES)
    .map(({ path, found }) => style.dim(path) + (found === undefined ? '' : `: ${found}`))
  const more = group.length - places.length
  return [
    `${mark}  ${style.bold(code)}  ${findingInEnglish(first)}${times}`,
    ...[messageOf(group), ...places, ...(more > 0 ? [style.dim(`and ${more} more`)] : [])].map(
      (line) => `         ${line}`,
    ),
  ]
}

/** With the numbers of all. */
function messageOf(group: readonly [ToldFinding, ...ToldFinding[]]): string {
  const numbers = group.flatMap(({ message }) => NUMBERED.exec(message)?.[2] ?? [])
  return group[0].message.replace(NUMBERED, `$1 ${[...new Set(numbers)].join(', ')}`)
}

/**
 * What stands at a finding's path; `value` stands for `valueCoding` and its like, as in the paths
 * of FHIR.
 * @returns undefined where nothing stands there, or something with parts of its own
 */
export function valueAt(bundle: unknown, path: string): string | undefined {
  let at: unknown = bundle
  for (const step of path.split(/[.[\]]+/).slice(1)) {
    if (step === '') continue
    if (typeof at !== 'object' || at === null) return undefined
    const inner = Object.entries(at)
    const [, value] =
      inner.find(([key]) => key === step) ??
      inner.find(([key]) => key.startsWith(step) && /^[A-Z]/.test(key.slice(step.length))) ??
      []
    at = value
  }
  return typeof at === 'object' || at === undefined ? undefined : JSON.stringify(at)
}
