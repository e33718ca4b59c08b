/**
 * What a hospital's administrator rolls out so that every doctor has the extension, and nobody
 * types an address: policies of Chrome, Edge and Chromium.
 */
import { WINDOWS_KEYS } from '../host-contract/browser-policy.ts'

export interface ExtensionPolicy {
  id: string
  /** Where the extension finds the service. */
  address: string
  updateUrl: string
}

export function extensionPolicy(id: string, publicUrl: string): ExtensionPolicy {
  const address = publicUrl.replace(/\/$/, '')
  return { id, address, updateUrl: `${address}/extension/updates.xml` }
}

/** A managed policy file of Linux; the same for all three. */
export function linuxExtensionPolicy({ id, address, updateUrl }: ExtensionPolicy): string {
  const policies = {
    ExtensionInstallForcelist: [`${id};${updateUrl}`],
    '3rdparty': { extensions: { [id]: { address } } },
  }
  return `${JSON.stringify(policies, null, 2)}\n`
}

/**
 * A file for `reg import`. It takes the first place of the list; where another policy fills that,
 * the value belongs into the group policy editor instead.
 */
export function windowsExtensionPolicy({ id, address, updateUrl }: ExtensionPolicy): string {
  const lines = WINDOWS_KEYS.flatMap((key) => [
    '',
    `[${key}\\ExtensionInstallForcelist]`,
    `"1"="${id};${updateUrl}"`,
    '',
    `[${key}\\3rdparty\\extensions\\${id}\\policy]`,
    `"address"="${address}"`,
  ])
  return ['Windows Registry Editor Version 5.00', ...lines, ''].join('\r\n')
}
