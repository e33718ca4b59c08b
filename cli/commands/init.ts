import type { Command } from 'commander'
import type { Organization } from '../../core/access/access.ts'
import { quoted } from '../../core/doctor/quoted.ts'
import { AppError, isAppError } from '../../core/errors.ts'
import { defineCommand } from '../define-command.ts'
import type { Admin, CliDeps } from '../deps.ts'
import { folderFault, isUnprepared } from '../folder-fault.ts'
import { presentKey, presentOrganization, presentUser } from '../present.ts'
import { settingFlags } from '../setting-flags.ts'
import { withAdmin } from '../with-admin.ts'
import { takenWords } from './bundle-steps.ts'

interface Options {
  org?: string
  user?: string
  keyName?: string
  origin?: string[]
}

interface Answers {
  organization: string
  user: string
  keyName: string
  origins: string[]
}

/** `svcctl init`: from an empty folder to a first key. Run again, it changes nothing that is there. */
export function initCommand(deps: CliDeps): Command {
  const { settings, terminal } = deps
  return defineCommand('init', 'prepare the data folder, an organization and a first API key', [
    'init',
    'init --yes --org "Hospital São Lucas" --origin https://ehr.hospital.example --json',
  ])
    .option('--org <name>', 'the organization’s name')
    .option('--user <name>', 'the first user, to whom the key is linked')
    .option('--key-name <name>', 'what the key is for')
    .option('--origin <origin...>', 'web origins of the EHR pages that may load the plugin')
    .action(async (options: Options, command: Command) => {
      const flags = settingFlags(command, settings)
      const { dataDir } = settings.load(flags).values
      // Nothing is made before the last question is answered; a folder that is there is only looked at.
      const existing = await organizationsThere(deps, command)
      if (existing.length > 0) {
        await deps.installDemoModel(flags)
        const keyless = await organizationsWithoutKey(deps, command, existing)
        terminal.result(
          { dataDir, created: false, organizations: existing.map(presentOrganization) },
          () =>
            `${dataDir} is prepared already. Nothing was changed. Check it: svcctl doctor. Another API key: svcctl key create`,
        )
        for (const { id, name } of keyless)
          terminal.say(`${name} has no API key yet. Make its first: svcctl key create --org ${id}`)
        return
      }

      const answers = await gather(deps, options)
      for (const origin of answers.origins) {
        const fault = originFault(origin)
        if (fault) throw new AppError('invalid', 'validation_error', fault)
      }
      if (terminal.canAsk) await review(deps, dataDir, answers)
      await deps.installDemoModel(flags)
      const made = await withAdmin(deps, command, (admin) => create(admin, answers), {
        make: true,
      })
      const taken = await deps.takeFromBundle(flags)
      if (taken) terminal.say(takenWords(taken))
      terminal.result({ dataDir, created: true, ...made.presented }, () =>
        [
          `Data folder    ${dataDir}`,
          `Organization   ${answers.organization}`,
          `First user     ${answers.user}`,
          `API key        ${made.secret}`,
        ].join('\n'),
      )
      terminal.say('')
      terminal.say('This is the only time the API key is shown. Keep it on the EHR’s server.')
      terminal.say(
        'Keep a copy of the keys folder in a safe place: without it, recordings cannot be read.',
      )
      const at = flags.dataDir === undefined ? '' : ` --data-dir ${quoted(dataDir)}`
      terminal.say('Next:')
      terminal.say(`  svcctl doctor${at}   what is still to be done, and the command for it`)
      const { url, answer } = await deps.askServer(flags)
      terminal.say(
        answer === null
          ? `  svcctl serve${at}    run the service`
          : `  svcctl status${at}   how the service at ${url} is doing`,
      )
    })
}

async function organizationsThere(deps: CliDeps, command: Command): Promise<Organization[]> {
  const fault = await folderFault(deps, settingFlags(command, deps.settings))
  if (fault && !isUnprepared(fault)) throw fault
  if (fault) return []
  return withAdmin(deps, command, ({ access }) => access.listOrganizations()).catch((error) => {
    // PostgreSQL's folder is there, and its database is empty.
    if (isAppError(error) && isUnprepared(error)) return []
    throw error
  })
}

/** An `init` that was killed leaves one. */
function organizationsWithoutKey(
  deps: CliDeps,
  command: Command,
  organizations: readonly Organization[],
): Promise<Organization[]> {
  return withAdmin(deps, command, async ({ access }) => {
    const keys = await Promise.all(organizations.map(({ id }) => access.listKeys(id)))
    return organizations.filter((_, at) => keys[at]?.length === 0)
  })
}

async function gather({ terminal }: CliDeps, options: Options): Promise<Answers> {
  const preset: Answers = {
    organization: options.org ?? 'Hospital',
    user: options.user ?? 'EHR',
    keyName: options.keyName ?? 'EHR',
    origins: options.origin ?? [],
  }
  if (!terminal.canAsk) return preset
  const organization =
    options.org ??
    (await terminal.ask('Name of the hospital or clinic', { initial: preset.organization }))
  const user =
    options.user ??
    (await terminal.ask('Who integrates the EHR (person or team)', { initial: preset.user }))
  const typed =
    options.origin?.join(' ') ??
    (await terminal.ask('EHR pages, as https://ehr.example (empty: later)', {
      optional: true,
      fault: (text) => originsIn(text).map(originFault).find(Boolean) ?? null,
    }))
  return { ...preset, organization, user, origins: originsIn(typed) }
}

function originsIn(typed: string): string[] {
  return typed.split(/[\s,]+/).filter(Boolean)
}

/** What is wrong with it, and how it would be right; null when nothing is. */
function originFault(text: string): string | null {
  if (!/^https?:\/\/[^*]+$/.test(text) || !URL.canParse(text))
    return `"${text}" is no web origin. It is like https://ehr.hospital.example`
  const { origin } = new URL(text)
  return origin === text.toLowerCase() ? null : `"${text}": an origin has no path. It is ${origin}`
}

/** Everything once more before anything is written. Not agreeing, or Ctrl-C, leaves all as it was. */
async function review({ terminal }: CliDeps, dataDir: string, answers: Answers): Promise<void> {
  const { organization, user, keyName, origins } = answers
  terminal.say('')
  terminal.say(`Data folder    ${dataDir}`)
  terminal.say(`Organization   ${organization}`)
  terminal.say(`First user     ${user}, with the API key "${keyName}"`)
  terminal.say(`EHR pages      ${origins.join(', ') || 'none yet: only pages of this machine'}`)
  terminal.say('')
  await terminal.confirm('Prepare this?')
}

async function create({ access }: Admin, { organization: name, user: userName, ...rest }: Answers) {
  const organization = await access.createOrganization({ name, allowedOrigins: rest.origins })
  const organizationId = organization.id
  await access.rotateSigningKey()
  const user = await access.addUser({ organizationId, name: userName })
  const { key, secret } = await access.createKey({
    organizationId,
    userId: user.id,
    kind: 'api_key',
    name: rest.keyName,
  })
  const presented = {
    organization: presentOrganization(organization),
    user: presentUser(user),
    key: { ...presentKey(key), secret },
  }
  return { presented, secret }
}
