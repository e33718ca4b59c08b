import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExecutionContext } from 'ava'
import { startServerChild } from '../../ai-local/whisper/server-child.ts'
import { silentLog } from '../../core/log.ts'

/** An OpenAI-compatible front before the real whisper-server, as sites run it. */
export async function openAiFront(t: ExecutionContext, modelPath: string, binary: string) {
  const child = await startServerChild({
    binary,
    modelPath,
    threads: 2,
    language: 'pt',
    log: silentLog,
    signal: new AbortController().signal,
  })
  t.teardown(() => child.kill())
  const seen: { path: string; authorization: string }[] = []
  const front = createServer((req, res) => {
    seen.push({ path: req.url ?? '', authorization: req.headers.authorization ?? '' })
    if (req.url !== '/v1/audio/transcriptions') return void res.writeHead(404).end()
    const onward = request(
      {
        socketPath: child.socketPath,
        path: '/inference',
        method: 'POST',
        headers: req.headers,
      },
      (answer) => {
        res.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(res)
      },
    )
    onward.on('error', () => res.destroy())
    res.on('close', () => onward.destroy())
    req.pipe(onward)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  t.teardown(() => new Promise<void>((resolve) => front.close(() => resolve())))
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}/v1`,
    seen,
    /** As when its machine goes off. */
    async die() {
      front.closeAllConnections()
      front.close()
      await child.kill()
    },
  }
}
