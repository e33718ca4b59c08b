/**
 * What the plugin cannot do without, asked before anything else so that the doctor reads a reason
 * and not a fault (SPEC-GAPS 2.12).
 */
import { PluginError } from '../host/plugin-error.ts'
import { changedBuiltin } from './page-builtins.ts'

/**
 * Which browser this is, only to word a help text and to be counted: what works is found out by
 * trying.
 */
type BrowserFamily = 'chrome' | 'edge' | 'firefox' | 'safari' | 'other'

export function browserFamily(): BrowserFamily {
  const { userAgent } = navigator
  if (/\bEdgA?\//.test(userAgent)) return 'edge'
  if (/\b(Firefox|FxiOS)\//.test(userAgent)) return 'firefox'
  if (/\b(?:Headless)?(?:Chrome|Chromium|CriOS)\//.test(userAgent)) return 'chrome'
  return /\bSafari\//.test(userAgent) ? 'safari' : 'other'
}

export type BrowserFault = 'insecure' | 'unsupported' | 'changed'

/** As a refused `mount` tells the page; the doctor reads the screen's own words. */
export function browserError(fault: BrowserFault): PluginError {
  if (fault === 'changed')
    return new PluginError('PAGE_CHANGES_BUILTINS', `Esta página altera ${changedBuiltin()}.`)
  return fault === 'insecure'
    ? new PluginError('INSECURE_PAGE', 'A página não usa HTTPS: o navegador não dá o microfone.')
    : new PluginError('UNSUPPORTED_BROWSER', 'Este navegador não tem o que o assistente precisa.')
}

/** Undefined where everything is there. */
export function browserFault(): BrowserFault | undefined {
  if (!globalThis.isSecureContext) return 'insecure'
  const needed = [
    globalThis.AudioWorkletNode,
    globalThis.WebSocket,
    globalThis.crypto?.subtle,
    globalThis.ReadableStream,
    navigator.mediaDevices?.getUserMedia,
  ]
  if (needed.some((feature) => feature === undefined)) return 'unsupported'
  return changedBuiltin() ? 'changed' : undefined
}
