import type { ApiKey, Organization, User } from '../../core/access/access.ts'
import type { SessionInput } from '../../core/access/issue-token.ts'
import type { CreateKeyInput, OrganizationSettings } from '../../core/access/manage-accounts.ts'
import type { World } from './access-world.ts'

/** Makes what a test needs, through the real use cases; everything has a default. */
export interface Factories {
  buildOrganization(settings?: OrganizationSettings): Promise<Organization>
  buildUser(organizationId: string): Promise<User>
  /** In an organization of its own unless one is named. */
  buildApiKey(input?: Partial<CreateKeyInput>): Promise<{ key: ApiKey; secret: string }>
  /** A session token of a fresh organization, or of the key whose secret is given. */
  buildSession(input?: SessionInput & { secret?: string }): Promise<string>
}

export function factories({ access }: Pick<World, 'access'>): Factories {
  const built: Factories = {
    buildOrganization: ({ name = 'Hospital Modelo', ...settings } = {}) =>
      access.createOrganization({ name, ...settings }),
    buildUser: (organizationId) => access.addUser({ organizationId, name: 'Integração' }),
    async buildApiKey(input = {}) {
      const organizationId = input.organizationId ?? (await built.buildOrganization()).id
      return access.createKey({ kind: 'api_key', name: 'Prontuário', ...input, organizationId })
    },
    async buildSession({ secret, ...input } = {}) {
      const key = secret ?? (await built.buildApiKey()).secret
      return (await access.issueSessionToken(await access.authenticateKey(key), input)).token
    },
  }
  return built
}
