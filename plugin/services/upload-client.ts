/**
 * Files on the wire (core/contract/files.ts). Bytes go to the signed address by XMLHttpRequest,
 * which alone tells how far they are.
 */
import type { ErrorBody } from '../../core/contract/api.ts'
import type {
  AnnouncedFile,
  AnnounceFileBody,
  FileInfo,
  FilesBody,
  FileTextBody,
} from '../../core/contract/files.ts'
import { type ApiClient, ApiError } from './api-client.ts'

export interface UploadClient {
  list(ehrId: string): Promise<FilesBody>
  announce(ehrId: string, body: AnnounceFileBody): Promise<AnnouncedFile>
  /** @throws {ApiError} `network` also when nothing moves for 30 s, and `signal.reason` */
  send(url: string, content: Blob, on: SendOptions): Promise<FileInfo>
  find(fileId: string): Promise<FileInfo>
  retry(fileId: string): Promise<FileInfo>
  remove(fileId: string): Promise<void>
  /** By page. */
  text(fileId: string): Promise<string[]>
  thumbnail(fileId: string): Promise<Blob>
}

interface SendOptions {
  signal: AbortSignal
  /** 0 to 1. */
  onProgress(fraction: number): void
}

const STALLED_MS = 30_000

export function uploadClient(base: string, api: ApiClient): UploadClient {
  async function ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
    const answer = await api.request<T>({ method, path, ...(body ? { body } : {}) })
    return answer.body
  }

  return {
    list: (ehrId) => ask('GET', `/ehrs/${ehrId}/files`),
    announce: (ehrId, body) => ask('POST', `/ehrs/${ehrId}/files`, body),
    send: (url, content, options) => send(base + url, content, options),
    find: (fileId) => ask('GET', `/files/${fileId}`),
    retry: (fileId) => ask('POST', `/files/${fileId}/retry`, {}),
    remove: (fileId) => ask('DELETE', `/files/${fileId}`),
    text: async (fileId) => (await ask<FileTextBody>('GET', `/files/${fileId}/text`)).pages,
    thumbnail: async (fileId) =>
      (await api.blob({ method: 'GET', path: `/files/${fileId}/thumbnail` })).blob,
  }
}

function send(url: string, content: Blob, { signal, onProgress }: SendOptions): Promise<FileInfo> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let stalled: ReturnType<typeof setTimeout>
    const stop = () => request.abort()
    const moved = () => {
      clearTimeout(stalled)
      stalled = setTimeout(stop, STALLED_MS)
    }
    const end = (settle: () => void) => () => {
      clearTimeout(stalled)
      signal.removeEventListener('abort', stop)
      settle()
    }
    request.upload.onprogress = ({ loaded }) => {
      moved()
      onProgress(content.size === 0 ? 0 : Math.min(1, loaded / content.size))
    }
    request.onload = end(() => {
      const answer = request.response as FileInfo & ErrorBody
      if (request.status >= 200 && request.status < 300 && answer) return resolve(answer)
      const body = { error: answer?.error ?? 'internal_error', message: answer?.message ?? '' }
      reject(new ApiError(request.status, body as ErrorBody, null))
    })
    request.onerror = end(() => reject(unreachable()))
    request.onabort = end(() => reject(signal.aborted ? signal.reason : unreachable()))
    request.open('PUT', url)
    request.responseType = 'json'
    request.setRequestHeader('Content-Type', content.type)
    signal.addEventListener('abort', stop)
    if (signal.aborted) return request.onabort?.(new ProgressEvent('abort'))
    moved()
    request.send(content)
  })
}

function unreachable(): ApiError {
  return new ApiError(0, { error: 'network', message: 'O envio foi interrompido.' }, null)
}
