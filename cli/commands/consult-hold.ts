import type { Command } from 'commander'
import { administrator } from '../administrator.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { withAdmin } from '../with-admin.ts'

/** `svcctl consult hold`: nothing of a consultation is erased while it lasts. */
export function consultHoldCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('hold', 'keep a consultation for the law: nothing of it is erased', [
    'consult hold 3f2a8c1e-5d0b-4a57-9a0c-7f1f0a6f3b11 --reason "Processo 0001234-56.2026"',
  ])
    .argument('<consultation>', 'its id')
    .requiredOption('--reason <words>', 'why; kept sealed')
    .option('--by <name>', 'who orders it; else the account of the system')
    .action(
      async (
        id: string,
        { reason, by = administrator() }: { reason: string; by?: string },
        command: Command,
      ) => {
        const { at } = await withAdmin(deps, command, ({ consult }) =>
          consult.holds.place(id, { by, reason }),
        )
        terminal.result(
          { id, heldAt: at, by },
          () => `${id} is held. It ends with: svcctl consult release ${id}`,
        )
      },
    )
}

/** `svcctl consult release`: ends a hold. */
export function consultReleaseCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('release', 'end the hold of a consultation', [
    'consult release 3f2a8c1e-5d0b-4a57-9a0c-7f1f0a6f3b11',
  ])
    .argument('<consultation>', 'its id')
    .option('--by <name>', 'who orders it; else the account of the system')
    .action(async (id: string, { by = administrator() }: { by?: string }, command: Command) => {
      await withAdmin(deps, command, ({ consult }) => consult.holds.release(id, by))
      terminal.result({ id, heldAt: null, by }, () => `${id} is not held any more.`)
    })
}
