import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { findRetryable, retryMany } from '../../core/rnds/retry-record.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { chooseOrganization, findRecord } from '../find-ref.ts'
import { waitsBecause } from '../rnds-caller.ts'

interface Options {
  all?: true
  since?: string
  reason?: string
  org?: string
}

/** `svcctl rnds retry`: lets the outbox of the running server send records now. */
export function rndsRetryCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('retry', 'send waiting or refused records again, as they are', [
    'rnds retry rnds_3f2a',
    'rnds retry --all',
    'rnds retry --since 2026-03-01 --yes',
    'rnds retry --reason certificate_refused',
  ])
    .argument('[record]', 'its id, or the beginning of it')
    .option('--all', 'all that wait')
    .option('--since <date>', 'those that wait and were stored then or later: 2026-03-01')
    .option(
      '--reason <code>',
      'those that wait for it (rnds list), or were refused with it: ERR793',
    )
    .option('--org <organization>', 'of several records: only of this one')
    .action(async (ref: string | undefined, options: Options, command: Command) => {
      const isMany = options.all || options.since !== undefined || options.reason !== undefined
      if (isMany === (ref !== undefined))
        throw new AppError(
          'invalid',
          'usage',
          'Name one record, or say --all, --since or --reason.',
        )
      const held = await (ref === undefined
        ? retrySeveral(deps, options, command)
        : retryOne(deps, ref, command))
      if (held === undefined) return
      terminal.say(
        held
          ? `It waits: ${waitsBecause(held)}`
          : 'A running server sends within ten seconds. Look: svcctl rnds list',
      )
    })
}

async function retryOne(deps: CliDeps, ref: string, command: Command) {
  const { id, state, dueAt, held } = await withAdmin(deps, command, async (admin) => {
    const { store, retry } = admin.submissions
    return { ...(await retry((await findRecord(store, ref)).id)), held: admin.outgoing.find() }
  })
  deps.terminal.result({ id, state, dueAt, held }, () => `${id} is ${state}.`)
  return held
}

/** @returns undefined when there was nothing to do */
async function retrySeveral(
  { terminal, ...deps }: CliDeps,
  { since, reason, org }: Options,
  command: Command,
) {
  const from = since === undefined ? undefined : readDay(since)
  const done = await withAdmin({ ...deps }, command, async (admin) => {
    const { store, retry } = admin.submissions
    const organizationId =
      org === undefined
        ? undefined
        : chooseOrganization(await admin.access.listOrganizations(), org).id
    const found = await findRetryable(store, { organizationId, since: from, reason })
    if (found.length === 0) return null
    await terminal.confirm(`Send ${counted(found.length)} now?`)
    return { ...(await retryMany(retry, found)), held: admin.outgoing.find() }
  })
  if (!done) {
    terminal.result({ retried: 0, left: [], held: null }, () => 'No record fits.')
    return undefined
  }
  terminal.result(done, () =>
    [
      `${counted(done.retried)} on the way.`,
      ...done.left.map(({ id, code }) => `${id} stays as it is: ${code}`),
    ].join('\n'),
  )
  return done.held
}

const counted = (records: number) => (records === 1 ? '1 record' : `${records} records`)

function readDay(text: string): Date {
  const day = /^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (Number.isNaN(day.getTime()))
    throw new AppError('invalid', 'usage', '--since is a day: 2026-03-01')
  return day
}
