import type { ApiKey, Organization, User } from '../core/access/access.ts'
import type { Admin } from './deps.ts'
import type { InitAnswers } from './subject-deps.ts'

export interface Prepared {
  organization: Organization
  user: User
  key: ApiKey
  secret: string
  /** What an earlier attempt had made already, in words. */
  found: string[]
}

/**
 * An organization, the signing key, a user and a key, as far as they are not there yet. A key that
 * is there was made by an attempt that never came to show it: its secret is lost, so it is revoked
 * and another takes its place, unless it was used.
 */
export async function prepareFirst(
  { access }: Admin,
  { organization: name, user: userName, keyName, origins }: InitAnswers,
): Promise<Prepared> {
  const found: string[] = []
  const organizations = await access.listOrganizations()
  const thereAlready = organizations.find((one) => one.name === name)
  if (thereAlready) found.push(`the organization ${name}`)
  const organization =
    thereAlready ?? (await access.createOrganization({ name, allowedOrigins: origins }))
  const organizationId = organization.id
  if (!(await access.hasSigningKey())) await access.rotateSigningKey()
  const userThere = (await access.listUsers(organizationId)).find((one) => one.name === userName)
  if (userThere) found.push(`its user ${userName}`)
  const user = userThere ?? (await access.addUser({ organizationId, name: userName }))
  const unseen = (await access.listKeys(organizationId)).filter(
    (key) => key.name === keyName && !key.revokedAt && !key.lastUsedAt,
  )
  for (const { id, prefix } of unseen) {
    await access.revokeKey(id, { endSessions: true })
    found.push(`an API key ${prefix}… that nobody has seen: it is revoked, and a new one made`)
  }
  const input = { organizationId, userId: user.id, kind: 'api_key', name: keyName } as const
  return { organization, user, ...(await access.createKey(input)), found }
}
