import type { Command } from 'commander'
import type { Admin, CliDeps } from './deps.ts'
import { chooseOrganization } from './find-ref.ts'
import { withAdmin } from './with-admin.ts'

export interface OrgOption {
  org?: string
}

/** For commands about one organization. */
export const ORG_OPTION = ['--org <organization>', 'needed where there are several'] as const

/** Opens the data folder for one piece of work on the organization that is meant. */
export function withOrganization<Result>(
  deps: Pick<CliDeps, 'openAdmin' | 'settings'>,
  command: Command,
  ref: string | undefined,
  work: (admin: Admin, organizationId: string) => Promise<Result>,
): Promise<Result> {
  return withAdmin(deps, command, async (admin) => {
    const { id } = chooseOrganization(await admin.access.listOrganizations(), ref)
    return work(admin, id)
  })
}
