/**
 * What the plugin cannot do without, asked before anything else so that the doctor reads a reason
 * and not a fault (SPEC-GAPS 2.12).
 */
import { PluginError } from '../host/plugin-error.ts'

export type BrowserFault = 'insecure' | 'unsupported'

/** As a refused `mount` tells the page; the doctor reads the screen's own words. */
export function browserError(fault: BrowserFault): PluginError {
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
    globalThis.indexedDB,
    globalThis.crypto?.subtle,
    globalThis.ReadableStream,
    navigator.mediaDevices?.getUserMedia,
  ]
  return needed.every((feature) => feature !== undefined) ? undefined : 'unsupported'
}
