/**
 * plugin.js: what a host page loads (spec §4.3). It only puts `SvcPlugin` on the page; the app is
 * fetched when the host calls `init`, from the same origin. Hosts use both forms, `SvcPlugin.init`
 * and `SvcPlugin.instance.init`.
 */
import { pluginHandle } from './host/plugin-handle.ts'
import type { SvcPluginInstance } from './plugin.d.ts'
import { localNetwork } from './services/local-network.ts'

const here = new URL(import.meta.url)
/** All that the appliance answers lies beside this file, below a path of a portal as at a root. */
const base = new URL('.', here).href.replace(/\/$/, '')

// A page that loads the script twice keeps the first: it may already be recording.
if (!globalThis.SvcPlugin) {
  // The published types are the ones checked here.
  const instance: SvcPluginInstance = Object.freeze(
    pluginHandle({
      base,
      network: localNetwork({
        origin: here.origin,
        pageOrigin: globalThis.origin,
        permissions: navigator.permissions,
      }),
      workletUrl: new URL(WORKLET_FILE, here).href,
      async loadApp() {
        const { startApp, catalogueFor } = await import('./app.ts')
        const words = await catalogueFor(document.documentElement.dataset.svcLanguage)
        return (deps) => startApp({ ...deps, words })
      },
      // biome-ignore lint/suspicious/noConsole: the host's developer reads warnings there, and only there
      warn: (text) => console.warn(`[SvcPlugin] ${text}`),
      report: (error) => reportError(error),
    }),
  )
  // The page's own, which `svcctl host test` watches.
  Reflect.defineProperty(globalThis, 'SvcPlugin', {
    value: Object.freeze({ ...instance, instance, version: PLUGIN_VERSION }),
    enumerable: true,
  })
}
