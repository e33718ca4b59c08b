import { type Command, Option } from 'commander'
import { AppError } from '../core/errors.ts'
import type { BackupAdmin } from './backup-deps.ts'
import type { CliDeps } from './deps.ts'
import { tellOpenFile } from './open-file.ts'

export interface PassphraseOptions {
  passphraseFile?: string
}

const SHORTEST = 12

export function withPassphraseFlag(command: Command): Command {
  return command.addOption(
    new Option(
      '--passphrase-file <path>',
      'holds the passphrase of the backup; else backupPassphraseFile, else it is asked for',
    ),
  )
}

/**
 * Never from the argument list, where every account of the machine could read it. @throws
 * {AppError} `passphrase_needed`
 */
export async function readPassphrase(
  deps: Pick<CliDeps, 'terminal' | 'isOpenToOthers'>,
  backup: Pick<BackupAdmin, 'passphraseFile' | 'passphraseIn'>,
  { passphraseFile }: PassphraseOptions,
): Promise<string> {
  const path = passphraseFile ?? backup.passphraseFile
  if (path === null && deps.terminal.canAsk)
    return deps.terminal.askSecret('Passphrase of the backup')
  const passphrase = await backup.passphraseIn(path)
  if (path !== null) await tellOpenFile(deps, path)
  return passphrase
}

/**
 * For a new backup: typed twice. @throws {AppError} `passphrase_needed`, `passphrase_weak`,
 * `passphrase_differs`
 */
export async function newPassphrase(
  deps: Pick<CliDeps, 'terminal' | 'isOpenToOthers'>,
  backup: Pick<BackupAdmin, 'passphraseFile' | 'passphraseIn'>,
  options: PassphraseOptions,
): Promise<string> {
  const isAsked = !options.passphraseFile && backup.passphraseFile === null && deps.terminal.canAsk
  const passphrase = await readPassphrase(deps, backup, options)
  if (passphrase.length < SHORTEST)
    throw new AppError(
      'invalid',
      'passphrase_weak',
      `A passphrase needs at least ${SHORTEST} characters.`,
    )
  if (isAsked && (await deps.terminal.askSecret('Once more')) !== passphrase)
    throw new AppError('invalid', 'passphrase_differs', 'The two passphrases are not the same.')
  return passphrase
}
