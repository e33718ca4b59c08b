/**
 * Sound that its recording no longer takes goes to the box as a file; a line that flaps is tried
 * again, with growing pauses.
 */
import { type ApiClient, frontRefusal, hasCode } from './api-client.ts'
import type { TakeDeps } from './take.ts'
import { type RetryDeps, withRetries } from './upload-retries.ts'

interface Deps {
  api: ApiClient
  ehrId(): string
  retries: RetryDeps
  onErased(): void
  /** Something in front of the server takes no file of that size. */
  onRefusedInFront(bytes: number): void
}

export function soundFile(deps: Deps): TakeDeps['sendAsFile'] {
  const { api, ehrId, retries, onErased, onRefusedInFront } = deps
  const ask = () => api.request({ method: 'POST', path: '/session/validate', body: {} })

  return async ({ recordingId, wav: body, channels }, signal) => {
    const path = `/ehrs/${ehrId()}/audio?channels=${channels}&recording_id=${recordingId}`
    const refusal = frontRefusal(body.size)
    let isRefused = false
    const send = async () => {
      try {
        await api.request({ method: 'POST', path, body, signal })
      } catch (error) {
        isRefused = (await refusal.judge(error, ask)) === 'yes'
        if (!isRefused) throw error
      }
    }
    try {
      await withRetries(retries, { signal, onWaiting() {} }, send)
      if (isRefused) onRefusedInFront(body.size)
      return !isRefused
    } catch (error) {
      if (hasCode(error, 'consultation_erased')) onErased()
      return false
    }
  }
}
