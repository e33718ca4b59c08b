import type { Command } from 'commander'
import { administrator } from '../administrator.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import {
  findConsultations,
  needOneOf,
  type PatientOptions,
  withPatientFlags,
} from '../find-consultation.ts'

interface HoldOptions extends PatientOptions {
  reason: string
  by?: string
}

interface ReleaseOptions extends PatientOptions {
  by?: string
}

/** `svcctl consult hold`: nothing of a consultation is erased while it lasts. */
export function consultHoldCommand(deps: CliDeps): Command {
  const { terminal } = deps
  const hold = defineCommand('hold', 'keep consultations for the law: nothing of them is erased', [
    'consult hold 3f2a8c1e --reason "Processo 0001234-56.2026"',
    'consult hold --patient - --reason "Processo 0001234-56.2026" < patient.txt',
  ]).argument('[consultation]', 'its id, or the beginning of it')
  return withPatientFlags(hold)
    .requiredOption('--reason <words>', 'why; kept sealed')
    .option('--by <name>', 'who orders it; else the account of the system')
    .action(async (ref: string | undefined, options: HoldOptions, command: Command) => {
      const { reason, by = administrator() } = options
      needOneOf(ref, options)
      const held = await withAdmin(deps, command, async (admin) => {
        const done: { id: string; heldAt: Date; by: string }[] = []
        for (const id of await findConsultations(deps, admin, ref, options)) {
          const { at } = await admin.consult.holds.place(id, { by, reason })
          done.push({ id, heldAt: at, by })
        }
        return done
      })
      terminal.result(ref === undefined ? { consultations: held } : held[0], () =>
        held
          .map(({ id }) => `${id} is held. It ends with: svcctl consult release ${id}`)
          .join('\n'),
      )
      if (ref === undefined)
        terminal.say('Consultations that this patient has later are not held by this.')
    })
}

/** `svcctl consult release`: ends a hold. */
export function consultReleaseCommand(deps: CliDeps): Command {
  const { terminal } = deps
  const release = defineCommand('release', 'end the hold of consultations', [
    'consult release 3f2a8c1e',
  ]).argument('[consultation]', 'its id, or the beginning of it')
  return withPatientFlags(release)
    .option('--by <name>', 'who orders it; else the account of the system')
    .action(async (ref: string | undefined, options: ReleaseOptions, command: Command) => {
      const { by = administrator() } = options
      needOneOf(ref, options)
      const released = await withAdmin(deps, command, async (admin) => {
        const ids = await findConsultations(deps, admin, ref, options)
        for (const id of ids) await admin.consult.holds.release(id, by)
        return ids.map((id) => ({ id, heldAt: null, by }))
      })
      terminal.result(ref === undefined ? { consultations: released } : released[0], () =>
        released.map(({ id }) => `${id} is not held any more.`).join('\n'),
      )
    })
}
