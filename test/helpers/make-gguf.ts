/**
 * Writes a GGUF model with random weights and a small but real tokenizer. It runs the whole path of
 * a language model (tokenizer, chat template, grammar, memory, speed) without any download; what it
 * says is noise, so it can prove structure and never content. The same seed gives the same file.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import {
  bytePairVocabulary,
  type ChatTokens,
  sentencePieceVocabulary,
  type Vocabulary,
} from './gguf-vocabulary.ts'

export interface ModelShape {
  width: number
  layers: number
  heads: number
  feedForward: number
  contextTokens: number
  /** `q8_0` and `q4_0` as released models are stored; `f32` for the smallest. */
  weights: 'f32' | 'q8_0' | 'q4_0'
  tokenizer: 'sentencepiece' | 'byte-pair'
  seed: number
  /**
   * Further tokens of no meaning, so that sampling costs what it costs with a released vocabulary.
   */
  fillerTokens: number
  /** ChatML unless another format is asked for. */
  chat?: { template: string; tokens: ChatTokens }
}

export const TINY: ModelShape = {
  width: 64,
  layers: 2,
  heads: 4,
  feedForward: 128,
  contextTokens: 8192,
  weights: 'f32',
  tokenizer: 'sentencepiece',
  seed: 1,
  fillerTokens: 0,
}

type Value =
  | { type: 'string' | 'u32' | 'f32' | 'bool'; value: string | number | boolean }
  | { type: 'strings'; value: string[] }
  | { type: 'floats' | 'ints'; value: number[] }

interface Tensor {
  name: string
  shape: number[]
  kind: 'f32' | 'q8_0' | 'q4_0'
}

const ALIGNMENT = 32
const TYPE_IDS = { u32: 4, ints: 5, f32: 6, bool: 7, string: 8 } as const
const ARRAY_TYPE_ID = 9
const TENSOR_KINDS = {
  f32: { id: 0, block: 1, bytes: 4 },
  q4_0: { id: 2, block: 32, bytes: 18 },
  q8_0: { id: 8, block: 32, bytes: 34 },
}
const CHATML =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"

/** @returns the path it wrote */
export function makeGguf(path: string, options: Partial<ModelShape> = {}): string {
  const shape = { ...TINY, ...options }
  const vocabulary =
    shape.tokenizer === 'byte-pair'
      ? bytePairVocabulary(shape.fillerTokens, shape.chat?.tokens)
      : sentencePieceVocabulary(shape.fillerTokens, shape.chat?.tokens)
  const tensors = tensorsOf(shape, vocabulary.tokens.length)
  const random = randomNumbers(shape.seed)
  const file = openSync(path, 'w')
  try {
    let written = writeSync(file, header(metadataOf(shape, vocabulary), tensors))
    written += writeSync(file, Buffer.alloc(padding(written)))
    for (const tensor of tensors)
      for (const chunk of weights(tensor, shape.width, random)) writeSync(file, chunk)
  } finally {
    closeSync(file)
  }
  return path
}

function tensorsOf(
  { width, layers, feedForward, weights: kind }: ModelShape,
  tokens: number,
): Tensor[] {
  const norm = (name: string): Tensor => ({ name, shape: [width], kind: 'f32' })
  const matrix = (name: string, columns: number, rows: number): Tensor => ({
    name,
    shape: [columns, rows],
    kind,
  })
  const blocks = Array.from({ length: layers }, (_, index) => {
    const at = (name: string) => `blk.${index}.${name}.weight`
    return [
      norm(at('attn_norm')),
      ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((name) =>
        matrix(at(name), width, width),
      ),
      norm(at('ffn_norm')),
      matrix(at('ffn_gate'), width, feedForward),
      matrix(at('ffn_up'), width, feedForward),
      matrix(at('ffn_down'), feedForward, width),
    ]
  })
  return [
    matrix('token_embd.weight', width, tokens),
    ...blocks.flat(),
    norm('output_norm.weight'),
    matrix('output.weight', width, tokens),
  ]
}

function metadataOf(shape: ModelShape, vocabulary: Vocabulary): [string, Value][] {
  const text = (value: string): Value => ({ type: 'string', value })
  const whole = (value: number): Value => ({ type: 'u32', value })
  return [
    ['general.architecture', text('llama')],
    ['general.name', text('random weights for tests')],
    ['llama.context_length', whole(shape.contextTokens)],
    ['llama.embedding_length', whole(shape.width)],
    ['llama.block_count', whole(shape.layers)],
    ['llama.feed_forward_length', whole(shape.feedForward)],
    ['llama.attention.head_count', whole(shape.heads)],
    ['llama.attention.head_count_kv', whole(shape.heads)],
    ['llama.attention.layer_norm_rms_epsilon', { type: 'f32', value: 1e-5 }],
    ['llama.rope.dimension_count', whole(shape.width / shape.heads)],
    ['llama.vocab_size', whole(vocabulary.tokens.length)],
    ['tokenizer.ggml.model', text(vocabulary.model)],
    ...(vocabulary.pre ? [['tokenizer.ggml.pre', text(vocabulary.pre)] as [string, Value]] : []),
    ['tokenizer.ggml.tokens', { type: 'strings', value: vocabulary.tokens }],
    ['tokenizer.ggml.scores', { type: 'floats', value: vocabulary.scores }],
    ['tokenizer.ggml.token_type', { type: 'ints', value: vocabulary.types }],
    ...(vocabulary.merges
      ? [
          ['tokenizer.ggml.merges', { type: 'strings', value: vocabulary.merges }] as [
            string,
            Value,
          ],
        ]
      : []),
    ['tokenizer.ggml.bos_token_id', whole(vocabulary.bos)],
    ['tokenizer.ggml.eos_token_id', whole(vocabulary.eos)],
    ['tokenizer.ggml.unknown_token_id', whole(0)],
    ['tokenizer.chat_template', text(shape.chat?.template ?? CHATML)],
  ]
}

function header(metadata: [string, Value][], tensors: Tensor[]): Buffer {
  const parts: Buffer[] = [Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(metadata.length)]
  for (const [key, value] of metadata) parts.push(string(key), ...encoded(value))
  let offset = 0
  for (const { name, shape, kind } of tensors) {
    parts.push(string(name), u32(shape.length), ...shape.map(u64))
    parts.push(u32(TENSOR_KINDS[kind].id), u64(offset))
    const bytes = sizeBytes({ name, shape, kind })
    offset += bytes + padding(bytes)
  }
  return Buffer.concat(parts)
}

function encoded(value: Value): Buffer[] {
  if (value.type === 'strings')
    return [
      u32(ARRAY_TYPE_ID),
      u32(TYPE_IDS.string),
      u64(value.value.length),
      ...value.value.map(string),
    ]
  if (value.type === 'floats' || value.type === 'ints') {
    const one = value.type === 'floats' ? f32 : u32
    const id = value.type === 'floats' ? TYPE_IDS.f32 : TYPE_IDS.ints
    return [u32(ARRAY_TYPE_ID), u32(id), u64(value.value.length), ...value.value.map(one)]
  }
  const { type, value: one } = value
  if (type === 'string') return [u32(TYPE_IDS.string), string(String(one))]
  if (type === 'bool') return [u32(TYPE_IDS.bool), Buffer.from([one ? 1 : 0])]
  return [u32(TYPE_IDS[type]), type === 'f32' ? f32(Number(one)) : u32(Number(one))]
}

/** A tensor's bytes in pieces of some megabytes, padded to the alignment at its end. */
function* weights(tensor: Tensor, width: number, random: () => number): Generator<Buffer> {
  const { block, bytes } = TENSOR_KINDS[tensor.kind]
  const blocks = elements(tensor) / block
  const isNorm = tensor.shape.length === 1
  const blocksAtOnce = 65_536
  for (let from = 0; from < blocks; from += blocksAtOnce) {
    const count = Math.min(blocksAtOnce, blocks - from)
    const chunk = Buffer.alloc(count * bytes)
    if (tensor.kind === 'f32')
      for (let index = 0; index < count; index += 1)
        chunk.writeFloatLE(isNorm ? 1 : (random() - 0.5) * (4 / Math.sqrt(width)), index * 4)
    else fillQuantized(chunk, count, bytes, tensor.kind === 'q4_0' ? 8 : 127, width, random)
    yield chunk
  }
  yield Buffer.alloc(padding(sizeBytes(tensor)))
}

function fillQuantized(
  chunk: Buffer,
  count: number,
  bytes: number,
  levels: number,
  width: number,
  random: () => number,
) {
  const scale = half(2 / Math.sqrt(width) / levels)
  for (let index = 0; index < chunk.length; index += 4)
    chunk.writeUInt32LE((random() * 0xffff_ffff) >>> 0, Math.min(index, chunk.length - 4))
  for (let index = 0; index < count; index += 1) chunk.writeUInt16LE(scale, index * bytes)
}

function elements({ shape }: Tensor): number {
  return shape.reduce((product, one) => product * one, 1)
}

function sizeBytes(tensor: Tensor): number {
  const { block, bytes } = TENSOR_KINDS[tensor.kind]
  return (elements(tensor) / block) * bytes
}

function padding(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT
}

/** Small and positive numbers only: all that scales need. */
function half(value: number): number {
  const exponent = Math.floor(Math.log2(value))
  if (exponent < -14) return Math.round(value * 2 ** 24)
  return ((exponent + 15) << 10) | Math.round((value / 2 ** exponent - 1) * 1023)
}

/** xorshift32: fast and the same everywhere. */
function randomNumbers(seed: number): () => number {
  let state = seed * 2_654_435_761 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 0x1_0000_0000
  }
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}

function u64(value: number): Buffer {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64LE(BigInt(value))
  return buffer
}

function f32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeFloatLE(value)
  return buffer
}

function string(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([u64(bytes.length), bytes])
}
