import type { DoctorHost, PathFacts } from './check.ts'
import { quoted } from './quoted.ts'

/**
 * What lets the account of the service write a path again, and nobody else: its permissions, or
 * whose it is.
 */
export function makeWritable(
  path: string,
  { isOwn, diskReadOnly }: PathFacts,
  { account }: DoctorHost,
): string {
  if (diskReadOnly)
    return `mount -o remount,rw "$(findmnt -n -o TARGET -T ${quoted(path)})"   # as root; the system makes a disk with faults read-only: dmesg | tail`
  const open = `chmod -R u+rwX,go= ${quoted(path)}`
  return isOwn || account === null
    ? open
    : `chown -R ${account} ${quoted(path)} && ${open}   # as root: the account that this ran under`
}

/** Below what the database needs for its own work. */
const FULL_BELOW_BYTES = 1 << 20

/**
 * The disk of the data takes nothing, which has a check of its own: what others find because of it
 * is not their finding.
 */
export async function takesNothing({ settings, path, freeBytes }: DoctorHost): Promise<boolean> {
  const facts = await path(settings.dataDir)
  if (!facts) return false
  return facts.diskReadOnly || (await freeBytes(settings.dataDir)) < FULL_BELOW_BYTES
}

export const NOT_ON_THIS_DISK = {
  severity: 'info',
  what: 'Not looked at: the disk of the data takes nothing.',
} as const

/**
 * The folder of keys is there, and closed to this account, which has a check of its own
 * (`data.keys`).
 */
export async function keysOutOfReach({ settings, path }: DoctorHost): Promise<boolean> {
  const folder = await path(settings.keysDir)
  return folder !== null && !(folder.readable && folder.writable)
}

export const WITHOUT_KEYS = {
  severity: 'info',
  what: 'Not looked at: the folder of keys is out of reach.',
} as const

/** The key itself, or what says how it is got at: under a passphrase, or from a command. */
export async function masterKeyPath({ settings: { keysDir }, path }: DoctorHost): Promise<string> {
  const described = `${keysDir}/master.json`
  return (await path(described)) ? described : `${keysDir}/master.key`
}

/**
 * The key is there and cannot be had, which its own check tells (`keys.master`): who needs it says
 * only that it could not look.
 */
export async function withoutKey(host: DoctorHost) {
  if (await keysOutOfReach(host)) return WITHOUT_KEYS
  const facts = await host.path(await masterKeyPath(host))
  if (!facts || (facts.readable && facts.sizeBytes > 0)) return null
  return { severity: 'info', what: 'Not looked at: the master key cannot be read.' } as const
}
