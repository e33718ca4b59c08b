/**
 * What a hospital's administrator rolls out so that nobody is asked for the local network: the
 * policy of Chrome, Edge and Chromium that lets pages of these origins reach private addresses.
 *
 * `LocalNetworkAllowedForUrls` (146 and newer) allows private addresses alone. Browsers from 139
 * (Edge 140) to 145 know only `LocalNetworkAccessAllowedForUrls`, which also allows what runs on
 * the doctor's own computer: it is left out unless asked for.
 */
export interface BrowserPolicy {
  origins: readonly string[]
  /** By policy name; each list is the origins. */
  policies: Record<string, readonly string[]>
}

export function browserPolicy(
  origins: readonly string[],
  { older }: { older: boolean },
): BrowserPolicy {
  const sorted = [...new Set(origins)].sort()
  const names = [
    'LocalNetworkAllowedForUrls',
    ...(older ? ['LocalNetworkAccessAllowedForUrls'] : []),
  ]
  return { origins: sorted, policies: Object.fromEntries(names.map((name) => [name, sorted])) }
}

/** Where each browser of Linux looks; the same file for all. */
export const LINUX_FOLDERS = [
  '/etc/opt/chrome/policies/managed',
  '/etc/opt/edge/policies/managed',
  '/etc/chromium/policies/managed',
] as const

export const WINDOWS_KEYS = [
  'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Google\\Chrome',
  'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Microsoft\\Edge',
] as const

/** A managed policy file of Linux. */
export function linuxPolicy({ policies }: BrowserPolicy): string {
  return `${JSON.stringify(policies, null, 2)}\n`
}

/**
 * A file for `reg import`: lists are values named 1, 2, 3. It replaces nothing but values of the
 * same number, so lists that another policy fills belong into the group policy editor instead.
 */
export function windowsPolicy({ policies }: BrowserPolicy): string {
  const lines = WINDOWS_KEYS.flatMap((key) =>
    Object.entries(policies).flatMap(([name, list]) => [
      '',
      `[${key}\\${name}]`,
      ...list.map((origin, index) => `"${index + 1}"="${origin}"`),
    ]),
  )
  return ['Windows Registry Editor Version 5.00', ...lines, ''].join('\r\n')
}
