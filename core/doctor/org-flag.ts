import type { DoctorHost } from './check.ts'
import { quoted } from './quoted.ts'

/** A longer name does not fit a line; the beginning of an id is enough for a command. */
const LONGEST_NAME = 40
const BEGINNING = 8

/**
 * What a command needs to mean this organization: its name, as people know it; nothing where there
 * is no other. Behind a blank.
 */
export async function orgFlag(
  host: Pick<DoctorHost, 'organizations'>,
  organizationId: string,
): Promise<string> {
  const all = await host.organizations()
  if (all.length < 2) return ''
  const name = all.find(({ id }) => id === organizationId)?.name ?? ''
  const isShort = name !== '' && name.length <= LONGEST_NAME
  return ` --org ${isShort ? quoted(name) : organizationId.slice(0, BEGINNING)}`
}
