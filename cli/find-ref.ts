import { AppError } from '../core/errors.ts'

interface Named {
  id: string
  name: string
}

/** Names that people read as the same: case, accents typed in two ways, and spaces aside. */
export function sameName(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

function folded(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** All that may be meant; several only where the words do not tell them apart. */
export function meant<Item extends Named>(items: readonly Item[], ref: string): readonly Item[] {
  const wanted = ref.toLowerCase()
  const exact = items.filter(({ id }) => id === wanted)
  const named = items.filter(({ name }) => sameName(name, ref))
  const begun = wanted.length >= 4 ? items.filter(({ id }) => id.startsWith(wanted)) : []
  return [exact, named, begun].find((list) => list.length > 0) ?? []
}

/**
 * The one thing meant by an id, the beginning of one (4 characters or more), or a name in any case.
 * @throws {AppError} `<what>_not_found`, `<what>_ambiguous`
 */
export function findRef<Item extends Named>(
  items: readonly Item[],
  ref: string,
  what: 'organization' | 'user' | 'key' | 'webhook' | 'device',
): Item {
  const found = meant(items, ref)
  const [first, ...others] = found
  const list = {
    organization: 'org list',
    user: 'user list',
    key: 'key list',
    webhook: 'webhook list',
    device: 'user devices',
  }[what]
  if (!first)
    throw new AppError(
      'not-found',
      `${what}_not_found`,
      `No ${what} is "${ref}". See: svcctl ${list}`,
    )
  if (others.length > 0)
    throw new AppError(
      'conflict',
      `${what}_ambiguous`,
      `"${ref}" means ${found.length} of them. Use the id. See: svcctl ${list}`,
    )
  return first
}

/**
 * The organization that was named, or the only one there is.
 * @throws {AppError} `organization_not_found`, `organization_ambiguous`, `organization_needed`
 */
export function chooseOrganization<Item extends Named>(
  items: readonly Item[],
  ref: string | undefined,
): Item {
  if (ref !== undefined) return findRef(items, ref, 'organization')
  const [only, ...others] = items
  if (!only)
    throw new AppError(
      'not-found',
      'organization_not_found',
      'There is no organization yet. Make one: svcctl org create "Hospital"',
    )
  if (others.length > 0)
    throw new AppError(
      'invalid',
      'organization_needed',
      'There are several organizations: say which with --org <name>. See: svcctl org list',
    )
  return only
}
