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
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { buildCli } from '../helpers/cli.ts'
import { freePort } from '../helpers/free-port.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'

/** Half of a twentieth of the 60 MiB that the disk has. */
const WHOLE_RESERVE = 1.5 * 1024 ** 2

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
    const { cli, server, at, secret, dataDir } = await serveOnSmallDisk(t, 'data')
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
    const keptReserve = async () =>
      (await stat(join(dataDir, 'room.reserve')).catch(() => null))?.size ?? 0
    await t.notThrowsAsync(until(async () => (await ready()).status === 200, 60_000))
    t.like(await ready(), { storage: { required: true, ok: true }, fault: null })
    t.true((await token()).status < 300)

    await t.notThrowsAsync(until(async () => (await keptReserve()) === WHOLE_RESERVE, 5000))

    // Whoever fills what is given back as well leaves nothing.
    for (let time = 0; (await ready()).status === 200 && time < 40; time++) {
      fill(join(disk!, `full-${time}`))
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    await t.notThrowsAsync(until(async () => (await ready()).status === 503, 5000))
    t.is(await keptReserve(), 0)
    t.like(await ready(), { storage: { ok: false }, fault: { folder: dataDir, code: 'ENOSPC' } })
    const refused = await token()
    t.is(refused.status, 503)
    t.is(refused.body.error, 'storage_full')
    t.regex(refused.body.message, /disco da pasta de dados .* está cheio/)
    t.regex(server.said.stderr + server.said.stdout, /storage\.not_writable/)

    for (let time = 0; time < 40; time++) rmSync(join(disk!, `full-${time}`), { force: true })
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
    const { server, call } = await serveOnSmallDisk(t, 'reserve')
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

onSmallDisk(
  'another program fills the disk to its last byte: reading, ends, tokens and the audit go on',
  async (t) => {
    const { cli, server, at, call } = await serveOnSmallDisk(t, 'filled')
    const ready = async () => (await call('GET', '/readyz')).body
    const isReady = async () => (await ready())?.status === 'ready'
    await t.notThrowsAsync(until(isReady, 60_000))
    const isWhole = async () => (await ready())?.reserve.kept_bytes === WHOLE_RESERVE
    await t.notThrowsAsync(until(isWhole, 10_000))
    const token = (await call('POST', '/integration/session-token/', {})).body.access
    const visit = { consultation_id: 'c', doctor_id: 'd', patient_id: 'p' }
    const { id } = (await call('PUT', '/api/v1/ehrs/by-external-id', visit, token)).body
    const consent = { version: 1, consent: { status: 'given' } }
    t.is((await call('PATCH', `/api/v1/ehrs/${id}`, consent, token)).status, 200)
    const recordings = `/api/v1/ehrs/${id}/recordings`
    const running = await call('POST', recordings, { channels: 1 }, token)
    t.is(running.status, 201)
    const sound = noise(16_000, 7)
    const sent = await call(
      'PUT',
      `/api/v1/recordings/${running.body.recording_id}/frames`,
      Buffer.concat(framesOf(sound)),
      token,
    )
    t.is(sent.status, 200, JSON.stringify(sent.body))

    fill(join(disk!, 'others'))
    const { bavail } = statfsSync(disk!)
    t.is(bavail, 0)
    // At once: what comes before the reserve is given back waits for it.
    t.is((await call('GET', `/api/v1/ehrs/${id}`, undefined, token)).status, 200)
    const later = await call('POST', '/integration/session-token/', {})
    t.is(later.status, 200)
    t.like(await ready(), { status: 'degraded', storage_fault: null, reserve: { low: true } })
    t.true((await ready()).reserve.kept_bytes < WHOLE_RESERVE)
    const refused = await call('POST', recordings, { channels: 1 }, token)
    t.like(refused, { status: 503, body: { error: 'storage_full' } })
    t.is((await call('GET', '/readyz')).status, 200)
    const metrics = await (await fetch(at('/metrics'))).text()
    t.regex(metrics, /^svc_disk_reserve_low 1$/m)
    const found = (await cli.run(['doctor', '--json'])).json.findings
    const space = found.find(({ id }: { id: string }) => id === 'data.space')
    t.like(space, { severity: 'error' })
    t.regex(space.what, /kept in reserve/)
    t.regex((await cli.run(['status'])).stdout, /nothing new is taken/)

    // A hospital's reading goes on in it, each read with its entry.
    for (let time = 0; time < 100; time++) {
      const read = await call('GET', `/api/v1/ehrs/${id}`, undefined, time < 5 ? token : undefined)
      t.is(read.status, time < 5 ? 200 : 401)
    }
    const claim = {
      channel: 0,
      last_sequence: framesOf(sound).length - 1,
      samples: sound.length,
      sha256: sha256(sound),
    }
    const ended = await call(
      'POST',
      `/api/v1/recordings/${running.body.recording_id}/complete`,
      { channels: [claim] },
      later.body.access,
    )
    t.like(ended, { status: 200, body: { complete: true } }, JSON.stringify(ended.body))

    // A restart finds the room that it needs, too.
    server.child.kill('SIGKILL')
    await server.ended
    fill(join(disk!, 'again'))
    const second = cli.start(['serve'])
    await t.notThrowsAsync(until(async () => (await ready())?.status === 'degraded', 60_000))
    t.is((await call('GET', `/api/v1/ehrs/${id}`, undefined, later.body.access)).status, 200)

    for (const name of ['others', 'again']) rmSync(join(disk!, name), { force: true })
    await t.notThrowsAsync(until(isReady, 5000))
    await t.notThrowsAsync(until(isWhole, 10_000))
    t.is((await call('POST', recordings, { channels: 1 }, later.body.access)).status, 201)
    const verified = await cli.run(['audit', 'verify'])
    t.is(verified.code, 0, verified.stdout)
    const { entries } = (await cli.run(['audit', 'tail', '--json', '-n', '60'])).json
    const acts = entries.map(({ action, outcome }: Record<string, string>) => [action, outcome])
    const after = acts.slice(acts.findLastIndex(([action]: [string]) => action === 'token.issued'))
    const of = (action: string, outcome: string) =>
      after.filter(([act, end]: [string, string]) => act === action && end === outcome).length
    t.is(of('consultation.opened', 'success'), 6, JSON.stringify(after))
    t.is(of('recording.finished', 'success'), 1)
    second.child.kill('SIGTERM')
    t.is((await second.ended).code, 0)
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
  const at = (path: string) => `http://127.0.0.1:${port}${path}`
  async function call(method: string, path: string, body?: object, token?: string) {
    const isSound = body instanceof Uint8Array
    const headers: Record<string, string> = {
      'content-type': isSound ? 'application/octet-stream' : 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : { 'x-svc-token': secret }),
    }
    const content = isSound ? Buffer.from(body) : JSON.stringify(body)
    const init = { method, headers, ...(body ? { body: content } : {}) }
    const answer = await fetch(at(path), init).catch(() => null)
    // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects to find
    return { status: answer?.status, body: (await answer?.json().catch(() => null)) as any }
  }
  return { cli, server, secret, dataDir, at, call }
}
