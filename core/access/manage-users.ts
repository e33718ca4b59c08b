import { notFound, validationError } from '../errors.ts'
import type { User } from './access.ts'
import { readLogin } from './login-name.ts'
import { readName } from './manage-organizations.ts'
import type { OrganizationStore, UserStore } from './ports.ts'

interface Deps {
  store: UserStore & OrganizationStore
  now: () => Date
  newId: () => string
}

/** Users, for the administrator. Unknown ids throw `not_found`. */
export interface ManageUsers {
  addUser(input: { organizationId: string; name: string }): Promise<User>
  /**
   * By which name the hospital's identity provider knows the user; null: by none.
   * @throws {AppError} `validation_error` also where it is another user's
   */
  setLogin(id: string, login: string | null): Promise<User>
  /**
   * Ends every token issued through the user's keys, for good, from the next request on (spec
   * §5.4).
   */
  deactivateUser(id: string): Promise<User>
  /** The user's keys work again; tokens from before stay dead. */
  reactivateUser(id: string): Promise<User>
  getUser(id: string): Promise<User>
  listUsers(organizationId: string): Promise<User[]>
}

export function manageUsers({ store, now, newId }: Deps): ManageUsers {
  async function getUser(id: string) {
    const user = await store.findUser(id)
    if (!user) throw notFound('Usuário não encontrado.')
    return user
  }

  return {
    getUser,
    async addUser({ organizationId, name }) {
      if (!(await store.findOrganization(organizationId)))
        throw notFound('Organização não encontrada.')
      const user: User = {
        id: newId(),
        organizationId,
        name: readName(name),
        login: null,
        status: 'active',
        sessionGeneration: 0,
        createdAt: now(),
      }
      await store.createUser(user)
      return user
    },
    async setLogin(id, login) {
      const plain = login === null ? null : readLogin(login)
      const holder = plain === null ? undefined : await store.findUserByLogin(plain)
      if (holder && holder.id !== id) throw validationError([{ field: 'login', issue: 'taken' }])
      return (await store.updateUser(id, { login: plain })) ?? getUser(id)
    },
    async deactivateUser(id) {
      const { status, sessionGeneration } = await getUser(id)
      if (status === 'deactivated') return getUser(id)
      const changes = { status: 'deactivated' as const, sessionGeneration: sessionGeneration + 1 }
      return (await store.updateUser(id, changes)) ?? getUser(id)
    },
    async reactivateUser(id) {
      return (await store.updateUser(id, { status: 'active' })) ?? getUser(id)
    },
    listUsers: (organizationId) => store.listUsers(organizationId),
  }
}
