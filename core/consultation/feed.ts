/**
 * What happens in a consultation, told to whoever watches it now (open channels). In this process
 * and in memory on purpose: it carries news, never truth. Who missed a message reads the state
 * again.
 */
import type { ServerMessage } from '../contract/channel.ts'

/** News of a consultation; a channel passes them on as they are. */
export type ConsultationNews = Extract<
  ServerMessage,
  { type: `transcription.${string}` } | { type: `file.${string}` } | { type: 'speech.status' }
>

export interface ConsultationFeed {
  publish(consultationId: string, news: ConsultationNews): void
  /** To everybody, whichever consultation they watch. */
  broadcast(news: ConsultationNews): void
  /** @returns the function that ends the subscription. */
  subscribe(consultationId: string, listener: (news: ConsultationNews) => void): () => void
  /** Whether somebody watches it here. */
  isWatched(consultationId: string): boolean
  /** News of every consultation, for what works beside them. @returns the function that ends it */
  watch(watcher: (consultationId: string, news: ConsultationNews) => void): () => void
}

type Listener = (news: ConsultationNews) => void

/** A listener that throws is the only one that misses the message. */
export function consultationFeed(onListenerError: (error: unknown) => void): ConsultationFeed {
  const rooms = new Map<string, Set<Listener>>()
  const watchers = new Set<(consultationId: string, news: ConsultationNews) => void>()

  function tell(listeners: Iterable<Listener>, news: ConsultationNews) {
    for (const listener of listeners) {
      try {
        listener(news)
      } catch (error) {
        onListenerError(error)
      }
    }
  }

  return {
    publish(consultationId, news) {
      const watching = [...watchers].map((watcher) => () => watcher(consultationId, news))
      tell([...(rooms.get(consultationId) ?? []), ...watching], news)
    },
    broadcast(news) {
      for (const room of [...rooms.values()]) tell([...room], news)
    },
    subscribe(consultationId, listener) {
      const room = rooms.get(consultationId) ?? new Set<Listener>()
      rooms.set(consultationId, room)
      room.add(listener)
      return () => {
        room.delete(listener)
        // Only its own room: said twice, it must not close the one that others have opened since.
        if (room.size === 0 && rooms.get(consultationId) === room) rooms.delete(consultationId)
      }
    },
    isWatched: (consultationId) => rooms.has(consultationId),
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}
