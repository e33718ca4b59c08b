import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { AppError } from '../../core/errors.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'
import type { KeySourceName } from '../subject-deps.ts'

interface Options {
  passphraseFile?: string
  command?: string
  with?: KeySourceName
}

/** How long a running server is waited for; it looks every two seconds. */
const TAKEN_UP_MS = 10_000

/** `svcctl vault rotate`: a new master key, protected as the one now. */
export function vaultRotateCommand(deps: CliDeps): Command {
  return withNewKey(
    defineCommand('rotate', 'change the master key: everything it seals is sealed anew', [
      'vault rotate',
    ]),
  ).action((options: Options, command: Command) => change(deps, command, null, options))
}

/** `svcctl vault protect`: a new master key, kept in another way. */
export function vaultProtectCommand(deps: CliDeps): Command {
  return withNewKey(
    defineCommand('protect', 'change the master key and what protects it', [
      'vault protect --with passphrase',
      'vault protect --with command --command "/usr/local/bin/unseal-svc-key"',
    ]),
  )
    .addOption(
      new Option('--with <protection>', 'what keeps it from now on')
        .choices(['file', 'passphrase', 'command'])
        .makeOptionMandatory(),
    )
    .action((options: Options, command: Command) =>
      change(deps, command, options.with ?? null, options),
    )
}

function withNewKey(command: Command): Command {
  return command
    .option(
      '--passphrase-file <path>',
      'holds the new passphrase; else masterKeyPassphraseFile, else it is asked for',
    )
    .option('--command <command>', 'prints the new key; else masterKeyCommand')
}

async function change(
  deps: CliDeps,
  command: Command,
  source: KeySourceName | null,
  {
    passphraseFile = null,
    command: keyCommand = null,
  }: { passphraseFile?: string | null; command?: string | null },
) {
  const { terminal, settings, askServer } = deps
  const flags = settingFlags(command, settings)
  const isRunning = async () => (await askServer(flags)).answer
  const rotation = await withAdmin(deps, command, async ({ vault }) => {
    const now = await vault.status()
    // A server that runs reads a key's file again. For a new passphrase or command it would have to
    // be told.
    if ((source ?? now.source) !== 'file' && (await isRunning()) !== null) throw serverRunning()
    await terminal.confirm(
      `Change the master key ${now.fingerprint}? Copies of the data folder that were made until now need the keys folder of their time; a .svcbackup opens with its passphrase alone.`,
    )
    return vault.rotate(source, {
      passphraseFile,
      command: keyCommand,
      askPassphrase: terminal.canAsk ? () => askTwice(deps) : null,
    })
  })
  terminal.result(
    rotation,
    () =>
      `${rotation.sealed} keys and secrets are sealed by ${rotation.to} now, kept by ${rotation.source}.`,
  )
  if ((await isRunning()) !== null) await takenUp(deps, isRunning, rotation.to)
  if (rotation.source === 'command')
    terminal.say('The service needs the setting masterKeyCommand from now on.')
  if (rotation.source === 'passphrase')
    terminal.say(
      'The service asks for the passphrase when it starts, or reads it from masterKeyPassphraseFile.',
    )
}

async function askTwice({ terminal }: CliDeps): Promise<string> {
  const first = await terminal.askSecret('New passphrase of the master key')
  const second = await terminal.askSecret('Once more')
  if (first === second) return first
  throw new AppError('invalid', 'passphrase_differs', 'The two passphrases are not the same.')
}

async function takenUp(
  { terminal }: CliDeps,
  ask: () => Promise<unknown>,
  fingerprint: string,
): Promise<void> {
  for (let waited = 0; waited < TAKEN_UP_MS; waited += 500) {
    const answer = await ask()
    if (JSON.stringify(answer).includes(fingerprint))
      return terminal.say('The running server has taken it up.')
    await sleep(500)
  }
  terminal.say(
    'The running server does not say that it has taken the new key up. Sound that is being recorded is safe; restart it when no recording runs.',
  )
}

function serverRunning(): AppError {
  return new AppError(
    'conflict',
    'server_running',
    'A server is running here and could not read a key that is protected in this way. Stop it, change the key, set what it needs and start it again.',
  )
}
