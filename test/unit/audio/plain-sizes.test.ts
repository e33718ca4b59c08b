/** AIFF, CAF and AU whose size of the sound was never written, or only on the way. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { decodeBytes } from '../../helpers/decode-bytes.ts'

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/audio/${name}`, import.meta.url)))

const isWhole = test.macro({
  title: (_, name, size) => `${name} with a size of ${size} is read to its end, and that is told`,
  async exec(t, name: string, size: number, where: { mark: string; skip: number; bytes: 4 | 8 }) {
    const file = fixture(name)
    const { samples } = await decodeBytes(file)
    const at = file.indexOf(where.mark) + where.skip
    if (where.bytes === 8) file.writeBigInt64BE(BigInt(size), at)
    else file.writeUInt32BE(size, at)
    const read = await decodeBytes(file)
    t.true(Math.abs(read.samples - samples) < 100, `${read.samples} of ${samples}`)
    t.deepEqual(
      read.unused.map(({ code }) => code),
      ['audio_truncated'],
    )
  },
})
const ssnd = { mark: 'SSND', skip: 4, bytes: 4 } as const
const data = { mark: 'data', skip: 4, bytes: 8 } as const
const snd = { mark: '.snd', skip: 8, bytes: 4 } as const
for (const size of [0, 1000, 900_000]) {
  test(isWhole, 'aiff-s16-8k-mono.aiff', size, ssnd)
  test(isWhole, 'caf-s16-8k-mono.caf', size, data)
  test(isWhole, 'au-ulaw-8k-mono.au', size, snd)
}
