import type { Command } from 'commander'
import type { Erasable, Erased } from '../../core/vault/erasure.ts'
import { readableCertificate } from '../../core/vault/erasure-certificate.ts'
import { administrator } from '../administrator.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { Admin, CliDeps } from '../deps.ts'
import {
  findConsultations,
  needOneOf,
  type PatientOptions,
  withPatientFlags,
} from '../find-consultation.ts'

interface Options extends PatientOptions {
  dryRun?: true
  force?: true
  by?: string
}

/**
 * `svcctl consult purge`: destroys keys, deletes rows and files, leaves tombstones and a
 * certificate.
 */
export function consultPurgeCommand(deps: CliDeps): Command {
  const { terminal } = deps
  const purge = defineCommand(
    'purge',
    'erase consultations for good: destroy the keys, delete what is kept, write a certificate',
    [
      'consult purge 3f2a8c1e-5d0b-4a57-9a0c-7f1f0a6f3b11 --dry-run',
      'consult purge --patient - --org "Hospital São Lucas" --yes < patient.txt',
    ],
  ).argument('[consultation]', 'its id, or the beginning of it')
  return withPatientFlags(purge)
    .option('--by <name>', 'who asks for it, for the certificate; else the account of the system')
    .option('-n, --dry-run', 'say what would be erased, erase nothing')
    .option('--force', 'also while records are on their way to the network or sound is coming in')
    .action(async (id: string | undefined, options: Options, command: Command) => {
      const { by = administrator(), dryRun = false, force = false } = options
      needOneOf(id, options)
      await withAdmin(deps, command, async (admin) => {
        await finishEarlier(deps, admin)
        const consultationIds = await findConsultations(deps, admin, id, options)
        const request = { consultationIds, by, force }
        const erasables = await admin.consult.erasure.plan(request)
        const kept = await admin.consult.erasure.keptCopies()
        if (dryRun) {
          terminal.result({ consultations: erasables, keptCopies: kept }, () =>
            describe(deps, erasables),
          )
          tellKept(deps, kept)
          return
        }
        if (!terminal.json) terminal.say(describe(deps, erasables))
        tellKept(deps, kept)
        await terminal.confirm(
          `Erase ${erasables.length === 1 ? 'this consultation' : `these ${erasables.length} consultations`}? No backup of this box brings it back.`,
        )
        tell(deps, await admin.consult.erasure.erase(request))
        tellKept(deps, kept)
      })
    })
}

/** What an erasure left undone that broke off after the keys were gone. */
async function finishEarlier({ terminal }: CliDeps, { consult }: Admin) {
  for (const { path } of await consult.erasure.resume())
    terminal.say(`An erasure that had broken off is finished. Certificate: ${path}`)
}

/**
 * An upgrade keeps the state before it, with the keys of then: a purge that did not say so would
 * promise too much.
 */
function tellKept({ terminal }: CliDeps, kept: readonly string[]) {
  if (kept.length === 0) return
  terminal.say(
    terminal.style.yellow(
      `An upgrade kept the state from before it in ${kept.join(', ')}: it holds the keys of what was there then, and a purge does not reach it. The certificate says so. Remove it, at best before: svcctl bundle forget`,
    ),
  )
}

function describe({ terminal }: CliDeps, erasables: readonly Erasable[]): string {
  return terminal.table(erasables, [
    { header: 'CONSULTATION', cell: ({ consultationId }) => consultationId },
    ...['segments', 'documents', 'files', 'rnds_submissions'].map((table) => ({
      header: table.replace('rnds_submissions', 'records').toUpperCase(),
      cell: ({ rows }: Erasable) => String(rows[table] ?? 0),
      align: 'right' as const,
    })),
    { header: 'SOUND', cell: ({ audioBytes }) => `${audioBytes} B`, align: 'right' },
  ])
}

function tell({ terminal }: CliDeps, { certificate, path, swept }: Erased) {
  terminal.result({ ...certificate, path, swept }, () => readableCertificate(certificate))
  terminal.say(`Certificate: ${path}`)
  if (!swept)
    terminal.say(
      'The log of the database still holds older states, which nothing opens any more: they go when the running server has moved on.',
    )
}
