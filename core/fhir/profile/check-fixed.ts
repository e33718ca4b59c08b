/**
 * Values that a profile fixes: as a whole (`fixed[x]`), or what has to be among them
 * (`pattern[x]`).
 */
import { asObject } from './json.ts'
import type { Run } from './run.ts'

/** Tells the first part that is not as the profile fixes it. @returns whether there is one */
export function reportDifference(
  run: Run,
  value: unknown,
  expected: unknown,
  path: string,
  isWhole: boolean,
): boolean {
  if (Array.isArray(expected)) {
    const items: readonly unknown[] = Array.isArray(value) ? value : []
    if (isWhole && items.length > expected.length) {
      run.report('fixed', `${path}[${expected.length}]`, 'o valor é fixo e não tem esta parte')
      return true
    }
    return expected.some((part, index) =>
      reportDifference(run, items[index], part, `${path}[${index}]`, isWhole),
    )
  }
  const parts = asObject(expected)
  if (parts) {
    const actual = asObject(value) ?? {}
    const extra = isWhole
      ? Object.keys(actual).find((key) => !Object.hasOwn(parts, key))
      : undefined
    if (extra !== undefined) {
      run.report('fixed', `${path}.${extra}`, 'o valor é fixo e não tem esta parte')
      return true
    }
    return Object.entries(parts).some(([key, part]) =>
      reportDifference(run, actual[key], part, `${path}.${key}`, isWhole),
    )
  }
  const isSame =
    typeof value === 'string' ? run.spellings.canonical(value) === expected : value === expected
  if (!isSame) {
    const wanted = typeof expected === 'string' ? run.spellings.written(expected) : expected
    run.report('fixed', path, `deve ser exatamente ${JSON.stringify(wanted)}`)
  }
  return !isSame
}
