/**
 * A function in WebAssembly over one memory, written out as instructions: vector instructions on
 * every processor Node runs on, without a binary.
 */

export interface WasmFunction<Call> {
  /** Everything that is computed with lives in here. */
  memory: { buffer: ArrayBuffer }
  call: Call
}

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
  ) => { exports: Record<string, unknown> }
}

const PAGE_BYTES = 65_536
const NAME = 'call'
export const NUMBER = 0x7f
export const VECTOR = 0x7b

/**
 * @param bytes how much memory is needed
 * @param parameters how many 32-bit numbers it is given
 * @param locals behind them: [how many, type] in their order
 */
export function wasmFunction<Call>({
  bytes,
  parameters,
  locals,
  body,
}: {
  bytes: number
  parameters: number
  locals: readonly (readonly [count: number, type: number])[]
  body: readonly number[]
}): WasmFunction<Call> {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) })
  const code = sized([locals.length, ...locals.flat(), ...body, ...END_BLOCK])
  const types = new Array<number>(parameters).fill(NUMBER)
  const module = new WebAssembly.Module(
    Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      // (func (param i32 …))
      ...section(1, [1, 0x60, parameters, ...types, 0]),
      // (import "" "memory" (memory 1))
      ...section(2, [1, 0, ...name('memory'), 0x02, 0x00, 1]),
      ...section(3, [1, 0]),
      ...section(7, [1, ...name(NAME), 0x00, 0]),
      ...section(10, [1, ...code]),
    ]),
  )
  const { exports } = new WebAssembly.Instance(module, { '': { memory } })
  return { memory, call: exports[NAME] as Call }
}

// Instructions that every such function needs.
export const get = (local: number) => [0x20, local]
export const set = (local: number) => [0x21, local]
export const tee = (local: number) => [0x22, local]
export const i32 = (value: number) => [0x41, ...signedLeb(value)]
export const ADD = [0x6a]
export const LESS_THAN = [0x49]
export const LOOP = [0x03, 0x40]
export const AGAIN_IF = [0x0d, 0x00]
export const END_BLOCK = [0x0b]
export const ZERO_VECTOR = [0xfd, 0x0c, ...new Array<number>(16).fill(0)]

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

/**
 * For the small positive numbers used here: bit 6 of the last byte is the sign and must stay clear.
 */
function signedLeb(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signedLeb(value >>> 7)]
}
