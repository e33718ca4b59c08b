import type { DoctorHost, PathFacts } from './check.ts'
import { quoted } from './quoted.ts'

/** What lets the account of the service write a path again: its permissions, or whose it is. */
export function makeWritable(path: string, { isOwn }: PathFacts, { account }: DoctorHost): string {
  return isOwn || account === null
    ? `chmod -R u+rwX ${quoted(path)}`
    : `chown -R ${account} ${quoted(path)}   # as root: the account that this ran under`
}
