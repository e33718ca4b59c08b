import type { Command } from 'commander'
import type { Admin, CliDeps } from './deps.ts'
import { settingFlags } from './setting-flags.ts'

/** Opens the data folder for one piece of work, and closes it whatever comes of it. */
export async function withAdmin<Result>(
  { openAdmin, settings }: Pick<CliDeps, 'openAdmin' | 'settings'>,
  command: Command,
  work: (admin: Admin) => Promise<Result>,
  options?: { make?: boolean },
): Promise<Result> {
  await using admin = await openAdmin(settingFlags(command, settings), options)
  return await work(admin)
}
