import type { Command } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findRecord } from '../find-record.ts'
import { waitsBecause } from '../rnds-caller.ts'
import { withAdmin } from '../with-admin.ts'

/** `svcctl rnds retry`: lets the outbox of the running server send a record now. */
export function rndsRetryCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('retry', 'send a waiting or refused record again, as it is', [
    'rnds retry rnds_3f2a',
  ])
    .argument('<record>', 'its id, or the beginning of it')
    .action(async (ref: string, _options: unknown, command: Command) => {
      const { id, state, dueAt, held } = await withAdmin(deps, command, async (admin) => {
        const { store, retry } = admin.submissions
        return { ...(await retry((await findRecord(store, ref)).id)), held: admin.outgoing.find() }
      })
      terminal.result({ id, state, dueAt, held }, () => `${id} is ${state}.`)
      terminal.say(
        held
          ? `It waits: ${waitsBecause(held)}`
          : 'A running server sends it within ten seconds. Look: svcctl rnds show',
      )
    })
}
