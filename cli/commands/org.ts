import { Argument, type Command } from 'commander'
import type { Organization } from '../../core/access/access.ts'
import { defineCommand, defineNoun, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { chooseOrganization, findRef, refuseTaken } from '../find-ref.ts'
import { moment } from '../format.ts'
import { presentOrganization } from '../present.ts'
import { printable } from '../table.ts'
import { extensionWords, orgExtensionCommand } from './org-extension.ts'
import { orgOriginsCommand } from './org-origins.ts'
import { orgVocabularyCommand } from './org-vocabulary.ts'

/**
 * `svcctl org
 * create|list|show|rename|doctor-scope|iframe-consent|extension|suspend|resume|origins|vocabulary`
 */
export function orgCommand(deps: CliDeps): Command {
  return defineNoun('org', 'orgs', 'organizations: the hospitals and clinics that use the service')
    .addCommand(createCommand(deps))
    .addCommand(listCommand(deps))
    .addCommand(showCommand(deps))
    .addCommand(renameCommand(deps))
    .addCommand(doctorScopeCommand(deps))
    .addCommand(iframeConsentCommand(deps))
    .addCommand(orgExtensionCommand(deps))
    .addCommand(orgOriginsCommand(deps))
    .addCommand(orgVocabularyCommand(deps))
    .addCommand(stateCommand(deps, 'suspend'))
    .addCommand(stateCommand(deps, 'resume'))
}

function createCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('create', 'make an organization', [
    'org create "Hospital São Lucas" --origin https://ehr.hospital.example',
  ])
    .argument('<name>')
    .option('--origin <origin...>', 'web origins of the EHR pages that may load the plugin')
    .action(async (name: string, { origin }: { origin?: string[] }, command: Command) => {
      const organization = await withAdmin(deps, command, async ({ access }) => {
        const there = await access.listOrganizations()
        refuseTaken(there, name, 'organization', 'For its pages: svcctl org origins add')
        return access.createOrganization({ name, allowedOrigins: origin ?? [] })
      })
      terminal.result(presentOrganization(organization), () => sheet(deps, organization))
      terminal.say(`Next, a key for its EHR: svcctl key create --org ${organization.id}`)
    })
}

function listCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('list', 'list organizations', ['org list', 'org list --names'])
    .option('--names', 'nothing but their names, a line each, as --org takes them')
    .action(async ({ names }: { names?: true }, command: Command) => {
      const list = await withAdmin(deps, command, ({ access }) => access.listOrganizations())
      if (names && !terminal.json)
        return terminal.raw(list.map(({ name }) => `${printable(name)}\n`).join(''))
      terminal.result({ organizations: list.map(presentOrganization) }, () =>
        list.length > 0
          ? organizationTable(deps, list)
          : 'No organization yet. Make one: svcctl org create "Hospital"',
      )
    })
}

function showCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('show', 'show one organization', ['org show "Hospital São Lucas"'])
    .argument(
      '[organization]',
      'its name, id or the beginning of the id; the only one when left out',
    )
    .action(async (ref: string | undefined, _options: unknown, command: Command) => {
      const organization = await withAdmin(deps, command, async ({ access }) =>
        chooseOrganization(await access.listOrganizations(), ref),
      )
      terminal.result(presentOrganization(organization), () => sheet(deps, organization))
    })
}

function renameCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('rename', 'give an organization another name', [
    'org rename "Hospital" "Hospital São Lucas"',
  ])
    .argument('<organization>', 'its name, id or the beginning of the id')
    .argument('<name>', 'the new name')
    .action(async (ref: string, name: string, _options: unknown, command: Command) => {
      const organization = await withAdmin(deps, command, async ({ access }) => {
        const all = await access.listOrganizations()
        const { id } = findRef(all, ref, 'organization')
        const others = all.filter((one) => one.id !== id)
        refuseTaken(others, name, 'organization', 'Choose another name.')
        return access.updateOrganization(id, { name })
      })
      terminal.result(presentOrganization(organization), () => sheet(deps, organization))
    })
}

/** SPEC-GAPS C3: off, as the contract has it, a token opens what the organization has. */
function doctorScopeCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand(
    'doctor-scope',
    'whether a token that names a doctor opens only their visits',
    ['org doctor-scope "Hospital São Lucas" on'],
  )
    .argument('<organization>', 'its name, id or the beginning of the id')
    .addArgument(new Argument('<state>').choices(['on', 'off']))
    .action(async (ref: string, state: string, _options: unknown, command: Command) => {
      const organization = await withAdmin(deps, command, async ({ access }) => {
        const { id } = findRef(await access.listOrganizations(), ref, 'organization')
        return access.updateOrganization(id, { enforceDoctorScope: state === 'on' })
      })
      terminal.result(presentOrganization(organization), () => sheet(deps, organization))
      terminal.say('It counts for tokens from now on; those issued before keep what they open.')
    })
}

/** `click` puts a person between a program of the host and the microphone. */
function iframeConsentCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand(
    'iframe-consent',
    'whether startRecording of a legacy iframe’s host starts, or waits for the doctor’s answer',
    ['org iframe-consent "Hospital São Lucas" click'],
  )
    .argument('<organization>', 'its name, id or the beginning of the id')
    .addArgument(new Argument('<who>').choices(['host', 'click']))
    .action(async (ref: string, who: string, _options: unknown, command: Command) => {
      const organization = await withAdmin(deps, command, async ({ access }) => {
        const { id } = findRef(await access.listOrganizations(), ref, 'organization')
        return access.updateOrganization(id, { iframeConsent: who === 'click' ? 'click' : 'host' })
      })
      terminal.result(presentOrganization(organization), () => sheet(deps, organization))
      terminal.say('It counts for frames that are opened from now on.')
    })
}

function stateCommand(deps: CliDeps, verb: 'suspend' | 'resume'): Command {
  const { terminal } = deps
  const does = {
    suspend: 'refuse its tokens and give it no new ones, until it is resumed',
    resume: 'let a suspended organization in again',
  }
  return defineCommand(verb, does[verb], [`org ${verb} "Hospital São Lucas"`])
    .argument('<organization>', 'its name, id or the beginning of the id')
    .action(async (ref: string, _options: unknown, command: Command) => {
      const organization = await withAdmin(deps, command, async ({ access }) => {
        const { id } = findRef(await access.listOrganizations(), ref, 'organization')
        return verb === 'suspend' ? access.suspendOrganization(id) : access.resumeOrganization(id)
      })
      terminal.result(presentOrganization(organization), () => sheet(deps, organization))
    })
}

function organizationTable({ terminal }: CliDeps, list: Organization[]): string {
  return terminal.table(list, [
    { header: 'ID', cell: ({ id }) => id },
    { header: 'NAME', cell: ({ name }) => name, shrinks: true },
    {
      header: 'STATUS',
      cell: ({ status }) => status,
      paint: (text, { status }) => (status === 'active' ? text : terminal.style.yellow(text)),
    },
    {
      header: 'ORIGINS',
      cell: ({ allowedOrigins }) => allowedOrigins.join(' ') || '(this machine only)',
      shrinks: true,
    },
    { header: 'SINCE', cell: ({ createdAt }) => moment(createdAt) },
  ])
}

function sheet({ terminal: { style } }: CliDeps, organization: Organization): string {
  const { id, name, status, allowedOrigins, enforceDoctorScope, iframeConsent } = organization
  const { extension, language, createdAt } = organization
  const rows = [
    ['name', name],
    ['id', id],
    ['status', status],
    ['language', language],
    ['doctors', enforceDoctorScope ? 'each opens their own visits' : 'not told apart'],
    [
      'iframe',
      iframeConsent === 'host' ? 'the host starts recordings' : 'the doctor’s answer does',
    ],
    ['extension', extensionWords(extension)],
    ['origins', allowedOrigins.join('\n          ') || '(pages of this machine only)'],
    ['since', moment(createdAt)],
  ] as const
  return rows.map(([label, value]) => `${style.dim(label.padEnd(10))}${value}`).join('\n')
}
