/**
 * How much of a prompt is evaluated at once. Memory is kept and compared in pieces of a fixed size,
 * because a processor adds up in another order for shorter batches. Several pieces may be evaluated
 * as one: batches of 64, 128, 192, 256 and 512 leave the same bits (measured for f32, q8_0, q4_0,
 * q4_K, q5_K and q6_K, one and two threads; 16, 32 and 65 do not), and threads that share their
 * processor with others wait for each other at every layer of every batch, not of every token: on a
 * busy machine 512 at once cost a quarter of what 64 cost.
 *
 * Only for models whose sums are known to depend on nothing else. With experts, a sliding window or
 * a recurrent state it depends on the batch what is added up together.
 */
import type { GgufMetadata, LlamaModel } from 'node-llama-cpp'

/**
 * Tokens. On an idle processor as fast as 512 (batches of 32 take twice as long a token), and small
 * enough that the processor is free within a second for models of up to about a billion weights on
 * two cores.
 */
export const PIECE = 64
/** What the runtime takes in one batch, as its contexts are made here. */
const MOST_TOKENS = 512
/** Somebody who cancels waits for the batch at hand. */
const LONGEST_MS = 250

const PLAIN_ARCHITECTURES = ['llama', 'qwen2', 'qwen3', 'granite', 'smollm3']

/** Pieces at once, as long as a batch stays short. */
export interface Batching {
  /** 1 or more. */
  pieces(): number
  /** What a batch of so many took. */
  took(pieces: number, ms: number): void
}

/** @param batchTokens that the context takes at once */
export function batching(model: Pick<LlamaModel, 'fileInfo'>, batchTokens: number): Batching {
  const most = joinsPieces(model.fileInfo.metadata)
    ? piecesIn(Math.min(batchTokens, MOST_TOKENS))
    : 1
  let next = 1
  return {
    pieces: () => next,
    took(pieces, ms) {
      const fitting = Math.floor((LONGEST_MS * pieces) / Math.max(ms, 1))
      next = Math.max(1, Math.min(most, fitting, pieces * 2))
    },
  }
}

export function wholePieces(tokens: number): number {
  return piecesIn(tokens) * PIECE
}

function piecesIn(tokens: number): number {
  return Math.floor(tokens / PIECE)
}

function joinsPieces(metadata: GgufMetadata): boolean {
  const { architecture } = metadata.general
  if (!PLAIN_ARCHITECTURES.includes(architecture)) return false
  const facts = metadata[architecture as 'llama'] as
    | { expert_count?: number; attention?: { sliding_window?: number } }
    | undefined
  return !facts?.expert_count && !facts?.attention?.sliding_window
}
