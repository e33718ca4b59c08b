/**
 * Signing in with the account of the hospital: a window of the browser goes through the hospital's
 * own identity provider, and the appliance sends it back with a code that is good for this
 * browser's new key alone.
 */
import { type Account, AccountError, signIn } from './account.ts'
import { newDeviceKey, thumbprintOf } from './device-key.ts'

/** @throws {AccountError} what the appliance says of it, or `closed` */
export async function signInByProvider(base: string, deviceName: string): Promise<Account> {
  const key = await newDeviceKey()
  const asked = new URLSearchParams({
    device: await thumbprintOf(key),
    return_to: chrome.identity.getRedirectURL(),
  })
  const url = `${base}/extension/login?${asked}`
  const back = await chrome.identity
    .launchWebAuthFlow({ url, interactive: true })
    .catch((cause: unknown) => Promise.reject(new AccountError(0, 'closed', String(cause))))
  const word = new URLSearchParams(new URL(back ?? 'about:blank').hash.slice(1))
  const code = word.get('code')
  if (!code) throw new AccountError(401, word.get('error') ?? 'closed')
  return signIn(base, code, deviceName, key)
}
