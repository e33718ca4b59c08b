/**
 * Files with passphrases: what was right when it was written down may be gone, or open to others,
 * when it is read the next time.
 */
import type { Check, DoctorHost } from '../check.ts'
import { quoted } from '../quoted.ts'
import { makeWritable } from '../unwritable.ts'

/**
 * A secret that is handed to the service alone: nobody else can look at it, or it is shown with
 * what permissions they like.
 */
export function isHandedOver(path: string): boolean {
  return /^\/(dev\/fd|proc|run\/(credentials|secrets))\//.test(path)
}

const OTHERS = 0o077
export const backupPassphrase = passphraseFile({
  id: 'backup.passphrase',
  title: 'passphrase of backups',
  setting: 'backupPassphraseFile',
  isNeeded: async () => true,
  whyNeeded: 'No backup is made without it, and none of those there are opens with another.',
  whyClosed: 'Whoever reads it and finds a backup can read every consultation.',
})

export const masterKeyPassphrase = passphraseFile({
  id: 'keys.passphrase',
  title: 'passphrase of the key',
  setting: 'masterKeyPassphraseFile',
  // A key that lies there as it is, or comes from a command, asks for none.
  isNeeded: async ({ settings, path }) => (await path(`${settings.keysDir}/master.json`)) !== null,
  whyNeeded: 'The service does not start without it, and no recording and no document can be read.',
  whyClosed: 'Whoever reads it and the data folder can read every consultation.',
})

interface About {
  id: string
  title: string
  setting: 'backupPassphraseFile' | 'masterKeyPassphraseFile'
  isNeeded(host: DoctorHost): Promise<boolean>
  whyNeeded: string
  whyClosed: string
}

function passphraseFile({ id, title, setting, isNeeded, whyNeeded, whyClosed }: About): Check {
  return {
    id,
    title,
    async run(host) {
      const file = host.settings[setting]
      if (file === null || !(await isNeeded(host))) return { severity: 'ok', what: 'in no file' }
      if (isHandedOver(file)) return { severity: 'ok', what: 'handed to the service' }
      const facts = await host.path(file)
      const name = file.slice(file.lastIndexOf('/') + 1)
      if (facts?.kind !== 'file' || facts.sizeBytes === 0)
        return {
          severity: 'error',
          what: `${file} (${setting}) is ${facts?.kind === 'file' ? 'empty' : 'not there'}.`,
          why: whyNeeded,
          fix: `cp -p "$BACKUP"/${quoted(name)} ${quoted(file)}   # the copy that you keep elsewhere`,
        }
      if (!facts.readable)
        return {
          severity: 'error',
          what: `${file} (${setting}) cannot be read by this user.`,
          why: whyNeeded,
          fix: makeWritable(file, facts, host),
        }
      if (facts.mode & OTHERS)
        return {
          severity: 'warning',
          what: `${file} can be read by other users of this machine (${facts.mode.toString(8)}).`,
          why: whyClosed,
          fix: makeWritable(file, facts, host),
        }
      return { severity: 'ok', what: 'there, readable by its owner only' }
    },
  }
}
