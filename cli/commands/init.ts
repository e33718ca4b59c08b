import type { Command } from 'commander'
import type { ApiKey, Organization, User } from '../../core/access/access.ts'
import { AppError, isAppError } from '../../core/errors.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { Admin, CliDeps } from '../deps.ts'
import { folderFault, isUnprepared } from '../folder-fault.ts'
import { largerModel } from '../model-words.ts'
import { presentKey, presentOrganization, presentUser } from '../present.ts'
import { settingFlags } from '../setting-flags.ts'
import type { InitAnswers } from '../subject-deps.ts'
import { takenWords } from './bundle-steps.ts'

interface Options {
  org?: string
  user?: string
  keyName?: string
  origin?: string[]
}

/**
 * `svcctl init`: from an empty folder to a first key. One that broke off is gone on with; run
 * again, it changes nothing that is there.
 */
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
      // Nothing is made before the last question is answered; a folder that is there is only looked
      // at.
      const unfinished = deps.unfinishedInit(flags)
      const begun = await unfinished.find()
      const existing = await organizationsThere(deps, command, begun !== null)
      const goesOn =
        begun !== null &&
        (existing.length === 0 || existing.some(({ name }) => name === begun.organization))
      if (existing.length > 0 && !goesOn) {
        // What it was to make, somebody has made in another way.
        if (begun) await unfinished.drop()
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

      if (goesOn) terminal.say(`An init of ${dataDir} broke off. This one goes on with it.`)
      const answers = goesOn ? takeUp(deps, begun, options, existing) : await gather(deps, options)
      for (const origin of answers.origins) {
        const fault = originFault(origin)
        if (fault) throw new AppError('invalid', 'validation_error', fault)
      }
      if (terminal.canAsk && !goesOn) await review(deps, dataDir, answers)
      await unfinished.keep(answers)
      const make = (admin: Admin) => prepareFirst(admin, answers)
      const made = await withAdmin(deps, command, make, { make: true }).catch(
        async (error: unknown) => {
          // What nobody may be called is asked for again; what the disk had no room for is not.
          if (isAppError(error) && error.kind === 'invalid') await unfinished.drop()
          throw error
        },
      )
      for (const what of made.found) terminal.say(`There already: ${what}.`)
      const taken = await deps.takeFromBundle(flags)
      if (taken) terminal.say(takenWords(taken))
      terminal.result({ dataDir, created: true, resumed: goesOn, ...presented(made) }, () =>
        [
          `Data folder    ${dataDir}`,
          `Organization   ${made.organization.name}`,
          `First user     ${answers.user}`,
          `API key        ${made.secret}`,
        ].join('\n'),
      )
      await unfinished.drop()
      terminal.say('')
      terminal.say('This is the only time the API key is shown. Keep it on the EHR’s server.')
      terminal.say(
        'Keep a copy of the keys folder in a safe place: without it, recordings cannot be read.',
      )
      terminal.say('Next:')
      terminal.say(`  svcctl doctor   what is still to be done, and the command for it`)
      const { url, answer } = await deps.askServer(flags)
      terminal.say(
        answer === null
          ? `  svcctl serve    run the service`
          : `  svcctl status   how the service at ${url} is doing`,
      )
      const larger = await largerModel(deps, flags)
      if (larger) {
        terminal.say(`This machine can carry ${larger}, which writes fewer words wrongly:`)
        terminal.say(`  svcctl model setup`)
      }
    })
}

async function organizationsThere(
  deps: CliDeps,
  command: Command,
  isBegun: boolean,
): Promise<Organization[]> {
  const fault = await folderFault(deps, settingFlags(command, deps.settings))
  if (fault && !isUnprepared(fault)) throw fault
  if (fault) return []
  return withAdmin(deps, command, ({ access }) => access.listOrganizations()).catch((error) => {
    // PostgreSQL's folder is there, and its database is empty.
    if (isAppError(error) && isUnprepared(error)) return []
    // It broke off while it made the tables: nobody was ever in them.
    if (isBegun && isAppError(error) && error.code === 'database_older') return []
    throw error
  })
}

/** An earlier version's `init` that was killed left one. */
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

/** Values typed this time count, but for those that exist already. */
function takeUp(
  deps: CliDeps,
  begun: InitAnswers,
  { org, user, keyName, origin }: Options,
  existing: readonly Organization[],
): InitAnswers {
  const stands = existing.find(({ name }) => name === begun.organization)
  if (stands && org !== undefined && org !== stands.name)
    deps.terminal.say(`The organization stays ${stands.name}. Another name: svcctl org rename`)
  return {
    organization: stands?.name ?? org ?? begun.organization,
    user: user ?? begun.user,
    keyName: keyName ?? begun.keyName,
    origins: stands?.allowedOrigins ?? origin ?? begun.origins,
  }
}

async function gather({ terminal }: CliDeps, options: Options): Promise<InitAnswers> {
  const preset: InitAnswers = {
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

/**
 * Everything once more before anything is written. Not agreeing, or Ctrl-C, leaves all as it was.
 */
async function review({ terminal }: CliDeps, dataDir: string, answers: InitAnswers): Promise<void> {
  const { organization, user, keyName, origins } = answers
  terminal.say('')
  terminal.say(`Data folder    ${dataDir}`)
  terminal.say(`Organization   ${organization}`)
  terminal.say(`First user     ${user}, with the API key "${keyName}"`)
  terminal.say(`EHR pages      ${origins.join(', ') || 'none yet: only pages of this machine'}`)
  terminal.say('')
  // Who has answered all of it wants it; nothing is lost by it.
  await terminal.confirm('Prepare this?', { initial: true })
}

function presented({ organization, user, key, secret }: Prepared) {
  return {
    organization: presentOrganization(organization),
    user: presentUser(user),
    key: { ...presentKey(key), secret },
  }
}

interface Prepared {
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
async function prepareFirst(
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
