/**
 * The one heavy step of networks as WebAssembly with vector instructions, written out below: four
 * rows of a matrix by two rows of another. The sentence encoder takes whole numbers, whose sums are
 * the same on every processor; the reader of lines takes floats.
 */

import {
  ADD,
  AGAIN_IF,
  END_BLOCK,
  get,
  i32,
  LESS_THAN,
  LOOP,
  NUMBER,
  set,
  tee,
  VECTOR,
  wasmFunction,
  ZERO_VECTOR,
} from '../wasm-function.ts'

export interface Tiles {
  /** Everything that is multiplied lives in here. */
  memory: { buffer: ArrayBuffer }
  /**
   * Eight sums of products, `out[row * 2 + other]`: 32-bit ones of 16-bit numbers, or floats of
   * floats. All as byte offsets into the memory. Rows of both lie one behind the other.
   * @param bytes of one row, a multiple of 16
   */
  tile(rows: number, others: number, out: number, bytes: number): void
}

export const TILE_ROWS = 4
export const TILE_OTHERS = 2

/** @param bytes how much memory is needed */
export function tiles(bytes: number, of: 'whole numbers' | 'floats' = 'whole numbers'): Tiles {
  const { memory, call: tile } = wasmFunction<Tiles['tile']>({
    bytes,
    parameters: 4,
    // From ROW_AT to END, and from the first of SUMS on.
    locals: [
      [7, NUMBER],
      [14, VECTOR],
    ],
    body: body(of === 'floats' ? FLOATS : WHOLE_NUMBERS),
  })
  return { memory, tile }
}

// Parameters and locals, by index.
const [ROWS, OTHERS, OUT, BYTES] = [0, 1, 2, 3] as const
const ROW_AT = [4, 5, 6, 7] as const
const OTHER_AT = [8, 9] as const
const END = 10
const SUMS = [11, 12, 13, 14, 15, 16, 17, 18] as const
const ROW = [19, 20, 21, 22] as const
const OTHER = [23, 24] as const

const STEP = i32(16)
const LOAD_VECTOR = [0xfd, 0x00, 0x00, 0x00]

/** Instructions that depend on what is multiplied. */
const WHOLE_NUMBERS = {
  product: [0xfd, 0xba, 0x01],
  addVectors: [0xfd, 0xae, 0x01],
  lane: (index: number) => [0xfd, 0x1b, index],
  add: ADD,
  store: (offset: number) => [0x36, 0x02, offset],
}
const FLOATS: typeof WHOLE_NUMBERS = {
  product: [0xfd, 0xe6, 0x01],
  addVectors: [0xfd, 0xe4, 0x01],
  lane: (index) => [0xfd, 0x1f, index],
  add: [0x92],
  store: (offset) => [0x38, 0x02, offset],
}

function body({ product, addVectors, lane, add, store }: typeof WHOLE_NUMBERS): number[] {
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
        ...product,
        ...get(sumOf(at, by)),
        ...addVectors,
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
      ...[0, 1, 2, 3].flatMap((i) => [...get(sum), ...lane(i), ...(i === 0 ? [] : add)]),
      ...store(4 * at),
    ]),
  ]
}
