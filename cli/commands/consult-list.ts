import { type Command, InvalidArgumentError } from 'commander'
import type { ConsultationStatus } from '../../core/contract/api.ts'
import { AppError } from '../../core/errors.ts'
import type { VisitFilter } from '../../core/vault/describe-visit.ts'
import { momentFlag, startOfDay } from '../audit-filter.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { Admin, CliDeps } from '../deps.ts'
import { readPatient } from '../find-consultation.ts'
import { chooseOrganization } from '../find-ref.ts'
import { duration, moment } from '../format.ts'

interface Options {
  patient?: string
  doctor?: string
  org?: string
  day?: { since: Date; until: Date }
  since?: Date
  until?: Date
  state?: string
  limit: string
}

const STATES = [
  'open',
  'recording',
  'paused',
  'finished',
  'canceled',
] as const satisfies readonly ConsultationStatus[]

/** `svcctl consult list`: which consultations there are; no word of them. */
export function consultListCommand(deps: CliDeps): Command {
  const { terminal, now } = deps
  return defineCommand('list', 'list consultations, the newest first', [
    'consult list --day 2026-11-26 --doctor dra.ana',
    'consult list --patient - --json < patient.txt',
  ])
    .option(
      '--patient <external-id>',
      "only of this patient, by the host's identifier; - reads it from standard input, so that no history keeps it",
    )
    .option('--doctor <external-id>', "only of this doctor, by the host's identifier")
    .option(
      '--org <organization>',
      'only of this one; --patient and --doctor need it among several',
    )
    .option('--day <date>', "prepared on this day of this machine's calendar", readDay)
    .option('--since <when>', 'prepared from this date, time or age on', momentFlag(now))
    .option('--until <when>', 'prepared before this date, time or age', momentFlag(now))
    .option('--state <state>', STATES.join(', '))
    .option('--limit <number>', 'the newest so many', '50')
    .action(async (options: Options, command: Command) => {
      const { day, since, until, state } = options
      if (day && (since || until))
        throw new AppError('invalid', 'usage', 'Give --day, or --since and --until.')
      const span = day ?? { since, until }
      const status = readState(state)
      const limit = readLimit(options.limit)
      const { visits, total } = await withAdmin(deps, command, async (admin) => {
        const organizations = await admin.access.listOrganizations()
        const whose = await people(deps, organizations, options)
        const found = await admin.consult.list({ ...span, ...whose, status, limit })
        return { visits: withNames(found.visits, organizations), total: found.total }
      })
      terminal.result({ consultations: visits, total }, () =>
        visits.length === 0
          ? 'No consultation fits.'
          : terminal.table(visits, [
              // Its beginning is enough for the other commands.
              { header: 'CONSULTATION', cell: ({ id }) => id, shrinks: true },
              { header: 'PREPARED', cell: ({ createdAt }) => moment(createdAt) },
              { header: 'STATE', cell: (visit) => stateText(visit) },
              {
                header: 'SOUND',
                cell: ({ recordedMs }) => duration(recordedMs / 1000),
                align: 'right',
              },
              { header: 'DOCTOR', cell: ({ doctor }) => doctor ?? '-', shrinks: true },
              { header: 'ORGANIZATION', cell: ({ organization }) => organization, shrinks: true },
            ]),
      )
      if (visits.length < total)
        terminal.say(`These are the newest ${visits.length} of ${total}. More: --limit ${total}`)
    })
}

/** Identifiers of hosts are an organization's own: with one of them it must be known which. */
async function people(
  { terminal }: CliDeps,
  organizations: Awaited<ReturnType<Admin['access']['listOrganizations']>>,
  { patient, doctor, org }: Options,
): Promise<Pick<VisitFilter, 'organizationId' | 'patientId' | 'doctorId'>> {
  if (patient === undefined && doctor === undefined && org === undefined) return {}
  const { id: organizationId } = chooseOrganization(organizations, org)
  const patientId = patient === undefined ? undefined : await readPatient(terminal, patient)
  return { organizationId, patientId, doctorId: doctor }
}

function withNames<Visit extends { organizationId: string }>(
  visits: readonly Visit[],
  organizations: readonly { id: string; name: string }[],
): (Visit & { organization: string })[] {
  const names = new Map(organizations.map(({ id, name }) => [id, name]))
  return visits.map((visit) =>
    Object.assign(visit, { organization: names.get(visit.organizationId) ?? '-' }),
  )
}

function stateText({ status, heldAt }: { status: string; heldAt: Date | null }): string {
  return heldAt ? `${status}, held` : status
}

function readDay(text: string): { since: Date; until: Date } {
  const since = startOfDay(text)
  if (!since || Number.isNaN(since.getTime()))
    throw new InvalidArgumentError('Give a day: 2026-11-26.')
  const until = new Date(since)
  until.setDate(until.getDate() + 1)
  return { since, until }
}

function readState(text: string | undefined): ConsultationStatus | undefined {
  const found = STATES.find((state) => state === text)
  if (text === undefined || found) return found
  throw new AppError('invalid', 'usage', `--state is one of ${STATES.join(', ')}.`)
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1) return limit
  throw new AppError('invalid', 'usage', '--limit is a number from 1.')
}
