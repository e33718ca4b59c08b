/**
 * A finished sound file on its way to the box: by XMLHttpRequest, which alone tells how far it is.
 */
import type { ErrorBody } from '../../core/contract/api.ts'
import type { Credentials } from '../host/credentials.ts'
import { ApiError, callerHeaders } from './api-client.ts'
import type { ImportedSound, SendAudio, SendOptions } from './send-audio.ts'

/**
 * A refused token is renewed once, as everywhere (spec §5.3). @throws {ApiError | PluginError} and
 * `signal.reason`
 */
export function audioUpload(base: string, credentials: Credentials): SendAudio {
  return async (ehrId, file, options) => {
    const url = `${base}/api/v1/ehrs/${ehrId}/audio?recording_id=${options.recordingId}`
    const token = await credentials.current()
    const send = (by: string) => post(url, callerHeaders(by, credentials), file, options)
    try {
      return await send(token)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
    }
    return send(await credentials.afterRejection(token))
  }
}

function post(
  url: string,
  headers: Record<string, string>,
  file: File,
  { signal, onProgress }: SendOptions,
) {
  return new Promise<ImportedSound>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    const refuse = (status: number, body: ErrorBody, id: string | null = null) =>
      reject(new ApiError(status, body, id))
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const answer = request.response as (ImportedSound & ErrorBody) | null
      if (request.status === 201 && answer) return resolve(answer)
      const { error = 'internal_error', message = '' } = answer ?? {}
      refuse(request.status, { error, message }, request.getResponseHeader('X-Request-Id'))
    }
    request.onerror = () => refuse(0, { error: 'network', message: '' })
    request.onabort = () => reject(signal.reason)
    request.onloadend = () => signal.removeEventListener('abort', stop)
    request.open('POST', url)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
    signal.addEventListener('abort', stop)
    request.send(file)
  })
}
