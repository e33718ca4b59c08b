/**
 * An S3-compatible server: Versity's gateway where that program is found, else one in this process
 * (s3rver). A door in front can drop requests, or the answers of those that the server has done.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import S3rver from 's3rver'
import type { S3Place } from '../../models/store/s3-store.ts'
import { freePort } from './free-port.ts'

interface TearDown {
  teardown(end: () => unknown): void
}

type Fate = 'pass' | 'drop' | 'drop answer'

export interface S3Server {
  place: S3Place
  /** `PUT /bucket/name?partNumber=1`, in order. */
  asked: string[]
  /** What becomes of the next requests. */
  decide: (line: string) => Fate
  close(): Promise<void>
}

/** A server that knows signatures and lists parts; null: there is only that of this process. */
export const fullServer: string | null =
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'versitygw'))
    .find((path) => existsSync(path)) ?? null

const ACCOUNT = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

export async function startS3(t: TearDown): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-s3-'))
  const server = fullServer ? await startProgram(fullServer, directory) : await startHere(directory)
  const { port } = server
  const asked: string[] = []
  const door = createServer((from, to) => {
    const line = `${from.method} ${from.url}`
    asked.push(line)
    const fate = one.decide(line)
    if (fate === 'drop') return from.socket.destroy()
    const { method, url: path, headers } = from
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      if (fate === 'drop answer') {
        answer.resume()
        return answer.once('end', () => from.socket.destroy())
      }
      to.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(to)
    })
    onward.on('error', () => from.socket.destroy())
    from.pipe(onward)
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const one: S3Server = {
    place: {
      bucket: 'hospital',
      prefix: 'clinica/a',
      endpoint: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
      region: 'us-east-1',
      ...ACCOUNT,
    },
    asked,
    decide: () => 'pass',
    async close() {
      door.closeAllConnections()
      door.close()
      await server.close()
      await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  t.teardown(one.close)
  return one
}

async function startHere(directory: string) {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'hospital', configs: [] }],
  })
  const { port } = await server.run()
  return { port, close: () => server.close() }
}

/** Versity's gateway, over a folder whose folders are buckets. */
async function startProgram(program: string, directory: string) {
  await mkdir(join(directory, 'hospital'))
  const port = await freePort()
  const env = { ROOT_ACCESS_KEY_ID: ACCOUNT.accessKeyId, ROOT_SECRET_ACCESS_KEY: 'S3RVER' }
  const child = spawn(program, ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', directory], {
    env,
    stdio: 'ignore',
  })
  const gone = once(child, 'exit')
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) break
    await sleep(50)
  }
  return {
    port,
    async close() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
