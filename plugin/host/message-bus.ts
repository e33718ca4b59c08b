/**
 * Messages to the host page (spec §6). Listeners outlive a mount; an outlet belongs to one mount,
 * so that nothing can be heard after `svc.plugin.closed` whatever is still under way (SPEC-GAPS
 * 2.14).
 *
 * Whoever reaches the global may listen. A page that entrusts what is clinical to listeners of its
 * own keeps it from every other one (SPEC-GAPS C9), for as long as it is open: entrusting others
 * later would undo it.
 */
import type { PluginEventName, PluginEvents, PluginMessage } from '../../core/contract/events.ts'
import { PluginError } from './plugin-error.ts'

export type MessageListener = (message: PluginMessage) => void

/** Publishes one event; the payload is left out where the event carries none. */
export type Publish = <Name extends PluginEventName>(
  ...message: PluginEvents[Name] extends undefined ? [name: Name] : [Name, PluginEvents[Name]]
) => void

/** True for everything, false for nothing, or the events that are wanted. */
export type Subscriptions = boolean | readonly PluginEventName[]

export interface Outlet {
  publish: Publish
  /** Nothing passes any more. */
  close(): void
}

export interface MessageBus {
  add(listener: MessageListener): void
  remove(listener: MessageListener): void
  /**
   * Adds these; from now on no other listener hears what is clinical.
   * @throws {PluginError} `INVALID_ARGUMENT` where others were entrusted before
   */
  entrust(listeners: readonly MessageListener[]): void
  openOutlet(options: { subscribed: Subscriptions }): Outlet
}

interface Deps {
  /** For the host's developer, who may have forgotten to name one. */
  warn(text: string): void
  /** Gets what a listener throws: it may not stop the others nor the plugin. */
  report(error: unknown): void
}

export function messageBus({ warn, report }: Deps): MessageBus {
  const listeners = new Set<MessageListener>()
  let entrusted: ReadonlySet<MessageListener> | undefined

  function deliver(message: PluginMessage) {
    for (const listener of [...listeners]) {
      if (entrusted && IS_CLINICAL[message.eventName] && !entrusted.has(listener)) continue
      try {
        // A copy each: what one changes, no other one takes for the doctor's words.
        listener(structuredClone(message))
      } catch (error) {
        report(error)
      }
    }
  }

  function add(listener: MessageListener) {
    listeners.add(listener)
    if (entrusted && !entrusted.has(listener))
      warn('a listener that init did not name hears no transcripts, documents or files')
  }

  return {
    add,
    remove: (listener) => void listeners.delete(listener),
    entrust(named) {
      const before = entrusted
      if (before && named.some((listener) => !before.has(listener)))
        throw new PluginError(
          'INVALID_ARGUMENT',
          'init: messageListeners só pode repetir as funções do primeiro init da página.',
        )
      entrusted ??= new Set(named)
      for (const listener of new Set([...listeners, ...named])) add(listener)
    },
    openOutlet({ subscribed }) {
      let open = true
      const wanted = (name: PluginEventName) =>
        typeof subscribed === 'boolean' ? subscribed : subscribed.includes(name)
      return {
        publish(eventName, eventData?) {
          if (open && wanted(eventName)) deliver({ eventName, eventData } as PluginMessage)
        },
        close() {
          open = false
        },
      }
    },
  }
}

export const IS_CLINICAL: Readonly<Record<PluginEventName, boolean>> = {
  'svc.plugin.error.auth': false,
  'svc.plugin.opened': false,
  'svc.plugin.closed': false,
  'svc.plugin.ready': false,
  'svc.plugin.ehr.created': false,
  'svc.plugin.recorder.started': false,
  'svc.plugin.recorder.paused': false,
  'svc.plugin.ehr.transcriptions': true,
  'svc.plugin.ehr.document.created': false,
  'svc.plugin.ehr.document.copied': false,
  'svc.plugin.ehr.fill': true,
  'svc.plugin.ehr.structured_output': true,
  // Which fields, not what was chosen.
  'svc.plugin.ehr.visit.changed': false,
  'svc.plugin.ehr.document.minimized': false,
  'svc.plugin.maximized': false,
  // Names of files tell of patients too.
  'svc.plugin.file.upload.started': true,
  'svc.plugin.file.upload.success': true,
  'svc.plugin.file.upload.error': true,
}

/**
 * Every event, and whether it carries what was said, written or uploaded of a patient (SPEC-GAPS
 * C9).
 */
export function isEventName(name: unknown): name is PluginEventName {
  return typeof name === 'string' && Object.hasOwn(IS_CLINICAL, name)
}
