/** Just enough HTTP to talk to a child over its Unix socket. */
import { randomBytes } from 'node:crypto'
import { Agent, type ClientRequest, request } from 'node:http'

/**
 * One lasting connection: whisper-server serves it from one thread, whose pool of computing threads
 * is then warm (0.10 s instead of 0.15 s for six seconds of sound).
 */
export function lastingConnection(): Agent {
  // Below the 5 s after which the server hangs up on an idle connection.
  const agent = new Agent({ keepAlive: true, maxSockets: 1, timeout: 4000 })
  const connect = agent.createConnection
  agent.createConnection = (...given) => {
    const socket = connect.apply(agent, given)
    // Between two requests nobody listens to it, and a program that goes away just then would end
    // the service (EPIPE). Whoever asks hears of it all the same.
    socket?.on('error', () => {})
    return socket
  }
  return agent
}

/** Status of a GET. @throws when nobody answers within the limit */
export async function getStatus(
  socketPath: string,
  path: string,
  limitMs: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const req = request(
      { socketPath, path, agent: false, signal: AbortSignal.timeout(limitMs) },
      (res) => {
        res.resume()
        resolve(res.statusCode ?? 0)
      },
    )
    req.on('error', reject)
    req.end()
  })
}

export interface FormPost {
  socketPath: string
  path: string
  fields: Record<string, string>
  wav: Buffer
  agent: Agent
  signal: AbortSignal
}

/**
 * Sends a form with one file. Aborting closes the socket, which whisper-server takes as the order
 * to stop computing.
 */
export async function postForm(post: FormPost): Promise<{ status: number; body: string }> {
  const { fields, wav } = post
  const boundary = `svc${randomBytes(16).toString('hex')}`
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="speech.wav"\r\nContent-Type: audio/wav\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(parts.join('') + file),
    wav,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': body.length,
  }

  const attempt = () => send(post, headers, body)
  return attempt().catch((error: unknown) => {
    // The server hung up on the idle connection just as it was taken again: nothing was computed.
    if (isStale(error) && !post.signal.aborted) return attempt()
    throw error
  })
}

async function send(
  { socketPath, path, agent, signal }: FormPost,
  headers: Record<string, string | number>,
  body: Buffer,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const req = request({ socketPath, path, method: 'POST', headers, agent, signal })
    // Whoever goes away in the middle of a body may be told of twice: nothing is uncaught.
    req.on('error', (error) => reject(markStale(error, req)))
    req.once('response', (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('error', reject)
      res.once('close', () => {
        if (!res.complete) return reject(new Error('the answer was cut short'))
        resolve({ status: res.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') })
      })
    })
    req.end(body)
  })
}

const STALE = Symbol('stale connection')

function markStale(error: Error, req: ClientRequest): Error {
  const { code } = error as NodeJS.ErrnoException
  if (!req.reusedSocket || (code !== 'ECONNRESET' && code !== 'EPIPE')) return error
  return Object.assign(error, { [STALE]: true })
}

function isStale(error: unknown): boolean {
  return error instanceof Error && STALE in error
}
