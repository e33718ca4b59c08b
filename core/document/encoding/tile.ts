/**
 * The one heavy step of the sentence encoder as WebAssembly with vector instructions, written out
 * below: products of whole numbers, four rows of a matrix by two rows of another. Sums of whole
 * numbers are the same on every processor.
 */

export interface Tiles {
  /** Everything that is multiplied lives in here. */
  memory: { buffer: ArrayBuffer }
  /**
   * Eight 32-bit sums of products of 16-bit numbers, `out[row * 2 + other]`; all as byte offsets
   * into the memory. Rows of both lie one behind the other.
   * @param bytes of one row, a multiple of 16
   */
  tile(rows: number, others: number, out: number, bytes: number): void
}

export const TILE_ROWS = 4
export const TILE_OTHERS = 2

/**
 * The part of the platform's WebAssembly that is used here: its types come with those of browsers,
 * which servers do without.
 */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer }
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>,
  ) => { exports: { tile: Tiles['tile'] } }
}

/** @param bytes how much memory is needed */
export function tiles(bytes: number): Tiles {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) })
  const module = new WebAssembly.Module(moduleBytes())
  const { exports } = new WebAssembly.Instance(module, { '': { memory } })
  return { memory, tile: exports.tile }
}

const PAGE_BYTES = 65_536

// Parameters and locals, by index.
const [ROWS, OTHERS, OUT, BYTES] = [0, 1, 2, 3] as const
const ROW_AT = [4, 5, 6, 7] as const
const OTHER_AT = [8, 9] as const
const END = 10
const SUMS = [11, 12, 13, 14, 15, 16, 17, 18] as const
const ROW = [19, 20, 21, 22] as const
const OTHER = [23, 24] as const

const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const tee = (local: number) => [0x22, local]
const ADD = [0x6a]
const LESS_THAN = [0x49]
const LOOP = [0x03, 0x40]
const AGAIN_IF = [0x0d, 0x00]
const END_BLOCK = [0x0b]
const STEP = [0x41, 16]
const store = (offset: number) => [0x36, 0x02, offset]
const LOAD_VECTOR = [0xfd, 0x00, 0x00, 0x00]
const ZERO_VECTOR = [0xfd, 0x0c, ...new Array<number>(16).fill(0)]
const lane = (index: number) => [0xfd, 0x1b, index]
const DOT = [0xfd, 0xba, 0x01]
const ADD_VECTOR = [0xfd, 0xae, 0x01]

function body(): number[] {
  const begin = (locals: readonly number[], from: number) =>
    locals.flatMap((local, at) => [
      ...get(at === 0 ? from : locals[at - 1]!),
      ...(at === 0 ? [] : [...get(BYTES), ...ADD]),
      ...set(local),
    ])
  const sumOf = (row: number, other: number) => SUMS[row * TILE_OTHERS + other]!
  const step = (local: number) => [...get(local), ...STEP, ...ADD]
  return [
    ...begin(ROW_AT, ROWS),
    ...begin(OTHER_AT, OTHERS),
    ...get(ROWS),
    ...get(BYTES),
    ...ADD,
    ...set(END),
    ...SUMS.flatMap((sum) => [...ZERO_VECTOR, ...set(sum)]),
    ...LOOP,
    ...OTHER.flatMap((other, at) => [...get(OTHER_AT[at]!), ...LOAD_VECTOR, ...set(other)]),
    ...ROW.flatMap((row, at) => [
      ...get(ROW_AT[at]!),
      ...LOAD_VECTOR,
      ...set(row),
      ...OTHER.flatMap((other, by) => [
        ...get(row),
        ...get(other),
        ...DOT,
        ...get(sumOf(at, by)),
        ...ADD_VECTOR,
        ...set(sumOf(at, by)),
      ]),
    ]),
    ...[...OTHER_AT, ...ROW_AT.slice(1)].flatMap((local) => [...step(local), ...set(local)]),
    ...step(ROW_AT[0]),
    ...tee(ROW_AT[0]),
    ...get(END),
    ...LESS_THAN,
    ...AGAIN_IF,
    ...END_BLOCK,
    ...SUMS.flatMap((sum, at) => [
      ...get(OUT),
      ...[0, 1, 2, 3].flatMap((i) => [...get(sum), ...lane(i), ...(i === 0 ? [] : ADD)]),
      ...store(4 * at),
    ]),
  ]
}

function moduleBytes(): Uint8Array<ArrayBuffer> {
  // Seven numbers and fourteen vectors.
  const locals = [2, 7, 0x7f, 14, 0x7b]
  const code = sized([...locals, ...body(), ...END_BLOCK])
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    // (func (param i32 i32 i32 i32))
    ...section(1, [1, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 0]),
    // (import "" "memory" (memory 1))
    ...section(2, [1, 0, ...name('memory'), 0x02, 0x00, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('tile'), 0x00, 0]),
    ...section(10, [1, ...code]),
  ])
}

function section(id: number, content: number[]): number[] {
  return [id, ...sized(content)]
}

function sized(content: number[]): number[] {
  return [...leb(content.length), ...content]
}

function name(text: string): number[] {
  return [text.length, ...text.split('').map((letter) => letter.charCodeAt(0))]
}

function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)]
}
