import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { speechRuntime } from '../../ai-local/whisper/speech-runtime.ts'
import {
  BLOCK,
  blockFormats,
  halfOf,
  readEightBit,
  toEightBit,
} from '../../ai-local/whisper/weights/eight-bit-file.ts'
import { preparedWeights } from '../../ai-local/whisper/weights/prepared-weights.ts'
import { silentLog } from '../../core/log.ts'
import { temporaryFolder } from '../helpers/speech.ts'

const HALF = 1
const FIVE_BITS = 6
const FIVE_BITS_WITH_MINIMUM = 7
const EIGHT_BITS = 8

for (const type of [HALF, FIVE_BITS, FIVE_BITS_WITH_MINIMUM])
  test(`type ${type}: an 8-bit block says what the block said, within a 220th of its largest weight`, (t) => {
    const format = blockFormats[type]!
    fc.assert(
      fc.property(finiteBlock(type), (bytes) => {
        const said = new Float32Array(BLOCK)
        format.read(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, said)
        const written = toEightBit(Buffer.from(bytes), format)
        const told = new Float32Array(BLOCK)
        readEightBit(new DataView(written.buffer, written.byteOffset, written.length), 0, told)
        const largest = Math.max(...said.map(Math.abs))
        for (const [i, weight] of said.entries())
          if (Math.abs(weight - told[i]!) > largest / 220 + 2 ** -24 * 64) return false
        return true
      }),
    )
    t.pass()
  })

test('the nearest 16-bit float: exact ones stay, others are off by half a step at most', (t) => {
  for (const [value, bits] of [
    [0, 0],
    [1, 0x3c00],
    [2 ** -24, 1],
    [2 ** -14, 0x0400],
    [65_504, 0x7bff],
    [0.1, 0x2e66],
    [1_000_000, 0x7c00],
  ] as const)
    t.is(halfOf(value), bits, String(value))
})

test('a file of 5-bit weights: large tables become 8-bit blocks, all else stays byte for byte', async (t) => {
  const { folder, path, file } = modelFile(t, FIVE_BITS, 2008)
  const prepared = await preparedWeights(path, folder, options())
  t.not(prepared, path)
  const written = readFileSync(prepared)
  t.is(written.readInt32LE(44), 2007)
  const before = file.indexOf('table') - 4 * 5
  t.deepEqual(written.subarray(48, before), file.subarray(48, before))
  t.is(written.readInt32LE(before + 8), EIGHT_BITS)
  const table = file.indexOf('table') + 5
  t.is(written.length - file.length, 2 * (34 - 22))
  t.deepEqual(written.subarray(table + 2 * 34), file.subarray(table + 2 * 22))
})

test('prepared weights are reused until the file changes; a copy that nobody took for a month is removed', async (t) => {
  const { folder, path, file } = modelFile(t, FIVE_BITS, 2008)
  const first = await preparedWeights(path, folder, options())
  t.is(await preparedWeights(path, folder, options()), first)
  // The same file of another installation has the same copy.
  utimesSync(path, new Date(), new Date(1_000_000))
  t.is(await preparedWeights(path, folder, options()), first)
  const changed = Buffer.from(file)
  changed[changed.length - 1]! ^= 1
  writeFileSync(path, changed)
  const second = await preparedWeights(path, folder, options())
  t.not(second, first)
  t.deepEqual(readdirSync(folder).length, 2)
  utimesSync(first, new Date(), new Date(1_000_000))
  rmSync(second)
  t.is(await preparedWeights(path, folder, options()), second)
  t.deepEqual(readdirSync(folder), [second.slice(folder.length + 1)])
})

test('the model’s own file is loaded where a copy brings nothing or cannot be made, and no half of one stays', async (t) => {
  const eight = modelFile(t, EIGHT_BITS, 2007)
  t.is(await preparedWeights(eight.path, eight.folder, options()), eight.path)
  const { folder, path, file } = modelFile(t, FIVE_BITS, 2008)
  for (const length of [60, file.indexOf('table'), file.length - 3]) {
    writeFileSync(path, file.subarray(0, length))
    t.is(await preparedWeights(path, folder, options()), path, `cut at ${length}`)
    t.deepEqual(readdirSync(folder), [])
  }
  const notAFolder = join(folder, 'file')
  writeFileSync(path, file)
  writeFileSync(notAFolder, '')
  t.is(await preparedWeights(path, notAFolder, options()), path)
})

test('where the runtime is the program’s alone, what is prepared lies in the service’s own folder', async (t) => {
  const { path } = modelFile(t, FIVE_BITS, 2008)
  const preparedDir = join(temporaryFolder(t), 'prepared')
  const loaded = (runtimeDir: string) =>
    speechRuntime({ runtimeDir, preparedDir, packagesDir: '/nowhere', log: silentLog }).weightsFor(
      { kind: 'whisper-server', path: '', version: '', key: 'built', card: null },
      path,
      options().signal,
    )
  const shared = temporaryFolder(t)
  t.is(dirname(await loaded(shared)), join(shared, 'weights'))
  const closed = temporaryFolder(t)
  // As for a folder that takes nothing, for root too.
  writeFileSync(join(closed, 'weights'), '')
  t.is(dirname(await loaded(closed)), preparedDir)
})

test('a file with anything in it ends as its own file, or as a copy', async (t) => {
  const { folder, path, file } = modelFile(t, FIVE_BITS, 2008)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      async (changes) => {
        const changed = Buffer.from(file)
        for (const [at, byte] of changes) changed[at] = byte
        changed.writeInt32LE(2008, 44)
        writeFileSync(path, changed)
        const prepared = await preparedWeights(path, folder, options())
        return prepared === path || readFileSync(prepared).readInt32LE(44) === 2007
      },
    ),
    { numRuns: 60 },
  )
  t.pass()
})

test('aborted while it is written: nothing stays', async (t) => {
  const { folder, path } = modelFile(t, FIVE_BITS, 2008)
  const why = new Error('closing')
  const prepared = preparedWeights(path, folder, { ...options(), signal: AbortSignal.abort(why) })
  t.is(await t.throwsAsync(prepared), why)
  t.deepEqual(readdirSync(folder), [])
})

function options() {
  return { log: silentLog, signal: new AbortController().signal }
}

/** As whisper.cpp lays it out: two filters, three words, a table of two blocks, a vector. */
function modelFile(t: Parameters<typeof temporaryFolder>[0], type: number, precision: number) {
  const root = temporaryFolder(t)
  const folder = join(root, 'weights')
  mkdirSync(folder)
  const shape = [51_865, 1500, 512, 8, 6, 448, 512, 8, 6, 80, precision]
  const bytes = 2 * (type === FIVE_BITS ? 22 : 34)
  const table = Buffer.from(Array.from({ length: bytes }, (_, i) => (i * 37) % 61))
  const file = Buffer.concat([
    words(0x67676d6c, ...shape),
    words(1, 2, 7, 7),
    words(2, 2),
    Buffer.from('oi'),
    words(3),
    Buffer.from('dor'),
    words(2, 5, type, 64, 1),
    Buffer.from('table'),
    table,
    words(1, 4, 0, 3),
    Buffer.from('bias'),
    words(1, 2, 3),
  ])
  const path = join(root, 'ggml-test.bin')
  writeFileSync(path, file)
  return { folder, path, file }
}

function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length)
  for (const [i, value] of values.entries()) buffer.writeInt32LE(value, 4 * i)
  return buffer
}

/** Scales that are finite numbers, small enough that 8-bit scales are. */
function finiteBlock(type: number) {
  const { bytes } = blockFormats[type]!
  return fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((block) => {
    const halves = type === HALF ? BLOCK : type === FIVE_BITS ? 1 : 2
    for (let i = 0; i < halves; i++) block[2 * i + 1]! &= 0xbf
    return block
  })
}
