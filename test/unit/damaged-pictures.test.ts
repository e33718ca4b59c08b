/**
 * Pictures whose data are damaged: where other pixels come out, the page is told as damaged, or the
 * file is refused. A format without a checksum is no excuse.
 */
import test from 'ava'
import fc from 'fast-check'
import { openPicture } from '../../ai-local/files/picture/open-picture.ts'
import { tiffHasItsParts } from '../../ai-local/files/picture/tiff-parts.ts'
import { ReadError } from '../../ai-local/files/protocol.ts'
import type { PictureType } from '../../core/file/sniff.ts'
import { printedPicture } from '../helpers/make-picture.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 40)
const SEED = Number(process.env.FUZZ_SEED ?? 23)
const SIDES = { width: 320, height: 240 }
/** Of 255: a letter that is gone differs by more. */
const STEP = 70
/** Share of the pixels. */
const NOTICED = 0.01

const picture = () =>
  printedPicture(['Hb 13,2 g/dL', 'Glicose 98'], SIDES.width, SIDES.height).flatten()
const KINDS: [name: string, type: PictureType, file: () => Promise<Buffer>, header: number][] = [
  ['PNG', 'image/png', () => picture().png().toBuffer(), 8],
  ['GIF', 'image/gif', () => picture().gif().toBuffer(), 800],
  ['JPEG', 'image/jpeg', () => picture().jpeg().toBuffer(), 623],
  ['a grey JPEG', 'image/jpeg', () => picture().greyscale().jpeg().toBuffer(), 340],
]

/** Share of damages: without a checksum, other data may make the same number of blocks. */
const MOST_ESCAPED: Record<string, number> = { JPEG: 0.05, 'a grey JPEG': 0.05, GIF: 0.025, PNG: 0 }

const ROWS = Array.from({ length: 9 }, (_, row) => `Hemoglobina ${row},2 g/dL`)
const TIFFS = [
  { compression: 'deflate', tile: true },
  { compression: 'lzw', predictor: 'horizontal' },
  { compression: 'packbits' },
  { compression: 'jpeg' },
] as const

for (const option of TIFFS)
  test(`a damaged part of a TIFF is told, packed by ${option.compression}`, async (t) => {
    const file = await printedPicture(ROWS, 620, 720).tiff(option).toBuffer()
    t.true(tiffHasItsParts(file, 0))
    t.false((await (await openPicture(file, 'image/tiff')).page(0)).isCut)
    const from = Math.floor(0.3 * file.length)
    const broken = Buffer.from(file).fill(0, from, from + 800)
    // The file itself says so; what a decoder warns of is kept for the whole process.
    t.false(tiffHasItsParts(broken, 0))
    t.true((await (await openPicture(broken, 'image/tiff')).page(0)).isCut)
  })

test('a part of a TIFF that lies beyond the file, or is too short for its rows, is missing', async (t) => {
  const file = await printedPicture(ROWS, 620, 720).tiff({ compression: 'none' }).toBuffer()
  t.true(tiffHasItsParts(file, 0))
  const fields = file.readUInt32LE(4) + 2
  const entry = (tag: number) => {
    let at = fields
    while (file.readUInt16LE(at) !== tag) at += 12
    return at
  }
  for (const [tag, value] of [
    [273, file.length - 9],
    [279, 9],
  ] as const) {
    const broken = Buffer.from(file)
    broken.writeUInt32LE(value, broken.readUInt32LE(entry(tag) + 8))
    t.false(tiffHasItsParts(broken, 0))
  }
  t.is(tiffHasItsParts(file.subarray(0, 4000), 0), null, 'its list of fields is gone')
})

const place = fc.double({ min: 0, max: 0.999, noNaN: true })
type Damage = { at: number; length: number; bytes: Uint8Array; flip: number }
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({
    at: place,
    length: fc.integer({ min: 1, max: 400 }),
    bytes: fc.constant(new Uint8Array()),
    flip: fc.constant(0),
  }),
  fc.record({
    at: place,
    length: fc.constant(0),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }),
    flip: fc.constant(0),
  }),
  fc.record({
    at: place,
    length: fc.constant(0),
    bytes: fc.constant(new Uint8Array()),
    flip: fc.integer({ min: 1, max: 255 }),
  }),
)

function damaged(whole: Buffer, header: number, { at, length, bytes, flip }: Damage): Buffer {
  const from = header + Math.floor(at * (whole.length - header))
  const changed = Buffer.concat([whole.subarray(0, from), bytes, whole.subarray(from + length)])
  if (from < changed.length) changed[from]! ^= flip
  return changed
}

for (const [name, type, make, header] of KINDS)
  test(`${name} with damaged data shows what it showed, or is told as damaged`, async (t) => {
    const file = await make()
    const whole = await (await openPicture(file, type)).page(0)
    t.false(whole.isCut, 'whole, it is not told')
    const escaped: Damage[] = []
    for (const how of fc.sample(damage, { numRuns: RUNS, seed: SEED })) {
      const read = await openPicture(damaged(file, header, how), type)
        .then((opened) => opened.page(0))
        .catch((error: unknown) => {
          if (error instanceof ReadError) return null
          throw error
        })
      if (read === null || read.isCut) continue
      let other = Math.abs(read.data.length - whole.data.length)
      for (const [at, value] of whole.data.entries())
        if (Math.abs(value - (read.data[at] ?? 0)) > STEP) other++
      if (other > NOTICED * whole.data.length) escaped.push(how)
    }
    t.true(escaped.length <= MOST_ESCAPED[name]! * RUNS, JSON.stringify(escaped))
  })

test('filling behind the last row of a JPEG is no damage', async (t) => {
  const file = await picture().jpeg().toBuffer()
  const body = file.subarray(0, file.length - 2)
  for (const filling of [0x00, 0xff])
    for (const count of [1, 64]) {
      const padded = Buffer.concat([body, Buffer.alloc(count, filling), file.subarray(-2)])
      t.false(
        (await (await openPicture(padded, 'image/jpeg')).page(0)).isCut,
        `${count} ${filling}`,
      )
    }
  const progressive = await picture().jpeg({ progressive: true }).toBuffer()
  t.false((await (await openPicture(progressive, 'image/jpeg')).page(0)).isCut)
})
