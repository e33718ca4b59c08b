import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import type { AudioStore, RecordingAudio } from '../../core/recording/storage.ts'
import { noise, sha256 } from '../helpers/recording-sound.ts'
import { diskError, type Fault, faultyFiles, storeFolder } from '../helpers/recording-store.ts'

const SAMPLES = 1600
const sound = noise(SAMPLES * 60, 5)

/**
 * Sends like a client: what is refused is sent again from where the store stands. @returns the
 * codes of the refusals
 */
async function sendAll(audio: RecordingAudio, frames: number): Promise<string[]> {
  const refusals: string[] = []
  for (let tries = 0; audio.durable(0).nextSequence < frames && tries < 200; tries++) {
    const { nextSequence } = audio.next(0)
    const group = Array.from({ length: Math.min(5, frames - nextSequence) }, (_, i) => {
      const sequence = nextSequence + i
      const offset = sequence * SAMPLES
      const samples = sound.slice(offset, offset + SAMPLES)
      return audio.append({ channel: 0, sequence, offset, samples })
    })
    for (const result of await Promise.allSettled(group))
      if (result.status === 'rejected') refusals.push(result.reason.code)
  }
  return refusals
}

async function digestAfterRestart(
  store: AudioStore,
  folder: Awaited<ReturnType<typeof storeFolder>>,
) {
  await store.close()
  const again = await folder.open()
  return (await (await again.open(folder.location)).summary())[0]
}

/** Every third call of a kind fails, with some bytes of it on the disk. */
function everyThird(kind: 'write' | 'sync', part: 'journal' | '.svc', code: string): Fault {
  let calls = 0
  const fault: Fault = (call) => {
    if (call.kind !== kind || !call.path.endsWith(part === 'journal' ? '.journal' : part)) return
    if (++calls % 3 === 0) throw diskError(code)
  }
  fault.tornBytes = 1000
  return fault
}

const survives = test.macro({
  title: (_, what) => `${what}: nothing acknowledged is lost, and recording goes on`,
  async exec(t, _what: string, fault: Fault, code: string) {
    const folder = await storeFolder(t)
    const store = await folder.open(faultyFiles(fault))
    const audio = await store.open(folder.location)
    const refusals = await sendAll(audio, 60)
    t.true(refusals.length > 0, 'the fault happened')
    t.deepEqual([...new Set(refusals)], [code])
    t.is((await audio.summary())[0]?.sha256, sha256(sound))
    t.deepEqual(await audio.read(0, 0, sound.length), sound)
    const held = await digestAfterRestart(store, folder)
    t.is(held?.sha256, sha256(sound))
    t.deepEqual(held?.gaps, [])
  },
})
test(
  survives,
  'a full disk under the channel file',
  everyThird('write', '.svc', 'ENOSPC'),
  'storage_full',
)
test(
  survives,
  'a full disk under the journal',
  everyThird('write', 'journal', 'ENOSPC'),
  'storage_full',
)
test(survives, 'a quota', everyThird('write', 'journal', 'EDQUOT'), 'storage_full')
test(
  survives,
  'a journal that cannot be flushed',
  everyThird('sync', 'journal', 'EIO'),
  'storage_failed',
)
test(
  survives,
  'a disk error under the channel file',
  everyThird('write', '.svc', 'EIO'),
  'storage_failed',
)

test('a refused frame is not stored, and a later one of the same channel is refused too', async (t) => {
  const folder = await storeFolder(t)
  let full = false
  const store = await folder.open(
    faultyFiles(({ kind }) => {
      if (full && kind === 'write') throw diskError('ENOSPC')
    }),
  )
  const audio = await store.open(folder.location)
  await sendAll(audio, 2)
  full = true
  const frame = (sequence: number) => {
    const offset = sequence * SAMPLES
    return { channel: 0, sequence, offset, samples: sound.slice(offset, offset + SAMPLES) }
  }
  const results = await Promise.allSettled([audio.append(frame(2)), audio.append(frame(3))])
  t.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  t.deepEqual(audio.next(0), { nextSequence: 2, nextOffset: 2 * SAMPLES })
  t.deepEqual(audio.durable(0), audio.next(0))
  full = false
  await sendAll(audio, 4)
  t.is((await audio.summary())[0]?.sha256, sha256(sound.subarray(0, 4 * SAMPLES)))
})

test('journals are kept when a channel file cannot be flushed', async (t) => {
  const folder = await storeFolder(t)
  const store = await folder.open(
    faultyFiles(({ kind, path }) => {
      if (kind === 'sync' && path.endsWith('.svc')) throw diskError('EIO')
    }),
  )
  await sendAll(await store.open(folder.location), 10)
  await store.close()
  // As if nothing of the file had reached the disk.
  await writeFile(folder.path, '')
  const again = await folder.open()
  const [held] = await (await again.open(folder.location)).summary()
  t.is(held?.sha256, sha256(sound.subarray(0, 10 * SAMPLES)))
})

test('a disk that is really full refuses, and takes sound again when there is room', async (t) => {
  const disk = await mkdtemp(join(tmpdir(), 'svc-full-'))
  const run = promisify(execFile)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk])
  } catch {
    await rm(disk, { recursive: true, force: true })
    t.log('skipped: a small disk can only be mounted by root')
    return t.pass()
  }
  t.teardown(async () => {
    await run('umount', ['-l', disk])
    await rm(disk, { recursive: true, force: true })
  })
  const audioDir = join(disk, 'audio')
  await mkdir(audioDir)
  const ballast = join(disk, 'ballast')
  const folder = await storeFolder(t, audioDir)
  const store = await folder.open()
  const audio = await store.open(folder.location)
  await sendAll(audio, 20)
  await writeFile(ballast, Buffer.alloc(1 << 20)).catch(() => {})
  const refusals = await sendAll(audio, 60)
  t.deepEqual([...new Set(refusals)], ['storage_full'])
  const before = audio.durable(0).nextSequence
  t.true(before >= 20 && before < 60)
  await rm(ballast)
  await sendAll(audio, 60)
  const held = await digestAfterRestart(store, folder)
  t.is(held?.sha256, sha256(sound))
})
