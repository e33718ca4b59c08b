/**
 * The constants of an ONNX file, by name. Only what the voice-activity weights need of the format:
 * a walk through the protobuf to every `Constant` node, those inside the branches of an `If`
 * included.
 */

export interface Constant {
  dims: number[]
  values: Float32Array
}

/**
 * Float constants of the graph and its branches. Names repeat between branches: the last part after
 * `__` is kept in a list.
 */
export function onnxConstants(file: Uint8Array): Map<string, Constant[]> {
  const found = new Map<string, Constant[]>()
  for (const [field, value] of messageFields(file)) {
    if (field === MODEL_GRAPH) walkGraph(bytes(value), found)
  }
  return found
}

const MODEL_GRAPH = 7
const GRAPH_NODE = 1
const NODE_OUTPUT = 2
const NODE_TYPE = 4
const NODE_ATTRIBUTE = 5
const ATTRIBUTE_TENSOR = 5
const ATTRIBUTE_GRAPH = 6
const TENSOR_DIMS = 1
const TENSOR_TYPE = 2
const TENSOR_RAW = 9
const FLOAT32 = 1

type Field = [number: number, value: bigint | Uint8Array]

function walkGraph(graph: Uint8Array, found: Map<string, Constant[]>) {
  for (const [field, value] of messageFields(graph)) {
    if (field === GRAPH_NODE) walkNode(bytes(value), found)
  }
}

function walkNode(node: Uint8Array, found: Map<string, Constant[]>) {
  let output = ''
  let type = ''
  const attributes: Uint8Array[] = []
  for (const [field, value] of messageFields(node)) {
    if (field === NODE_OUTPUT) output = text(bytes(value))
    if (field === NODE_TYPE) type = text(bytes(value))
    if (field === NODE_ATTRIBUTE) attributes.push(bytes(value))
  }
  for (const attribute of attributes) {
    for (const [field, value] of messageFields(attribute)) {
      if (field === ATTRIBUTE_GRAPH) walkGraph(bytes(value), found)
      if (field !== ATTRIBUTE_TENSOR || type !== 'Constant') continue
      const constant = floatTensor(bytes(value))
      const name = output.split('__').at(-1) ?? output
      if (constant) found.set(name, [...(found.get(name) ?? []), constant])
    }
  }
}

function floatTensor(tensor: Uint8Array): Constant | null {
  const dims: number[] = []
  let type = 0
  let raw: Uint8Array | null = null
  for (const [field, value] of messageFields(tensor)) {
    if (field === TENSOR_DIMS)
      dims.push(...(typeof value === 'bigint' ? [Number(value)] : packed(value)))
    if (field === TENSOR_TYPE) type = Number(value)
    if (field === TENSOR_RAW) raw = bytes(value)
  }
  if (type !== FLOAT32 || !raw) return null
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength)
  const values = Float32Array.from({ length: raw.byteLength / 4 }, (_, i) =>
    view.getFloat32(i * 4, true),
  )
  return { dims, values }
}

function* messageFields(message: Uint8Array): Generator<Field> {
  const at = { offset: 0 }
  while (at.offset < message.length) {
    const key = Number(varint(message, at))
    const field = key >> 3
    const wire = key & 7
    if (wire === 0) yield [field, varint(message, at)]
    else {
      const length =
        wire === 2 ? Number(varint(message, at)) : wire === 1 ? 8 : wire === 5 ? 4 : NaN
      if (!(at.offset + length <= message.length)) throw new Error('not an ONNX file')
      yield [field, message.subarray(at.offset, at.offset + length)]
      at.offset += length
    }
  }
}

function varint(message: Uint8Array, at: { offset: number }): bigint {
  let value = 0n
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = message[at.offset++]
    if (byte === undefined) break
    value |= BigInt(byte & 0x7f) << shift
    if (byte < 0x80) return value
  }
  throw new Error('not an ONNX file')
}

function packed(list: Uint8Array): number[] {
  const at = { offset: 0 }
  const numbers: number[] = []
  while (at.offset < list.length) numbers.push(Number(varint(list, at)))
  return numbers
}

function bytes(value: bigint | Uint8Array): Uint8Array {
  if (typeof value === 'bigint') throw new Error('not an ONNX file')
  return value
}

function text(value: Uint8Array): string {
  return new TextDecoder().decode(value)
}
