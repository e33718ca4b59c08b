/** What stands behind a WAV's header is sound, whatever the header says of its length. */
import test from 'ava'
import fc from 'fast-check'
import type { DecodeError } from '../../../ai-local/audio/protocol.ts'
import { decodeBytes } from '../../helpers/decode-bytes.ts'
import { noise } from '../../helpers/recording-sound.ts'
import { runs } from '../../helpers/runs.ts'
import { chunk, pcmFormat, wavBytes } from '../../helpers/wav-bytes.ts'

const samples = noise(20_000, 5)
const list = chunk('LIST', Buffer.from('INFOISFT\x04\0\0\0Gravador', 'latin1'))
const odd = chunk('bext', Buffer.alloc(7, 0x41))
const filled = Buffer.concat([odd, Buffer.alloc(1)])

const isRead = test.macro({
  title: (_, what) => `a WAV ${what} is read to its end`,
  async exec(t, _what: string, options: Parameters<typeof wavBytes>[1], isWhole = false) {
    const { sound, unused } = await decodeBytes(wavBytes([samples], options))
    t.deepEqual(sound[0], samples)
    t.deepEqual(
      unused.map(({ code }) => code),
      isWhole ? [] : ['audio_truncated'],
    )
  },
})
test(isRead, 'without sizes', { riffSize: 0, dataSize: 0 })
test(isRead, 'with the sizes of an empty one', { riffSize: 36, dataSize: 0 })
test(isRead, 'with the size of its header', { riffSize: 36, dataSize: 36 })
test(isRead, 'written to a pipe', { riffSize: 0xffff_ffff, dataSize: 0xffff_ffff })
test(isRead, 'that promises more than is there', { riffSize: 90_036, dataSize: 90_000 })
test(isRead, 'whose size was written on the way', { riffSize: 10_036, dataSize: 10_000 })
test(isRead, 'with other chunks around its sound', { between: list, behind: list }, true)
test(isRead, 'with an odd chunk, filled up', { before: filled }, true)
test(isRead, 'with an odd chunk, not filled up', { before: odd }, true)
test(isRead, 'with the zeros of a disk behind it', { behind: Buffer.alloc(3000) }, true)
test(isRead, 'without sizes, behind other chunks', { dataSize: 0, between: list })

test('the sound may stand before its format', async (t) => {
  const body = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  const parts = [Buffer.from('WAVE'), chunk('data', body), chunk('fmt ', pcmFormat({}))]
  const { sound, unused } = await decodeBytes(chunk('RIFF', Buffer.concat(parts)))
  t.deepEqual(sound[0], samples)
  t.deepEqual(unused, [])
})

test('RF64 and Wave64 are WAV with longer numbers', async (t) => {
  const body = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  const ds64 = Buffer.alloc(28)
  ds64.writeBigUInt64LE(BigInt(body.length), 8)
  const rf64 = [
    Buffer.from('WAVE'),
    chunk('ds64', ds64),
    chunk('fmt ', pcmFormat({})),
    chunk('data', body, 0xffff_ffff),
  ]
  const long = (name: string, id: string, bytes: Uint8Array, size = bytes.length + 24) => {
    const head = Buffer.alloc(24)
    head.write(name, 'latin1')
    Buffer.from(id, 'hex').copy(head, 4)
    head.writeBigUInt64LE(BigInt(size), 16)
    return Buffer.concat([head, bytes])
  }
  const tail = 'f3acd3118cd100c04f8edb8a'
  const wave = Buffer.concat([Buffer.from('wave'), Buffer.from(tail, 'hex')])
  const w64 = (size?: number) =>
    long(
      'riff',
      '2e91cf11a5d628db04c10000',
      Buffer.concat([wave, long('fmt ', tail, pcmFormat({})), long('data', tail, body, size)]),
    )
  for (const file of [chunk('RF64', Buffer.concat(rf64), 0xffff_ffff), w64()]) {
    const { sound, unused } = await decodeBytes(file)
    t.deepEqual(sound[0], samples)
    t.deepEqual(unused, [])
  }
  const open = await decodeBytes(w64(0))
  t.deepEqual(open.sound[0], samples)
  t.is(open.unused[0]?.code, 'audio_truncated')
})

test('a WAV without a sample is empty, also with other chunks', async (t) => {
  for (const options of [{}, { behind: list }])
    await t.throwsAsync(decodeBytes(wavBytes([new Int16Array(0)], options)), {
      code: 'audio_empty',
    })
})

const isNamed = test.macro({
  title: (_, name) => `${name} is a good file that is named, not a damaged one`,
  async exec(t, name: string, file: Uint8Array) {
    const error = await t.throwsAsync<DecodeError>(decodeBytes(file))
    t.is(error?.code, 'audio_unsupported')
    t.is(error?.inside, name)
  },
})
const withTag = (tag: number, bits = 4) =>
  wavBytes([samples], { format: pcmFormat({ tag, bits, rateHz: 8000 }) })
test(isNamed, 'G.726 ADPCM em WAV', withTag(0x45))
test(isNamed, 'G.722 em WAV', withTag(0x28f, 8))
test(isNamed, 'DSP Group TrueSpeech em WAV', withTag(0x22, 1))
test(isNamed, 'IMA ADPCM de 3 bits em WAV', withTag(0x11, 3))
test(isNamed, 'um codec desconhecido (0x7abc) em WAV', withTag(0x7abc, 8))
test(isNamed, 'AMR', Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(300, 0x3c)]))
test(isNamed, 'DTS', Buffer.concat([Buffer.from('7ffe8001', 'hex'), Buffer.alloc(600, 0xa5)]))
test(isNamed, 'DSS (ditafone)', Buffer.concat([Buffer.from('\x02dss'), Buffer.alloc(600)]))
test(
  isNamed,
  'Windows Media (WMA)',
  Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(600)]),
)

test('bytes in which a frame seems to begin are another format, and no damaged sound', async (t) => {
  for (const head of ['fff15c80bfff', 'fffb9064', 'fff94c807fe0']) {
    const bytes = Buffer.alloc(9000, 0x35)
    Buffer.from(head, 'hex').copy(bytes, 700)
    const error = await t.throwsAsync<DecodeError>(decodeBytes(bytes))
    t.is(error?.code, 'audio_unsupported', head)
  }
})

// G.722, VOX and GSM of telephone systems have no header; those of dictaphones one that few know.
const headless = fc.uint8Array({ minLength: 6000, maxLength: 9000 })
const heads = fc.constantFrom('', '#!AMR-WB\n', '#!AMR_MC1.0\n', '\x03ds2', '.RMF')
test('sound without a header that is known is never decoded as something else', async (t) => {
  await fc.assert(
    fc.asyncProperty(heads, headless, async (head, rest) => {
      const file = Buffer.concat([Buffer.from(head, 'latin1'), rest])
      const error = await t.throwsAsync<DecodeError>(decodeBytes(file))
      t.is(error?.code, 'audio_unsupported')
    }),
    { numRuns: runs(40) },
  )
  t.pass()
})
