import type { User } from '../core/access/access.ts'
import type { Admin } from './deps.ts'
import { findRef } from './find-ref.ts'

export const ORG_OF_IT = [
  '--org <organization>',
  'of this one, where several have the name',
] as const

/** Undefined: of any. */
export async function organizationOf(
  { access }: Admin,
  ref: string | undefined,
): Promise<string | undefined> {
  if (ref === undefined) return undefined
  return findRef(await access.listOrganizations(), ref, 'organization').id
}

/** Among the users of one organization, or of all of them. */
export async function findUser(
  { access }: Admin,
  ref: string,
  organizationId?: string,
): Promise<User> {
  const ids = organizationId
    ? [organizationId]
    : (await access.listOrganizations()).map(({ id }) => id)
  const users = await Promise.all(ids.map((id) => access.listUsers(id)))
  return findRef(users.flat(), ref, 'user')
}
