import { userInfo } from 'node:os'

/** Who is at the terminal, as the system names the account. */
export function administrator(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that no account has.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
