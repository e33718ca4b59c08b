/** Sound that is missing in a file is told with its place, and what follows keeps its time. */
import { readFile } from 'node:fs/promises'
import test, { type ExecutionContext } from 'ava'
import type { UnusedPart } from '../../../core/input-use/input-use.ts'
import { decodeBytes } from '../../helpers/decode-bytes.ts'
import { type Muxed, muxed, oggPages, opusSound } from '../../helpers/sound-files.ts'

const SECONDS = 12
const HOLE = { from: 4, to: 6.5 }
const sound = opusSound(SECONDS)

const codes = (unused: readonly UnusedPart[]) => unused.map(({ code }) => code)

/** The same words at the same places: the decoded sound beside that of the whole file. */
function isSameBehind(t: ExecutionContext, part: Int16Array, all: Int16Array) {
  const from = Math.round((HOLE.to + 0.5) * 16_000)
  const to = (SECONDS - 0.5) * 16_000
  let [product, power, wanted] = [0, 0, 0]
  for (let i = from; i < to; i++) {
    product += part[i]! * all[i]!
    power += part[i]! ** 2
    wanted += all[i]! ** 2
  }
  const likeness = product / Math.sqrt(power * wanted)
  t.true(likeness > 0.9, `behind the hole: ${likeness}`)
}

const holds = test.macro({
  title: (_, format) => `a hole in ${format} is told with its place`,
  async exec(t, format: Muxed) {
    const all = await decodeBytes(await muxed(await sound, format))
    t.deepEqual(all.unused, [])
    const { unused, sound: decoded } = await decodeBytes(await muxed(await sound, format, HOLE))
    t.deepEqual(codes(unused), ['audio_gap'])
    const [{ fromMs = 0, toMs = 0 } = {}] = unused
    t.true(Math.abs(fromMs - HOLE.from * 1000) < 100, `from ${fromMs}`)
    t.true(Math.abs(toMs - HOLE.to * 1000) < 100, `to ${toMs}`)
    isSameBehind(t, decoded[0]!, all.sound[0]!)
  },
})
test(holds, 'webm')
test(holds, 'webm-live')
test(holds, 'mp4-fragmented')

test('missing pages of an Ogg file are reported with their place', async (t) => {
  const pages = oggPages(await sound)
  const all = await decodeBytes(Buffer.concat(pages))
  t.deepEqual(all.unused, [])
  const pageS = SECONDS / (pages.length - 2)
  const [first, last] = [2 + Math.round(HOLE.from / pageS), 2 + Math.round(HOLE.to / pageS)]
  const part = await decodeBytes(Buffer.concat([...pages.slice(0, first), ...pages.slice(last)]))
  t.deepEqual(codes(part.unused), ['audio_gap'])
  const [{ fromMs = 0, toMs = 0 } = {}] = part.unused
  t.true(Math.abs(fromMs - (first - 2) * pageS * 1000) < 100, `from ${fromMs}`)
  t.true(Math.abs(toMs - (last - 2) * pageS * 1000) < 100, `to ${toMs}`)
  isSameBehind(t, part.sound[0]!, all.sound[0]!)
})

test('a page that is damaged in an Ogg is a hole, one second of it', async (t) => {
  const pages = oggPages(await sound)
  pages[10]![60]! ^= 0xff
  const { unused, samples } = await decodeBytes(Buffer.concat(pages))
  t.deepEqual(codes(unused), ['audio_gap'])
  t.true(Math.abs(samples / 16_000 - SECONDS) < 0.1)
})

test('Vorbis has blocks of two sizes: a whole file keeps its time, and a hole has its length', async (t) => {
  const url = new URL('../../fixtures/audio/ogg-vorbis-speech.ogg', import.meta.url)
  const file = await readFile(url)
  const all = await decodeBytes(file)
  t.deepEqual(all.unused, [])
  t.true(Math.abs(all.samples / 16_000 - 11) < 0.05, `${all.samples / 16_000} s`)
  const pages = file.toString('latin1').split(/(?=OggS)/)
  const cut = Buffer.from([...pages.slice(0, 5), ...pages.slice(7)].join(''), 'latin1')
  const part = await decodeBytes(cut)
  t.deepEqual(codes(part.unused), ['audio_gap'])
  t.true(Math.abs(part.samples / 16_000 - 11) < 0.05, `${part.samples / 16_000} s`)
})

const isCut = test.macro({
  title: (_, format) => `${format} that broke off says so, wherever it broke off`,
  async exec(t, format: Muxed) {
    const file = await muxed(await sound, format)
    for (const share of [0.3, 0.5, 0.613, 0.9, 0.97]) {
      const { unused, samples } = await decodeBytes(
        file.subarray(0, Math.floor(file.length * share)),
      )
      t.deepEqual(codes(unused), ['audio_truncated'], `${share}`)
      t.true(samples < SECONDS * 16_000)
      t.is(unused[0]!.fromMs, Math.floor(samples / 16))
    }
  },
})
test(isCut, 'webm')
test(isCut, 'webm-live')
test(isCut, 'mp4-fragmented')

test('an MP4 without its index says that, and not that it is damaged', async (t) => {
  const file = await muxed(await sound, 'mp4')
  await t.throwsAsync(decodeBytes(file.subarray(0, Math.floor(file.length * 0.9))), {
    code: 'index_missing',
  })
})

test('two notes joined into one are both there, and nothing is missing', async (t) => {
  const ogg = Buffer.concat(oggPages(await sound))
  const webm = await muxed(await sound, 'webm')
  const live = await muxed(await sound, 'webm-live')
  for (const [one, other] of [
    [ogg, ogg],
    [webm, live],
    [live, webm],
  ] as const) {
    const { unused, samples } = await decodeBytes(Buffer.concat([one, other]))
    t.deepEqual(unused, [])
    t.true(Math.abs(samples / 16_000 - 2 * SECONDS) < 0.3, `${samples / 16_000} s`)
  }
})

test('the first of two recordings in one file is reported as cut where it ends', async (t) => {
  const ogg = Buffer.concat(oggPages(await sound))
  const { unused, samples } = await decodeBytes(
    Buffer.concat([ogg.subarray(0, Math.floor(ogg.length / 2)), ogg]),
  )
  t.true(codes(unused).length > 0)
  t.true(samples / 16_000 > 1.4 * SECONDS)
})

test('silence that an encoder saved is no hole', async (t) => {
  const { packets, ...facts } = await sound
  // As with Opus's own sparing: a packet of its first byte, then none for 400 ms.
  const sparing = packets.map((packet, i) => (i === 199 ? packet.subarray(0, 1) : packet))
  const from = 200 * facts.packetS
  const file = await muxed({ packets: sparing, ...facts }, 'webm', { from, to: from + 0.4 })
  const { unused, samples } = await decodeBytes(file)
  t.deepEqual(unused, [])
  t.true(Math.abs(samples / 16_000 - SECONDS) < 0.1)
})
