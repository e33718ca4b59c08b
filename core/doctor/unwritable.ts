import type { DoctorHost, PathFacts } from './check.ts'
import { quoted } from './quoted.ts'

/** What lets the account of the service write a path again, and nobody else: its permissions, or whose it is. */
export function makeWritable(path: string, { isOwn }: PathFacts, { account }: DoctorHost): string {
  const open = `chmod -R u+rwX,go= ${quoted(path)}`
  return isOwn || account === null
    ? open
    : `chown -R ${account} ${quoted(path)} && ${open}   # as root: the account that this ran under`
}
