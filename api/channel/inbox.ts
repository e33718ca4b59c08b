/**
 * What a channel has received and not worked off yet, in order. A JSON message is finished before
 * anything behind it begins; audio frames follow each other without waiting, so that they can share
 * a flush. When too much is under way, the socket is no longer read: the client's own buffer fills,
 * and nothing is dropped.
 */
export interface Inbox {
  push(message: InboxMessage): void
  /** Everything received so far has been worked off. */
  idle(): Promise<void>
}

export type InboxMessage = { kind: 'text'; text: string } | { kind: 'frame'; bytes: Uint8Array }

interface Deps {
  /** Must not reject. */
  onText(text: string): Promise<void>
  /** Must not reject; resolves when the frame's fate is known. */
  onFrame(bytes: Uint8Array): Promise<void>
  pauseReading(): void
  resumeReading(): void
  maxPendingBytes: number
}

/** What any message costs beside its content, so that a flood of empty ones is slowed down too. */
const OVERHEAD_BYTES = 64

export function inbox(deps: Deps): Inbox {
  const { maxPendingBytes } = deps
  const queue: InboxMessage[] = []
  const frames = new Set<Promise<void>>()
  let pendingBytes = 0
  let paused = false
  let working: Promise<void> | null = null

  function account(bytes: number) {
    pendingBytes += bytes
    if (!paused && pendingBytes > maxPendingBytes) {
      paused = true
      deps.pauseReading()
    } else if (paused && pendingBytes < maxPendingBytes / 2) {
      paused = false
      deps.resumeReading()
    }
  }

  async function work() {
    // Not in the turn of the push: `working` must be set before it can be cleared.
    await null
    for (let message = queue.shift(); message; message = queue.shift()) {
      if (message.kind === 'text') {
        await deps.onText(message.text)
        account(-costOf(message))
      } else startFrame(message)
    }
    working = null
  }

  function startFrame(message: Extract<InboxMessage, { kind: 'frame' }>) {
    const done = deps.onFrame(message.bytes).finally(() => {
      frames.delete(done)
      account(-costOf(message))
    })
    frames.add(done)
  }

  return {
    push(message) {
      account(costOf(message))
      queue.push(message)
      working ??= work()
    },
    async idle() {
      while (working) await working
      while (frames.size > 0) await Promise.all(frames)
    },
  }
}

function costOf(message: InboxMessage): number {
  const { length } = message.kind === 'text' ? message.text : message.bytes
  return length + OVERHEAD_BYTES
}
