import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { modelStore } from '../../ai-local/model-files/model-store.ts'
import type { TransferProgress } from '../../core/model-file/ports.ts'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/**
 * A host of model files: `answers` are given in turn, the last one for ever. Every request is kept.
 */
export async function startModelServer(t: ExecutionContext, answers: Answer[]) {
  const requests: { url: string; range: string | undefined; ifRange: string | undefined }[] = []
  const server = createServer((request, response) => {
    const { range, 'if-range': ifRange } = request.headers
    requests.push({ url: request.url ?? '', range, ifRange: ifRange as string | undefined })
    const answer = answers[Math.min(requests.length, answers.length) - 1]
    answer?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** The file, as a good host serves it: ranges, and an entity tag that If-Range is compared with. */
export function whole(content: Buffer, { etag = '"v1"' }: { etag?: string } = {}): Answer {
  return ({ headers }, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? Number.NaN)
    const same = headers['if-range'] === undefined || headers['if-range'] === etag
    if (Number.isNaN(from) || !same) {
      response.writeHead(200, { 'content-length': content.length, etag }).end(content)
    } else if (from >= content.length) {
      response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end()
    } else {
      const range = `bytes ${from}-${content.length - 1}/${content.length}`
      const rest = content.subarray(from)
      const headers = { 'content-length': rest.length, 'content-range': range, etag }
      response.writeHead(206, headers).end(rest)
    }
  }
}

/**
 * As `whole`, and the line breaks once `bytes` of this answer have reached the client, as
 * `received` tells.
 */
export function cutAfter(
  content: Buffer,
  bytes: number,
  received: (total: number) => Promise<void>,
): Answer {
  return ({ headers }, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    const rest = content.subarray(from)
    const range = `bytes ${from}-${content.length - 1}/${content.length}`
    const common = { 'content-length': rest.length, etag: '"v1"' }
    response.writeHead(from ? 206 : 200, from ? { ...common, 'content-range': range } : common)
    response.write(rest.subarray(0, bytes))
    void received(from + bytes).then(() => response.socket?.destroy())
  }
}

/** A status without the file. */
export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (_, response) => response.writeHead(code, headers).end()
}

/**
 * A models folder of its own, content nobody has seen before, and what the transfer reported.
 * Waiting takes no time.
 */
export async function buildModelWorld(t: ExecutionContext, sizeBytes = 300_000) {
  const root = await mkdtemp(join(tmpdir(), 'svc-models-'))
  t.teardown(() => rm(root, { recursive: true, force: true }))
  const content = randomBytes(sizeBytes)
  const waits: number[] = []
  const progress: TransferProgress[] = []
  const store = modelStore({
    folder: join(root, 'models'),
    now: () => new Date(),
    idleTimeoutMs: 1000,
    sleep: async (ms) => void waits.push(ms),
  })
  const sha256 = createHash('sha256').update(content).digest('hex')
  const signal = new AbortController().signal
  const awaited: { total: number; reached: () => void }[] = []
  const onProgress = (one: TransferProgress) => {
    progress.push(one)
    for (const { total, reached } of awaited)
      if (one.phase === 'download' && one.doneBytes >= total) reached()
  }
  const received = (total: number) =>
    new Promise<void>((reached) => void awaited.push({ total, reached }))
  const options = { signal, onProgress }
  const fetchFrom = (url: string, digest = sha256) =>
    store.download({ file: 'x.bin', url: `${url}/x.bin`, sha256: digest, sizeBytes: null }, options)
  return { root, store, content, sha256, waits, progress, received, options, fetchFrom }
}
