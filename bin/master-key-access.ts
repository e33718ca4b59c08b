import type { Config } from '../config/settings.ts'
import type { KeyAccess } from '../models/master-key/key-sources.ts'

/**
 * How this process gets at the master key: by the settings, else by asking whoever sits at the
 * terminal.
 */
export function masterKeyAccess({
  masterKeyCommand,
  masterKeyPassphraseFile,
}: Pick<Config, 'masterKeyCommand' | 'masterKeyPassphraseFile'>): KeyAccess {
  const canAsk = process.stdin.isTTY === true && process.stderr.isTTY === true
  return {
    command: masterKeyCommand,
    passphraseFile: masterKeyPassphraseFile,
    askPassphrase: canAsk ? askPassphrase : null,
  }
}

/** What is typed is not shown; stdout is the result's. */
async function askPassphrase(): Promise<string> {
  const { createPromptModule } = await import('inquirer')
  const ask = createPromptModule({ output: process.stderr })
  const { text } = await ask([
    { type: 'password', name: 'text', message: 'Passphrase of the master key', mask: '*' },
  ])
  return String(text)
}
