/** Names that are given here: two of one could not be told apart by it. */
import { AppError } from '../core/errors.ts'
import { sameName } from './find-ref.ts'

type Named = { id: string; name: string }

/**
 * @param hint what to do instead, a sentence
 * @throws {AppError} `<what>_exists`
 */
export function refuseTaken(
  items: readonly Named[],
  name: string,
  what: 'organization' | 'user' | 'webhook',
  hint: string,
): void {
  const same = items.find((one) => sameName(one.name, name))
  if (!same) return
  throw new AppError(
    'conflict',
    `${what}_exists`,
    `${same.name} is there already (${same.id}); two of a name could not be told apart. ${hint}`,
  )
}

/** The name itself, or with the first number that makes it one of its own: `EHR 2`. */
export function freeName(items: readonly Named[], name: string): string {
  const isTaken = (wanted: string) => items.some((one) => sameName(one.name, wanted))
  for (let number = 1; ; number++) {
    const wanted = number === 1 ? name : `${name} ${number}`
    if (!isTaken(wanted)) return wanted
  }
}
