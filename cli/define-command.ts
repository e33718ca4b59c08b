import { Command } from 'commander'
import type { Admin, CliDeps } from './deps.ts'
import { settingFlags } from './setting-flags.ts'

/** A command with its description and at least one example, which `--help` shows last. */
export function defineCommand(
  name: string,
  description: string,
  examples: readonly string[],
): Command {
  const lines = examples.map((example) => `  $ svcctl ${example}`)
  return new Command(name)
    .description(description)
    .addHelpText('after', `\nExample${lines.length > 1 ? 's' : ''}:\n${lines.join('\n')}`)
}

/** A noun that groups verbs: `org`, also written `orgs`. */
export function defineNoun(name: string, plural: string, description: string): Command {
  return new Command(name).alias(plural).description(description)
}

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
