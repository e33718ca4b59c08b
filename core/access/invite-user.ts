/**
 * Codes by which doctors sign in to the extension: 80 random bits in sixteen characters that nobody
 * mistakes for one another, good once and for hours. So many bits are not guessed, at a door or
 * from the digest that is kept.
 */
import { notFound, validationError } from '../errors.ts'
import { type Invite, requireExtension } from './device.ts'
import type { DeviceStore, OrganizationStore, Secrets, UserStore } from './ports.ts'

interface Deps {
  store: DeviceStore & UserStore & OrganizationStore
  secrets: Secrets
  now: () => Date
  newId: () => string
}

export type InviteUser = ReturnType<typeof inviteUser>

/** Without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16
export const INVITE_HOURS = { usual: 24, most: 168 }

/**
 * A code for this user; one from before that nobody used ends with it.
 * @returns the only copy of the code there will ever be
 * @throws {AppError} `not_found`, `validation_error` (`hours`, or a user who was deactivated),
 * `extension_disabled`
 */
export function inviteUser({ store, secrets, now, newId }: Deps) {
  return async (
    userId: string,
    { hours = INVITE_HOURS.usual }: { hours?: number } = {},
  ): Promise<{ invite: Invite; code: string }> => {
    const user = await store.findUser(userId)
    if (!user) throw notFound('Usuário não encontrado.')
    if (user.status !== 'active') throw validationError([{ field: 'user', issue: 'deactivated' }])
    if (!Number.isInteger(hours) || hours < 1 || hours > INVITE_HOURS.most)
      throw validationError([{ field: 'hours', issue: 'out_of_range' }])
    const { organizationId } = user
    const organization = await store.findOrganization(organizationId)
    if (organization) requireExtension(organization)
    const code = newCode(secrets)
    const createdAt = now()
    const invite: Invite = {
      id: newId(),
      organizationId,
      userId,
      thumbprint: null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + hours * 3_600_000),
      spentAt: null,
    }
    await store.createInvite(invite, secrets.digest(code))
    return { invite, code: code.replace(/.{4}(?=.)/g, '$&-') }
  }
}

export function newCode(secrets: Pick<Secrets, 'randomBytes'>): string {
  return [...secrets.randomBytes(LENGTH)].map((byte) => ALPHABET[byte % 32]).join('')
}

/** As it was made, however it was typed. */
export function plainCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '')
  return letters.replaceAll('O', '0').replace(/[IL]/g, '1')
}
