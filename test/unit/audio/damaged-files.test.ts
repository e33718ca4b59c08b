/**
 * Whatever is done to a file's bytes, its sound is used, or it is told what is missing, or the file
 * is refused: never shorter than it was without a word, and never without an end.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import fc from 'fast-check'
import { DecodeError } from '../../../ai-local/audio/protocol.ts'
import { decodeBytes } from '../../helpers/decode-bytes.ts'
import { runs } from '../../helpers/runs.ts'
import { hasShared, sharedPath } from '../../helpers/shared-files.ts'
import { muxed, oggPages, opusSound } from '../../helpers/sound-files.ts'
import { chunk, pcmFormat } from '../../helpers/wav-bytes.ts'

const RUNS = runs(12)
const SEED = Number(process.env.FUZZ_SEED ?? 23)
/** A syllable: less is not told where nothing says how much there was. */
const TOLERATED_SAMPLES = 16_000 * 0.3
const LONGEST_MS = 30_000

const fixture = (name: string) => async () =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/audio/${name}`, import.meta.url)))

/** Beside the checkout: no encoder of ours writes it. */
const reported = (path: string) => async () => readFileSync(sharedPath(`reports/${path}`))

/** As sound editors and telephone systems write it. */
async function mp3InWav(): Promise<Buffer> {
  const frames = await fixture('mp3-16k-mono.mp3')()
  const format = pcmFormat({ tag: 0x55, bits: 0, rateHz: 16_000 })
  const chunks = [Buffer.from('WAVE'), chunk('fmt ', format), chunk('data', frames)]
  return chunk('RIFF', Buffer.concat(chunks))
}

interface Kind {
  name: string
  file(): Promise<Buffer>
  /**
   * Where a header says what the sound is: other bytes there make another file, not a damaged one.
   */
  header?: number
  /** Where its sizes stand, behind these marks; a size is as many bytes. */
  sizes?: { mark: string; skip: number; bytes: number }[]
  /** Its table of contents: other bytes there say that other samples are the sound. */
  table?: string
}

const RIFF_SIZES = [
  { mark: 'RIFF', skip: 4, bytes: 4 },
  { mark: 'data', skip: 4, bytes: 4 },
]

const KINDS: Kind[] = [
  { name: 'WAV', file: fixture('wav-s16-16k-mono.wav'), header: 44, sizes: RIFF_SIZES },
  { name: 'A-law', file: fixture('wav-alaw-8k-mono.wav'), header: 60, sizes: RIFF_SIZES },
  { name: 'µ-law', file: fixture('wav-ulaw-8k-mono.wav'), header: 60, sizes: RIFF_SIZES },
  {
    name: 'WAV of 24 bits',
    file: fixture('wav-s24-22k-stereo.wav'),
    header: 80,
    sizes: RIFF_SIZES,
  },
  {
    name: 'WAV of 32 bits',
    file: fixture('wav-s32-11k-mono.wav'),
    header: 80,
    sizes: RIFF_SIZES,
  },
  {
    name: 'WAV of fractions',
    file: fixture('wav-f32-12k-mono.wav'),
    header: 80,
    sizes: RIFF_SIZES,
  },
  { name: 'WAV of 8 bits', file: fixture('wav-u8-8k-mono.wav'), header: 44, sizes: RIFF_SIZES },
  { name: 'IMA ADPCM', file: fixture('wav-ima-8k-mono.wav'), header: 60, sizes: RIFF_SIZES },
  { name: 'MS ADPCM', file: fixture('wav-ms-adpcm-11k-stereo.wav'), header: 90, sizes: RIFF_SIZES },
  { name: 'GSM', file: fixture('wav-gsm-8k-mono.wav'), header: 60, sizes: RIFF_SIZES },
  {
    name: 'AIFF',
    file: fixture('aiff-s16-8k-mono.aiff'),
    header: 88,
    sizes: [
      { mark: 'FORM', skip: 4, bytes: 4 },
      { mark: 'SSND', skip: 4, bytes: 4 },
    ],
  },
  {
    name: 'CAF',
    file: fixture('caf-s16-8k-mono.caf'),
    header: 4096,
    sizes: [{ mark: 'data', skip: 4, bytes: 8 }],
  },
  {
    name: 'AU',
    file: fixture('au-ulaw-8k-mono.au'),
    header: 44,
    sizes: [{ mark: '.snd', skip: 8, bytes: 4 }],
  },
  { name: 'MP3', file: fixture('mp3-16k-mono.mp3') },
  { name: 'MP3 in WAV', file: mp3InWav, header: 60, sizes: RIFF_SIZES },
  { name: 'ADTS', file: fixture('adts-aac.aac') },
  { name: 'FLAC', file: fixture('flac-16k-mono.flac'), header: 42 },
  { name: 'Vorbis', file: fixture('ogg-vorbis.ogg') },
  { name: 'Ogg', file: async () => Buffer.concat(oggPages(await opusSound(4), 10)) },
  { name: 'WebM', file: async () => muxed(await opusSound(4), 'webm'), header: 300 },
  { name: 'live WebM', file: async () => muxed(await opusSound(4), 'webm-live'), header: 300 },
  { name: 'M4A', file: fixture('m4a-aac.m4a'), table: 'moov' },
  { name: 'ALAC', file: reported('sound-telephone-codecs/voice-memo-lossless.m4a'), table: 'moov' },
  { name: 'MP3 in stereo', file: fixture('mp3-44k-stereo.mp3') },
  { name: 'fragmented M4A', file: fixture('m4a-fragmented.m4a'), table: 'moov' },
]

type Damage =
  | { kind: 'cut'; share: number }
  | { kind: 'without'; share: number; length: number }
  | { kind: 'with'; share: number; bytes: Uint8Array }
  | { kind: 'flip'; at: number[]; bits: number }
  | { kind: 'lie'; which: number; byte: number }

const share = fc.double({ min: 0, max: 0.999, noNaN: true })
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), share }),
  fc.record({
    kind: fc.constant('without' as const),
    share,
    length: fc.integer({ min: 1, max: 4000 }),
  }),
  fc.record({
    kind: fc.constant('with' as const),
    share,
    bytes: fc.uint8Array({ minLength: 1, maxLength: 2000 }),
  }),
  fc.record({
    kind: fc.constant('flip' as const),
    at: fc.array(share, { minLength: 1, maxLength: 20 }),
    bits: fc.integer({ min: 1, max: 255 }),
  }),
  fc.record({
    kind: fc.constant('lie' as const),
    which: fc.nat(3),
    byte: fc.constantFrom(0, 0x01, 0x24, 0x7f, 0xff),
  }),
)

function damaged(kind: Kind, whole: Buffer, how: Damage): Buffer {
  const { header = 0 } = kind
  const body = whole.length - header
  const place = (part: number) => header + Math.floor(part * body)
  const file = Buffer.from(whole)
  switch (how.kind) {
    case 'cut':
      return file.subarray(0, place(how.share))
    case 'without':
      return Buffer.concat([
        file.subarray(0, place(how.share)),
        file.subarray(place(how.share) + how.length),
      ])
    case 'with':
      return Buffer.concat([
        file.subarray(0, place(how.share)),
        how.bytes,
        file.subarray(place(how.share)),
      ])
    case 'flip': {
      const table = kind.table === undefined ? -1 : file.indexOf(kind.table)
      const tableEnd = table === -1 ? -1 : table - 4 + file.readUInt32BE(table - 4)
      for (const part of how.at) {
        const at = place(part)
        if (at < table - 4 || at >= tableEnd) file[at]! ^= how.bits
      }
      return file
    }
    case 'lie': {
      const sizes = kind.sizes ?? []
      const size = sizes[how.which % Math.max(1, sizes.length)]
      const at = size === undefined ? -1 : file.indexOf(size.mark)
      if (size && at !== -1) file.fill(how.byte, at + size.skip, at + size.skip + size.bytes)
      return file
    }
  }
}

for (const kind of KINDS)
  (kind.name === 'ALAC' && !hasShared('reports') ? test.skip : test)(
    `${kind.name} that is damaged is used, or told, or refused`,
    async (t) => {
      t.timeout(600_000)
      const whole = await kind.file()
      const { samples: wanted, unused: open } = await decodeBytes(whole)
      t.deepEqual(open, [])
      await fc.assert(
        fc.asyncProperty(damage, async (how) => {
          const began = performance.now()
          const result = await decodeBytes(damaged(kind, whole, how)).catch(
            (error: unknown) => error,
          )
          if (performance.now() - began > LONGEST_MS) throw new Error('it does not end')
          if (result instanceof DecodeError) return
          // What a parser throws is told as `audio_invalid` by the child.
          if (result instanceof Error) return
          const { samples, unused } = result as Awaited<ReturnType<typeof decodeBytes>>
          if (samples < wanted - TOLERATED_SAMPLES && unused.length === 0)
            throw new Error(`${samples} of ${wanted} samples, and nothing is said of it`)
        }),
        { numRuns: RUNS, seed: SEED },
      )
    },
  )

test('zeros in an MP3 are a hole with its place, in a WAV too', async (t) => {
  const bare = await fixture('mp3-16k-mono.mp3')()
  for (const whole of [bare, await mp3InWav()]) {
    t.deepEqual((await decodeBytes(whole)).unused, [])
    const holed = whole.fill(0, whole.length >> 1, (whole.length * 3) >> 2)
    const { samples, unused } = await decodeBytes(holed)
    t.like(unused[0], { code: 'audio_gap' })
    const [atMs = 0, lastMs] = [unused[0]?.fromMs, samples / 16]
    t.true(atMs > 0 && atMs < lastMs, `${atMs} of ${lastMs}`)
  }
})

test('an MP3 that begins with a later frame is told to lack its beginning', async (t) => {
  const whole = await fixture('mp3-44k-stereo.mp3')()
  t.deepEqual((await decodeBytes(whole)).unused, [])
  // That frame takes bits from the one before it.
  const { unused } = await decodeBytes(whole.subarray(2664))
  t.deepEqual(unused, [{ code: 'audio_gap', fromMs: 0, toMs: 0 }])
})

test('one byte of a FLAC that is not as it was costs its frame, and is told', async (t) => {
  const file = await fixture('flac-16k-mono.flac')()
  const whole = await decodeBytes(file)
  t.deepEqual(whole.unused, [])
  // Frames of a quarter of a second, and none of them stands for another.
  for (const share of [0.4, 0.5, 0.6, 0.8, 0.9]) {
    const broken = Buffer.from(file)
    broken[Math.floor(share * file.length)]! ^= 1
    const { samples, unused, sound } = await decodeBytes(broken)
    t.is(samples, whole.samples)
    t.deepEqual(
      unused.map(({ code }) => code),
      ['audio_gap'],
    )
    const same = sound[0]!.filter((sample, at) => sample === whole.sound[0]![at]).length
    t.true(same > samples - 4100, `${same} of ${samples}`)
  }
})
