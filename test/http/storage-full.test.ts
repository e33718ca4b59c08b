// Own process: mounts a file system.
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { buildCli } from '../helpers/cli.ts'
import { freePort } from '../helpers/free-port.ts'

const disk = smallDisk()
const onSmallDisk = disk ? test.serial : test.serial.skip
test.after.always(() => {
  if (!disk) return
  execFileSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true })
})

onSmallDisk(
  'a disk without room is told by /readyz and by what it refuses, and is forgotten with room',
  async (t) => {
    const { cli, server, port, secret, dataDir } = await serveOnSmallDisk(t, 'data')
    const at = (path: string) => `http://127.0.0.1:${port}${path}`
    const ready = async () => {
      const answer = await fetch(at('/readyz')).catch(() => null)
      // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects to find
      const body = (await answer?.json()) as any
      return {
        status: answer?.status,
        storage: body?.checks?.find(({ name }: { name: string }) => name === 'storage'),
        fault: body?.storage_fault,
      }
    }
    const token = async () => {
      const answer = await fetch(at('/integration/session-token/'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-svc-token': secret },
        body: '{}',
      })
      const body = (await answer.json()) as { error: string; message: string }
      return { status: answer.status, body }
    }
    await t.notThrowsAsync(until(async () => (await ready()).status === 200, 60_000))
    t.like(await ready(), { storage: { required: true, ok: true }, fault: null })
    t.true((await token()).status < 300)

    fill(join(disk!, 'full'))
    await t.notThrowsAsync(until(async () => (await ready()).status === 503, 5000))
    t.like(await ready(), { storage: { ok: false }, fault: { folder: dataDir, code: 'ENOSPC' } })
    const refused = await token()
    t.is(refused.status, 503)
    t.is(refused.body.error, 'storage_full')
    t.regex(refused.body.message, /disco da pasta de dados .* está cheio/)
    t.regex(server.said.stderr + server.said.stdout, /storage\.not_writable/)

    rmSync(join(disk!, 'full'))
    await t.notThrowsAsync(until(async () => (await ready()).status === 200, 5000))
    t.true((await token()).status < 300)
    t.is((await cli.run(['audit', 'verify'])).code, 0)
    server.child.kill('SIGTERM')
    t.is((await server.ended).code, 0)
  },
)

onSmallDisk(
  'what is left of the disk is for reading and for ends: new sound and documents are refused',
  async (t) => {
    const { server, port, secret } = await serveOnSmallDisk(t, 'reserve')
    async function call(method: string, path: string, body?: object, token?: string) {
      const headers: Record<string, string> = { 'content-type': 'application/json' }
      if (token) headers.authorization = `Bearer ${token}`
      else headers['x-svc-token'] = secret
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, init).catch(() => null)
      // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects to find
      return { status: answer?.status, body: (await answer?.json().catch(() => null)) as any }
    }
    const isReady = async () => (await call('GET', '/readyz')).status === 200
    await t.notThrowsAsync(until(isReady, 60_000))
    const token = (await call('POST', '/integration/session-token/', {})).body.access
    const visit = { consultation_id: 'c', doctor_id: 'd', patient_id: 'p' }
    const { id } = (await call('PUT', '/api/v1/ehrs/by-external-id', visit, token)).body
    const recordings = `/api/v1/ehrs/${id}/recordings`
    const running = await call('POST', recordings, { channels: 1 }, token)
    t.is(running.status, 201)

    // The disk is 60 MiB, so that 3 of them are the reserve.
    const { bavail, bsize } = statfsSync(disk!)
    writeFileSync(join(disk!, 'others'), Buffer.alloc(bavail * bsize - (1 << 20)))
    await call('POST', recordings, { channels: 1 }, token)
    const refused = async () => (await call('POST', recordings, { channels: 1 }, token)).status
    await t.notThrowsAsync(until(async () => (await refused()) === 503, 5000))
    const { body } = await call('POST', recordings, { channels: 1 }, token)
    t.is(body.error, 'storage_full')
    t.is((await call('GET', '/readyz')).status, 200)
    t.is((await call('GET', `/api/v1/ehrs/${id}`, undefined, token)).status, 200)
    const end = { channels: [], accept_gaps: true }
    const ended = await call(
      'POST',
      `/api/v1/recordings/${running.body.recording_id}/complete`,
      end,
      token,
    )
    t.true(ended.status !== 503, JSON.stringify(ended.body))

    rmSync(join(disk!, 'others'))
    await t.notThrowsAsync(until(async () => (await refused()) === 201, 5000))
    server.child.kill('SIGTERM')
    t.is((await server.ended).code, 0)
  },
)

/** null where nothing may be mounted. */
function smallDisk(): string | null {
  const place = mkdtempSync(join(tmpdir(), 'svc-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=60m', 'none', place], { stdio: 'ignore' })
    return place
  } catch {
    rmSync(place, { recursive: true })
    return null
  }
}

/** To the last byte. */
function fill(path: string) {
  const file = openSync(path, 'w')
  try {
    for (const block of [1 << 20, 4096, 1])
      for (;;) if (writeSync(file, Buffer.alloc(block)) < block) break
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}

async function until(isSo: () => Promise<boolean>, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('it did not come about')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** A hospital in a folder of the small disk, served. */
async function serveOnSmallDisk(t: ExecutionContext, folder: string) {
  const port = await freePort()
  const dataDir = join(disk!, folder)
  mkdirSync(dataDir)
  const cli = await buildCli(
    t,
    {
      SVC_DATA_DIR: dataDir,
      SVC_PORT: String(port),
      SVC_SPEECH_ENGINE: 'off',
      SVC_GENERATOR: 'rules',
    },
    { prepared: false },
  )
  t.is((await cli.run(['init', '--org', 'Hospital', '--yes'])).code, 0)
  const { secret } = (await cli.run(['key', 'create', '--json'])).json
  const server = cli.start(['serve'])
  return { cli, server, port, secret, dataDir }
}
