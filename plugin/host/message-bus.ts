/**
 * Messages to the host page (spec §6). Listeners outlive a mount; an outlet belongs to one mount, so that nothing can be
 * heard after `svc.plugin.closed` whatever is still under way (SPEC-GAPS 2.14).
 */
import type { PluginEventName, PluginEvents, PluginMessage } from '../../core/contract/events.ts'

export type MessageListener = (message: PluginMessage) => void

/** Publishes one event; the payload is left out where the event carries none. */
export type Publish = <Name extends PluginEventName>(
  ...message: PluginEvents[Name] extends undefined ? [name: Name] : [Name, PluginEvents[Name]]
) => void

export interface Outlet {
  publish: Publish
  /** Nothing passes any more. */
  close(): void
}

export interface MessageBus {
  add(listener: MessageListener): void
  remove(listener: MessageListener): void
  /** `subscribed: false` (the option `messageSubscriptions`) lets nothing pass. */
  openOutlet(options: { subscribed: boolean }): Outlet
}

/** `report` gets what a listener throws: it may not stop the others nor the plugin. */
export function messageBus(report: (error: unknown) => void): MessageBus {
  const listeners = new Set<MessageListener>()

  function deliver(message: PluginMessage) {
    for (const listener of [...listeners]) {
      try {
        listener(message)
      } catch (error) {
        report(error)
      }
    }
  }

  return {
    add: (listener) => void listeners.add(listener),
    remove: (listener) => void listeners.delete(listener),
    openOutlet({ subscribed }) {
      let open = subscribed
      return {
        publish(eventName, eventData?) {
          if (open) deliver({ eventName, eventData } as PluginMessage)
        },
        close() {
          open = false
        },
      }
    },
  }
}
