/** The other side of a teleconsultation: a stream that the host injected, or one that the doctor shares (SPEC-GAPS 1.18). */
export interface RemoteSound {
  /** The host's stream; its tracks are never stopped, muted or paused here (spec §4.3). */
  readonly injected: MediaStream | null
  inject(stream: MediaStream | null): void
}

export function remoteSound({ changed }: { changed(): void }): RemoteSound {
  let injected: MediaStream | null = null
  return {
    get injected() {
      return injected
    },
    inject(stream) {
      injected = stream
      changed()
    },
  }
}
