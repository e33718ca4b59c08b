import { type Command, InvalidArgumentError } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'

const USUAL_MIN = 10
const MOST_MIN = 60

/** `svcctl node invite`: waits at a server that has the master key until another has taken it. */
export function nodeInviteCommand(deps: CliDeps): Command {
  const { terminal, settings, openNodes } = deps
  return defineCommand('invite', 'a one-time code, and wait until a new server has taken the key', [
    'node invite',
    'node invite --minutes 30',
  ])
    .option('--minutes <number>', 'how long the code is good, up to 60', minutesOf, USUAL_MIN)
    .action(async ({ minutes }: { minutes: number }, command: Command) => {
      const nodes = await openNodes(settingFlags(command, settings))
      const { process } = await nodes.invite({
        validForS: minutes * 60,
        onCode(code) {
          terminal.result({ code, minutes }, () => code)
          terminal.say(
            `Good once, for ${minutes} minutes, while this waits. At the new server: svcctl node join`,
          )
        },
      })
      terminal.say(`${process} has taken the master key, as the audit says.`)
    })
}

function minutesOf(typed: string): number {
  const minutes = Number(typed)
  if (minutes > 0 && minutes <= MOST_MIN) return minutes
  throw new InvalidArgumentError(`It is in minutes, up to ${MOST_MIN}.`)
}
