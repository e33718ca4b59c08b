/** ALAC: lossless, so what comes out is what went in. */
import { readFileSync } from 'node:fs'
import test from 'ava'
import { alacDecoder } from '../../../ai-local/audio/decoders/alac.ts'
import { decodeBytes } from '../../helpers/decode-bytes.ts'
import { noise } from '../../helpers/recording-sound.ts'
import { hasShared, sharedPath } from '../../helpers/shared-files.ts'

const LENGTH = 600
const [HISTORY_SHARE, FIRST_HISTORY, MOST_BITS] = [40, 10, 14]

function bitWriter() {
  const bits: number[] = []
  return {
    put(value: number, count: number) {
      for (let i = count - 1; i >= 0; i--) bits.push(Math.floor(value / 2 ** i) & 1)
    },
    bytes: () =>
      Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_, i) =>
        Number.parseInt(
          bits
            .slice(i * 8, i * 8 + 8)
            .join('')
            .padEnd(8, '0'),
          2,
        ),
      ),
  }
}

type Writer = ReturnType<typeof bitWriter>

const log2 = (value: number) => (value <= 0 ? 0 : Math.floor(Math.log2(value)))

function putCode(out: Writer, code: number, rest: number, width: number) {
  const base = 2 ** rest - 1
  const ones = rest === 1 ? code : Math.floor(code / base)
  if (ones > 8) {
    out.put(0x1ff, 9)
    return out.put(code, width)
  }
  out.put(2 ** (ones + 1) - 2, ones + 1)
  if (rest === 1) return
  const more = code % base
  if (more === 0) out.put(0, rest - 1)
  else out.put(more + 1, rest)
}

/** The simplest packet that is packed: each sample is its own residual, or beside the last one. */
function packed(samples: Int16Array, mode: 'plain' | 'alone' | 'difference'): Uint8Array {
  const out = bitWriter()
  out.put(0, 3)
  out.put(0, 16)
  out.put(0, 3)
  out.put(mode === 'plain' ? 1 : 0, 1)
  if (mode === 'plain') for (const sample of samples) out.put(sample & 0xffff, 16)
  else {
    out.put(0, 16)
    out.put(0, 8)
    out.put(4, 3)
    out.put(mode === 'difference' ? 31 : 0, 5)
    if (mode === 'difference') for (let i = 0; i < 31; i++) out.put(0, 16)
    putResiduals(
      out,
      mode === 'alone'
        ? samples
        : samples.map((one, i) => (i === 0 ? one : ((one - samples[i - 1]!) << 16) >> 16)),
    )
  }
  out.put(7, 3)
  return out.bytes()
}

function putResiduals(out: Writer, residuals: Int16Array) {
  let history = FIRST_HISTORY
  let behindZeros = 0
  for (let i = 0; i < residuals.length; i++) {
    const residual = residuals[i]!
    const code = residual < 0 ? -2 * residual - 1 : 2 * residual
    putCode(out, code - behindZeros, Math.min(MOST_BITS, log2((history >> 9) + 3)), 16)
    behindZeros = 0
    const share = HISTORY_SHARE
    history = code > 0xffff ? 0xffff : history + code * share - ((history * share) >> 9)
    if (history >= 128 || i + 1 >= residuals.length) continue
    let zeros = 0
    while (residuals[i + 1 + zeros] === 0) zeros++
    const bits = Math.min(MOST_BITS, 7 - log2(history) + ((history + 16) >> 6))
    putCode(out, zeros, bits, 16)
    i += zeros
    behindZeros = 1
    history = 0
  }
}

const description = Buffer.alloc(24)
description.writeUInt32BE(LENGTH, 0)
description.set([0, 16, HISTORY_SHARE, FIRST_HISTORY, MOST_BITS, 1], 4)

const SOUNDS = {
  noise: noise(LENGTH, 9),
  'soft noise': noise(LENGTH, 10).map((one) => one >> 11),
  'noise and silence': noise(LENGTH, 11).map((one, i) => (i % 200 < 120 ? 0 : one >> 8)),
}

for (const [name, samples] of Object.entries(SOUNDS))
  for (const mode of ['plain', 'alone', 'difference'] as const)
    test(`${name} packed ${mode} is itself again`, async (t) => {
      const decoder = alacDecoder({ channels: 1, sampleRateHz: 16_000, description })
      const [sound] = await decoder.decode(packed(samples, mode))
      t.true(sound !== undefined && 'channels' in sound)
      if (!sound || !('channels' in sound)) return
      t.deepEqual(
        [...sound.channels[0]!].map((one) => Math.round(one * 32_768)),
        [...samples],
      )
    })

test('a damaged packet is refused, and not read without end', async (t) => {
  const decoder = alacDecoder({ channels: 1, sampleRateHz: 16_000, description })
  await t.throwsAsync(decoder.decode(packed(SOUNDS.noise, 'alone').subarray(0, 300)))
})

test('a voice memo of a telephone is, sample by sample, the sound that was packed', async (t) => {
  const memo = 'reports/sound-telephone-codecs/voice-memo-lossless.m4a'
  const same = 'reports/sound-header-without-sizes/recorder-lost-power.wav'
  if (!hasShared(memo) || !hasShared(same)) {
    t.log(`SKIPPED: no ../shared/${memo}`)
    return t.pass()
  }
  const [alac, wav] = await Promise.all(
    [memo, same].map((path) => decodeBytes(readFileSync(sharedPath(path)))),
  )
  t.deepEqual(alac!.sound[0]!.subarray(0, wav!.samples), wav!.sound[0])
})
