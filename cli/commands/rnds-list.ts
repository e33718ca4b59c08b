import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import type { SubmissionState } from '../../core/rnds/state.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { chooseOrganization } from '../find-ref.ts'
import { moment } from '../format.ts'
import { WAITING_CAUSES, waitingCode, waitsBecause } from '../rnds-caller.ts'

interface Options {
  org?: string
  state?: string
  consultation?: string
  limit: string
}

const STATES: readonly string[] = ['pending', 'accepted', 'rejected', 'replaced', 'deleted']

/** `svcctl rnds list`: records and where they stand; nothing clinical is opened. */
export function rndsListCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('list', 'list records that were sent or wait to be', [
    'rnds list',
    'rnds list --state pending --json',
  ])
    .option('--state <state>', STATES.join(', '))
    .option('--consultation <id>', 'only of this one')
    .option('--org <organization>', 'only of this one')
    .option('--limit <number>', 'the newest so many', '50')
    .action(async ({ org, state, consultation, limit }: Options, command: Command) => {
      const filter = { state: readState(state), consultationId: consultation, limit: Number(limit) }
      if (!Number.isInteger(filter.limit) || filter.limit < 1)
        throw new AppError('invalid', 'usage', '--limit is a number from 1.')
      const { records, counts, waiting, held } = await withAdmin(deps, command, async (admin) => {
        const organizationId =
          org === undefined
            ? undefined
            : chooseOrganization(await admin.access.listOrganizations(), org).id
        const { store } = admin.submissions
        return {
          records: await store.list({ ...filter, organizationId }),
          counts: await store.countByState(),
          waiting: await store.countWaiting(),
          held: admin.outgoing.find(),
        }
      })
      terminal.result({ records, counts, waiting, held }, () =>
        records.length > 0
          ? terminal.table(records, [
              // Its beginning is enough for the other commands, and leaves a row a row on most
              // screens.
              { header: 'RECORD', cell: ({ id }) => id, shrinks: true },
              { header: 'TYPE', cell: ({ documentType }) => documentType },
              {
                header: 'STATE',
                cell: (record) => record.state,
                paint: (text, record) => paint(deps, text, record.state),
              },
              { header: 'SUBMITTED', cell: ({ submittedAt }) => moment(submittedAt) },
              { header: 'CHANGED', cell: ({ updatedAt }) => moment(updatedAt) },
              { header: 'TRIES', cell: (one) => String(one.tries), align: 'right' },
              { header: 'WAITS FOR', cell: (one) => waitingCode(one, held) ?? '' },
              {
                header: 'NEXT',
                cell: ({ dueAt }) => (dueAt ? (held ? 'held' : moment(dueAt)) : ''),
              },
              {
                header: 'CONSULTATION',
                cell: ({ consultationId }) => consultationId,
                shrinks: true,
              },
            ])
          : state !== undefined || consultation !== undefined
            ? 'No record fits.'
            : 'No record. They come from POST /v1/ehrs/{ehr_id}/rnds/submit.',
      )
      if (held && counts.pending > 0)
        terminal.say(`${counts.pending} pending: ${waitsBecause(held)}`)
      if (!held)
        for (const { cause, records } of waiting)
          terminal.say(`${records} pending: ${WAITING_CAUSES[cause]}`)
    })
}

function readState(text: string | undefined): SubmissionState | undefined {
  if (text === undefined || STATES.includes(text)) return text as SubmissionState | undefined
  throw new AppError('invalid', 'usage', `--state is one of ${STATES.join(', ')}.`)
}

function paint({ terminal: { style } }: CliDeps, text: string, state: SubmissionState): string {
  if (state === 'rejected') return style.red(text)
  if (state === 'pending') return style.yellow(text)
  return state === 'accepted' ? style.green(text) : style.dim(text)
}
