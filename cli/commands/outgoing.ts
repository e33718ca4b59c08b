import type { Command } from 'commander'
import { holdReason } from '../../core/outgoing/hold.ts'
import { defineCommand, defineNoun, withAdmin } from '../define-command.ts'
import type { Admin, CliDeps } from '../deps.ts'
import { moment } from '../format.ts'

/**
 * `svcctl outgoing show|hold|resume`: whether anything leaves this box (webhooks, the national
 * network, backups by the schedule).
 */
export function outgoingCommand(deps: CliDeps): Command {
  return defineNoun(
    'outgoing',
    'outgoings',
    'whether anything leaves this box: webhooks, records, backups',
  )
    .addCommand(showCommand(deps))
    .addCommand(holdCommand(deps))
    .addCommand(resumeCommand(deps))
}

function showCommand(deps: CliDeps): Command {
  return defineCommand('show', 'is this box held, since when, and what waits', [
    'outgoing show',
    'outgoing show --json',
  ]).action(async (_options: unknown, command: Command) => {
    await withAdmin(deps, command, async (admin) => tell(deps, admin))
  })
}

function holdCommand(deps: CliDeps): Command {
  return defineCommand('hold', 'let nothing leave from now on; what is due is kept and waits', [
    'outgoing hold',
  ]).action(async (_options: unknown, command: Command) => {
    await withAdmin(deps, command, async (admin) => {
      if (!admin.outgoing.find()) await admin.outgoing.hold()
      await tell(deps, admin)
    })
  })
}

function resumeCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('resume', 'let out again what waits, and whatever comes', [
    'outgoing resume',
  ]).action(async (_options: unknown, command: Command) => {
    await withAdmin(deps, command, async (admin) => {
      const held = admin.outgoing.find()
      if (held) {
        const { webhooks, records } = await admin.outgoing.waiting()
        if (held.because !== 'administrator')
          terminal.say(
            'Only where this box takes the place of the one it was copied from: two that send the same would tell everybody twice.',
          )
        await terminal.confirm(
          `Let ${webhooks} webhooks and ${records} records of the national network go out now, and all that follow?`,
        )
        await admin.outgoing.resume()
      }
      await tell(deps, admin)
      if (held) terminal.say('A running server begins within seconds; no restart is needed.')
    })
  })
}

async function tell({ terminal }: CliDeps, { outgoing }: Admin): Promise<void> {
  const held = outgoing.find()
  const waiting = await outgoing.waiting()
  const waits = `${waiting.webhooks} webhooks and ${waiting.records} records of the national network wait`
  terminal.result({ held, waiting }, () =>
    held
      ? `Held since ${moment(held.since)}: ${holdReason(held)}. Nothing leaves; ${waits}.`
      : `Open: what is due goes out; ${waits} for their turn.`,
  )
}
