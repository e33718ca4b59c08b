/**
 * The plugin as this host uses it (spec §4.3): one instance, mounted anew for every patient, place
 * and theme.
 */

import type { PluginMessage } from '../../../../core/contract/events.ts'
import { address } from './address.ts'

interface Plugin {
  init(config: { getToken(): Promise<string> }): Promise<void>
  mount(params: {
    doctorId: string
    patientId: string
    consultationId: string
    options: Record<string, unknown>
  }): Promise<unknown>
  unmount(): Promise<void>
  addMessageListener(listener: (message: PluginMessage) => void): void
}

declare global {
  var SvcPlugin: { readonly instance: Plugin } | undefined
}

export interface Visit {
  patientId: string
  consultationId: string
  /** The model that fits this visit. */
  templateId: string
}

export interface DrawingPlace {
  /** Where the plugin is drawn; a floating window when null. */
  element: HTMLElement | null
  dark: boolean
}

export interface Assistant {
  /** Closes what is open, then opens this visit. The last call wins. */
  show(visit: Visit, place: DrawingPlace): Promise<void>
}

const DOCTOR_ID = 'medico-demo'

/** `onMessage` gets every event of the plugin. */
export function assistant(onMessage: (message: PluginMessage) => void): Assistant {
  const plugin = globalThis.SvcPlugin?.instance
  if (!plugin) throw new Error('plugin.js did not load')
  // Before init, or an authentication error would pass unheard (spec §6).
  plugin.addMessageListener(onMessage)
  let opening: Promise<void> | undefined
  let latest = 0

  return {
    async show({ patientId, consultationId, templateId }, { element, dark }) {
      latest += 1
      const mine = latest
      await opening?.catch(() => {})
      if (mine !== latest) return
      opening = (async () => {
        await plugin.unmount()
        // unmount() forgets the credentials (spec §5.3), so every mount brings its own.
        await plugin.init({ getToken })
        await plugin.mount({
          doctorId: DOCTOR_ID,
          patientId,
          consultationId,
          options: {
            ...(element ? { renderElement: element } : {}),
            darkMode: dark,
            enableFillEhr: true,
            defaultTemplate: templateId,
          },
        })
      })()
      await opening
    },
  }
}

/** The page asks its own backend; the API key never comes here (spec §5.1). */
async function getToken(): Promise<string> {
  const response = await fetch(address('/demo/session-token'), { method: 'POST' })
  if (!response.ok) throw new Error(`session token: ${response.status}`)
  const { access } = (await response.json()) as { access: string }
  return access
}
