import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import type { StartedSimulator } from '../rnds-deps.ts'
import { settingFlags } from '../setting-flags.ts'

interface Options {
  simulatorPort: string
  simulatorHost: string
  latency: string
  fault?: string
  anyone?: boolean
  rpm?: boolean
  month: string[]
  clock: string
  requesterId?: string
  fresh?: boolean
}

/** `svcctl rnds simulator`: runs until it is told to stop. */
export function rndsSimulatorCommand(deps: CliDeps): Command {
  const { terminal, rnds, settings, signal } = deps
  return defineCommand('simulator', 'run a rehearsal of the network on this machine', [
    'rnds simulator',
    'rnds simulator --latency 3000',
    'rnds simulator --fault reject:ERR793',
  ])
    .addHelpText('after', `\nFaults:\n  ${FAULTS}`)
    .option('--simulator-port <port>', 'tokens are issued on the one after it', '8443')
    .option('--simulator-host <address>', 'where to listen', '127.0.0.1')
    .option('--latency <ms>', 'before every answer', '0')
    .option('--fault <fault>', 'what goes wrong from the start')
    .option('--anyone', 'everybody with right check digits exists, not only the invented people')
    .option('--rpm', 'take prescriptions as documents of their own, as the network once did')
    .option(
      '--month <code[:from-until]>',
      'a SIGTAP or CBO code that is in the tables of these months only (0301010072:202501-202512), or in none; may be given again',
      (code: string, codes: string[]) => [...codes, code],
      [],
    )
    .option('--clock <minutes>', "how far its clock is ahead of this machine's", '0')
    .option('--requester-id <id>', 'take documents of this requester only')
    .option('--fresh', 'forget the documents of earlier runs')
    .action(async (options: Options, command: Command) => {
      const simulator = await rnds.startSimulator(
        settingFlags(command, settings),
        {
          host: options.simulatorHost,
          port: wholeNumber(options.simulatorPort, '--simulator-port', 65_534),
          latencyMs: wholeNumber(options.latency, '--latency', 600_000),
          fault: options.fault,
          anyone: options.anyone ?? false,
          rpm: options.rpm ?? false,
          months: options.month,
          clockMs: minutes(options.clock) * 60_000,
          requesterId: options.requesterId ?? null,
          fresh: options.fresh ?? false,
        },
        ({ operation, status, fault }) =>
          terminal.say(`${operation}  ${status ?? 'no answer'}${fault ? `  (${fault})` : ''}`),
      )
      const { close, ...facts } = simulator
      terminal.result(facts, () => sheet(simulator))
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        else signal.addEventListener('abort', () => resolve(), { once: true })
      })
      await close()
    })
}

const FAULTS = `token-expired, certificate-refused, certificate-reset, reject:<code>, gateway,
  unavailable, html, truncated, empty, huge, redirect, reset, silent, cut, down`

function sheet({
  authUrl,
  ehrUrl,
  certificatePath,
  certificatePassword,
  sample,
}: StartedSimulator): string {
  return [
    `The rehearsal runs on ${ehrUrl} (tokens: ${authUrl}). Once, in another window:`,
    '',
    `  $ echo ${certificatePassword} | svcctl rnds cert import ${certificatePath} --password-stdin`,
    `  $ svcctl rnds profile set --environment simulator --auth-url ${authUrl} --ehr-url ${ehrUrl} \\`,
    `      --cnes ${sample.cnes} --requester-id 12345 --lookup-cns ${sample.practitionerCns}`,
    `  $ svcctl rnds patient --cpf ${sample.patientCpf}`,
    '',
    `Switches: curl -k -X POST ${ehrUrl}/simulator/faults -d '{"name":"gateway","times":3}'`,
    `          curl -k -X DELETE ${ehrUrl}/simulator/faults`,
    'Stop with Ctrl-C.',
  ].join('\n')
}

function minutes(text: string): number {
  if (/^-?\d{1,4}$/.test(text)) return Number(text)
  throw new AppError('invalid', 'usage', '--clock takes minutes from -9999 to 9999.')
}

function wholeNumber(text: string, flag: string, max: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value <= max) return value
  throw new AppError('invalid', 'usage', `${flag} takes a whole number from 0 to ${max}.`)
}
