/** Plays one short sound at a time through the browser's audio graph. */

export interface ClipPlayer {
  /**
   * Resolves when it ended or was stopped. Call it in the turn of a click, or the browser may
   * refuse to sound.
   */
  play(load: () => Promise<Blob>): Promise<void>
  stop(): void
}

export function clipPlayer(): ClipPlayer {
  let end = new AbortController()

  return {
    async play(load) {
      end.abort()
      const own = new AbortController()
      end = own
      const context = new AudioContext()
      try {
        const bytes = await (await load()).arrayBuffer()
        const buffer = await context.decodeAudioData(bytes)
        if (own.signal.aborted) return
        const source = new AudioBufferSourceNode(context, { buffer })
        source.connect(context.destination)
        const ended = new Promise((resolve) => {
          source.onended = resolve
        })
        own.signal.addEventListener('abort', () => source.stop(), { once: true })
        source.start()
        await ended
      } finally {
        await context.close()
      }
    },
    stop: () => end.abort(),
  }
}
