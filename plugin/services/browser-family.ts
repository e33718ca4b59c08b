/**
 * Which browser this is, only to word a help text and to be counted: what works is found out by
 * trying.
 */
export type BrowserFamily = 'chrome' | 'edge' | 'firefox' | 'safari' | 'other'

export function browserFamily(): BrowserFamily {
  const { userAgent } = navigator
  if (/\bEdgA?\//.test(userAgent)) return 'edge'
  if (/\b(Firefox|FxiOS)\//.test(userAgent)) return 'firefox'
  if (/\b(?:Headless)?(?:Chrome|Chromium|CriOS)\//.test(userAgent)) return 'chrome'
  return /\bSafari\//.test(userAgent) ? 'safari' : 'other'
}
