import type { Command } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { Admin, CliDeps } from '../deps.ts'
import { presentKey, presentOrganization, presentUser } from '../present.ts'
import { settingFlags } from '../setting-flags.ts'
import { withAdmin } from '../with-admin.ts'

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
      const existing = await withAdmin(deps, command, ({ access }) => access.listOrganizations())
      await deps.installDemoModel(flags)
      if (existing.length > 0)
        return terminal.result(
          { dataDir, created: false, organizations: existing.map(presentOrganization) },
          () => `${dataDir} is prepared already. Nothing was changed. Check it: svcctl doctor`,
        )

      const answers = await gather(deps, options)
      const made = await withAdmin(deps, command, (admin) => create(admin, answers))
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
      terminal.say('Next: svcctl doctor, then svcctl serve')
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
    (await terminal.ask('Web origins of the EHR, as https://ehr.hospital.example (empty: later)', {
      optional: true,
    }))
  return { ...preset, organization, user, origins: typed.split(/[\s,]+/).filter(Boolean) }
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
