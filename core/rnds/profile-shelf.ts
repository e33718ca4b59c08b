/** Choosing among the packages that lie here, and setting the days from which they are in force. */
import { AppError } from '../errors.ts'
import { brasiliaDate } from '../fhir/bundle/brasilia-time.ts'
import {
  BUILT_IN,
  compareVersions,
  inForce,
  type ProfilePackage,
  type ProfileShelf,
  type ProfileUse,
  packageId,
  typesOf,
} from './profile-package.ts'

/**
 * @param reference `1.0.0`, `br.gov.saude.rac#1.0.0`, or `built-in` in the place of every name
 * @throws {AppError} `package_unknown`, `package_ambiguous`
 */
export function choosePackage(
  { packages, uses }: ProfileShelf,
  reference: string,
): Omit<ProfileUse, 'from'>[] {
  if (reference === BUILT_IN) {
    const names = [...new Set(uses.map(({ name }) => name))]
    return names.map((name) => ({ name, version: null }))
  }
  const fitting = packages.filter(
    (one) => packageId(one) === reference || one.version === reference,
  )
  const [chosen] = fitting
  if (!chosen)
    throw new AppError(
      'not-found',
      'package_unknown',
      `No package ${reference} lies here. See: svcctl rnds definitions show`,
    )
  if (fitting.length > 1)
    throw new AppError(
      'invalid',
      'package_ambiguous',
      `Several have this version: ${fitting.map(packageId).join(', ')}.`,
    )
  return [{ name: chosen.name, version: chosen.version }]
}

/** With one more day, in the place of what was set for it; in order. */
export function planned(uses: readonly ProfileUse[], use: ProfileUse): ProfileUse[] {
  return [...uses.filter(({ name, from }) => name !== use.name || from !== use.from), use].sort(
    (one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0),
  )
}

export interface ShelfWarnings {
  /** What comes into force on a day that is ahead. */
  ahead: ProfileUse[]
  /**
   * Newer than what is in force of the same name, and not set to be. Of a name that was never used
   * only where it defines records for which the built-in profiles hold.
   */
  unused: { newest: ProfilePackage; inUse: string }[]
}

/** What an administrator should know before the network says it. */
export function shelfWarnings(shelf: ProfileShelf, now: Date): ShelfWarnings {
  const today = brasiliaDate(now)
  const ahead = shelf.uses.filter(({ from }) => from > today)
  const names = [...new Set(shelf.packages.map(({ name }) => name))]
  const unused = names.flatMap((name) => {
    const own = shelf.packages.filter((one) => one.name === name)
    const [newest] = own.sort((one, other) => compareVersions(other.version, one.version))
    if (!newest || ahead.some((use) => use.name === name && use.version === newest.version))
      return []
    const used = shelf.uses.findLast((use) => use.name === name && use.from <= today)
    if (used?.version === newest.version) return []
    const isOverruled =
      !used && typesOf(newest).every((type) => inForce(shelf, type, today).package !== null)
    return isOverruled
      ? []
      : [{ newest, inUse: used?.version ? packageId({ name, version: used.version }) : BUILT_IN }]
  })
  return { ahead, unused }
}
