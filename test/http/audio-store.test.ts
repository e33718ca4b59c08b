import { copyFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import type { RecordingAudio } from '../../core/recording/storage.ts'
import { type AudioFiles, nodeFiles } from '../../models/audio/files.ts'
import { BLOCK_HEADER_BYTES, readBlock } from '../../models/audio/frame-seal.ts'
import { noise, sha256 } from '../helpers/recording-sound.ts'
import { storeFolder } from '../helpers/recording-store.ts'

const SAMPLES = 160
const sound = noise(SAMPLES * 12, 3)

/** Appends frames [from, to) of the sound, all at once. */
async function append(audio: RecordingAudio, from: number, to: number) {
  const frames = Array.from({ length: to - from }, (_, i) => from + i)
  await Promise.all(
    frames.map((sequence) => {
      const offset = sequence * SAMPLES
      const samples = sound.slice(offset, offset + SAMPLES)
      return audio.append({ channel: 0, sequence, offset, samples })
    }),
  )
}

const upTo = (frames: number) => sound.subarray(0, frames * SAMPLES)

test('sound comes back as it was, from anywhere, before and after a restart', async (t) => {
  const folder = await storeFolder(t)
  const store = await folder.open()
  const audio = await store.open(folder.location)
  await append(audio, 0, 12)
  t.deepEqual(await audio.read(0, 0, sound.length), sound)
  t.deepEqual(await audio.read(0, 333, 777), sound.slice(333, 777))
  t.deepEqual(await audio.read(0, sound.length - 5, sound.length + 5), sound.slice(-5))
  await store.close()

  const again = await folder.open()
  const finished = await again.openFinished(folder.location)
  t.deepEqual(await finished.read(0, 100, 1500), sound.slice(100, 1500))
  await again.release(folder.location.recordingId)
  const [held] = await (await again.open(folder.location)).summary()
  t.is(held?.sha256, sha256(sound))
  t.is(held?.heldSamples, sound.length)
})

test('opening a recording that is being closed waits, and loses nothing that is still being written', async (t) => {
  const folder = await storeFolder(t)
  const slow: AudioFiles = {
    ...nodeFiles,
    async open(path) {
      const file = await nodeFiles.open(path)
      const write: typeof file.write = async (...given) => {
        await new Promise((resolve) => setTimeout(resolve, 30))
        await file.write(...given)
      }
      return { ...file, write }
    },
  }
  const store = await folder.open(slow)
  const appended = append(await store.open(folder.location), 0, 4)
  const released = store.release(folder.location.recordingId)
  const again = await store.open(folder.location)
  t.deepEqual(again.next(0), { nextSequence: 4, nextOffset: 4 * SAMPLES })
  await append(again, 4, 8)
  await Promise.all([appended, released])
  t.is((await again.summary())[0]?.sha256, sha256(upTo(8)))
})

test('a last block torn at any byte is cut off, and recording goes on after the one before it', async (t) => {
  const folder = await storeFolder(t)
  const store = await folder.open()
  const audio = await store.open(folder.location)
  await append(audio, 0, 3)
  await store.close()
  const whole = await readFile(folder.path)
  const blockBytes = whole.length / 3

  for (let lost = 1; lost < blockBytes; lost++) {
    await writeFile(folder.path, whole.subarray(0, whole.length - lost))
    const reopened = await folder.open()
    const torn = await reopened.open(folder.location)
    t.deepEqual(torn.next(0), { nextSequence: 2, nextOffset: 2 * SAMPLES }, `${lost} bytes lost`)
    await append(torn, 2, 4)
    t.is((await torn.summary())[0]?.sha256, sha256(upTo(4)), `${lost} bytes lost`)
    await reopened.close()
  }
})

test('a byte that flips on the disk, anywhere in a block, costs that block only and is stated as a gap', async (t) => {
  const folder = await storeFolder(t)
  const store = await folder.open()
  await append(await store.open(folder.location), 0, 5)
  await store.close()
  const whole = await readFile(folder.path)
  const blockBytes = whole.length / 5
  const expected = upTo(5)
    .slice()
    .fill(0, 2 * SAMPLES, 3 * SAMPLES)

  for (let at = 0; at < blockBytes; at++) {
    const flipped = Buffer.from(whole)
    flipped[2 * blockBytes + at]! ^= 1 << (at % 8)
    await writeFile(folder.path, flipped)
    const reopened = await folder.open()
    const audio = await reopened.open(folder.location)
    const [held] = await audio.summary()
    t.deepEqual(held?.gaps, [{ from: 2 * SAMPLES, to: 3 * SAMPLES }], `byte ${at}`)
    t.deepEqual(audio.next(0), { nextSequence: 5, nextOffset: 5 * SAMPLES })
    t.deepEqual(await audio.read(0, 0, 5 * SAMPLES), expected)
    await reopened.close()
  }
})

test('a power cut that takes everything but the journal takes nothing that was acknowledged', async (t) => {
  const folder = await storeFolder(t)
  const store = await folder.open()
  await append(await store.open(folder.location), 0, 8)
  // As the disk may look: the journal was flushed, the channel's file never was.
  const crashed = await storeFolder(t)
  await copyInto(folder.journal, crashed.journal)
  await copyInto(join(folder.path, '..'), join(crashed.folder, ...tail(folder.path)))
  await truncate(join(crashed.folder, ...tail(folder.path), '0.svc'), 0)
  await store.close()

  const reopened = await crashed.open(undefined, folder.vault)
  const audio = await reopened.open(folder.location)
  t.is((await audio.summary())[0]?.sha256, sha256(upTo(8)))
  t.deepEqual(await readdir(crashed.journal), [])
})

test('a torn journal gives back what is whole in it', async (t) => {
  const folder = await storeFolder(t)
  const store = await folder.open()
  const audio = await store.open(folder.location)
  await append(audio, 0, 2)
  await append(audio, 2, 3)
  const [name = ''] = await readdir(folder.journal)
  const journal = await readFile(join(folder.journal, name))
  await store.close()
  const entryBytes = journal.length / 3

  for (const lost of [1, 7, BLOCK_HEADER_BYTES, entryBytes - 1, entryBytes, entryBytes + 1]) {
    await writeFile(join(folder.journal, name), journal.subarray(0, journal.length - lost))
    await truncate(folder.path, 0)
    const reopened = await folder.open()
    const whole = Math.floor((journal.length - lost) / entryBytes)
    const [held] = await (await reopened.open(folder.location)).summary()
    t.is(held?.sha256, sha256(upTo(whole)), `${lost} bytes lost`)
    await reopened.close()
  }
})

test('without the consultation’s key its sound is noise', async (t) => {
  const folder = await storeFolder(t)
  const store = await folder.open()
  await append(await store.open(folder.location), 0, 3)
  await store.close()
  const bytes = await readFile(folder.path)
  const plain = Buffer.from(sound.buffer, 0, 32)
  t.is(bytes.indexOf(plain), -1)

  const destroyed = await folder.open(undefined, { findKey: async () => null })
  const audio = await destroyed.openFinished(folder.location)
  t.deepEqual(await audio.read(0, 0, 3 * SAMPLES), new Int16Array(3 * SAMPLES))
})

test('no nonce is ever used twice, whatever is cut and written again', async (t) => {
  const folder = await storeFolder(t)
  const seen = new Set<string>()
  for (let round = 0; round < 12; round++) {
    const store = await folder.open()
    await append(await store.open(folder.location), round > 0 ? round - 1 : 0, round + 1)
    await store.close()
    const bytes = await readFile(folder.path)
    const fresh: string[] = []
    for (let at = 0; at < bytes.length; ) {
      const block = readBlock(bytes, at)!
      const nonce = bytes.toString('hex', at + 20, at + 48)
      fresh.push(`${nonce} ${bytes.toString('hex', at + BLOCK_HEADER_BYTES, at + block.length)}`)
      at += block.length
    }
    for (const one of fresh) seen.add(one)
    // The last block is lost, as after a crash, and written again in the next round.
    await truncate(folder.path, bytes.length - bytes.length / fresh.length)
  }
  const nonces = new Set([...seen].map((one) => one.split(' ')[0]))
  t.is(nonces.size, seen.size, 'different sealed bytes, different nonces')
  t.true(seen.size > 12)
})

async function copyInto(from: string, to: string) {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from)) await copyFile(join(from, name), join(to, name))
}

const tail = (path: string) => path.split('/').slice(-3, -1)
