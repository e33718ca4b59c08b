/**
 * Sound that its recording no longer takes goes to the box as a file; a line that flaps is tried
 * again, with growing pauses.
 */
import type { ApiClient } from './api-client.ts'
import { hasCode } from './has-code.ts'
import type { TakeDeps } from './take.ts'
import { type RetryDeps, withRetries } from './upload-retries.ts'

interface Deps {
  api: ApiClient
  ehrId(): string
  retries: RetryDeps
  onErased(): void
}

export function soundFile({ api, ehrId, retries, onErased }: Deps): TakeDeps['sendAsFile'] {
  return async ({ recordingId, wav: body, channels }, signal) => {
    const path = `/ehrs/${ehrId()}/audio?channels=${channels}&recording_id=${recordingId}`
    const send = () => api.request({ method: 'POST', path, body, signal })
    try {
      await withRetries(retries, { signal, onWaiting() {} }, send)
      return true
    } catch (error) {
      if (hasCode(error, 'consultation_erased')) onErased()
      return false
    }
  }
}
