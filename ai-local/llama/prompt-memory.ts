/**
 * The model's memory (KV cache) as one stretch of tokens, evaluated so that the same tokens always
 * leave the same bits: in whole pieces that begin at multiples of their size, then one shorter
 * tail. A processor adds up in another order for another batch size; with pieces cut wherever the
 * last request happened to end, the same document could come out otherwise the second time, and a
 * replay would prove nothing.
 *
 * So of a memory that was used before only whole pieces are kept (or all of it, for the very same
 * prompt). The memory never shifts: the transcript would silently lose its beginning, so what does
 * not fit is refused.
 */
import { fstatSync, ftruncateSync } from 'node:fs'
import type { GgufMetadata, LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp'

export interface EvaluateHooks {
  signal: AbortSignal
  onBeat(): void
}

export interface PromptMemory {
  /** Tokens in whole pieces: what another prompt can begin with. */
  wholeTokens(): number
  /**
   * Evaluates all but the last token, which is for the sampler.
   * @param onWhole when all whole pieces are in memory and nothing else: the moment to save
   * @returns how many needed no evaluation
   */
  evaluate(
    prompt: readonly Token[],
    hooks: EvaluateHooks,
    onWhole: (reusedTokens: number) => Promise<void>,
  ): Promise<number>
  /**
   * Evaluates whole pieces only, one at a time: what comes behind them is not known yet, and
   * somebody else may come.
   */
  evaluateWhole(prompt: readonly Token[], hooks: EvaluateHooks): Promise<number>
  /** Writes the whole pieces into a file that has only a descriptor. @returns its size */
  save(file: number): Promise<number>
  /** @returns false, with an empty memory, when the file does not hold what was written */
  load(file: number, sizeBytes: number): Promise<boolean>
}

export function promptMemory(sequence: LlamaContextSequence, batches: Batching): PromptMemory {
  let whole = 0
  /** Where the tail of the newest prompt ended; behind it stands what was sampled. */
  let tailEnd = 0

  function reusable(prompt: readonly Token[]): number {
    const { firstDifferentIndex } = sequence.compareContextTokens([...prompt])
    const common = Math.min(firstDifferentIndex, prompt.length - 1)
    if (tailEnd === prompt.length - 1 && common === tailEnd) return tailEnd
    return Math.min(wholePieces(common), whole)
  }

  async function cutTo(length: number) {
    if (length < sequence.nextTokenIndex)
      await sequence.eraseContextTokenRanges([{ start: length, end: sequence.nextTokenIndex }])
    // Models with a sliding window may have had to forget more.
    const kept = sequence.nextTokenIndex < length ? 0 : length
    if (kept < sequence.nextTokenIndex) await sequence.clearHistory()
    if (kept !== tailEnd) tailEnd = 0
    whole = Math.min(whole, wholePieces(kept))
    return kept
  }

  async function pieces(
    prompt: readonly Token[],
    { from, to }: { from: number; to: number },
    hooks: EvaluateHooks,
    atOnce: () => number,
  ) {
    for (let start = from; start < to; start = whole) {
      hooks.signal.throwIfAborted()
      hooks.onBeat()
      const end = Math.min(to, start + atOnce() * PIECE)
      const begunAt = performance.now()
      await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(start, end))
      batches.took((end - start) / PIECE, performance.now() - begunAt)
      whole = end
    }
  }

  return {
    wholeTokens: () => whole,

    async evaluate(prompt, hooks, onWhole) {
      const reused = await cutTo(reusable(prompt))
      const last = prompt.length - 1
      if (reused === last) return reused
      const end = wholePieces(last)
      await pieces(prompt, { from: reused, to: end }, hooks, batches.pieces)
      hooks.signal.throwIfAborted()
      hooks.onBeat()
      // Where recurrent or sliding-window models can come back to.
      await sequence.takeCheckpoint()
      await onWhole(reused)
      if (end < last) await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(end, last))
      tailEnd = last
      return reused
    },

    async evaluateWhole(prompt, hooks) {
      const end = wholePieces(prompt.length)
      const { firstDifferentIndex } = sequence.compareContextTokens([...prompt])
      const reused = await cutTo(Math.min(wholePieces(Math.min(firstDifferentIndex, end)), whole))
      await pieces(prompt, { from: reused, to: end }, hooks, () => 1)
      return reused
    },

    async save(file) {
      await cutTo(whole)
      ftruncateSync(file, 0)
      const { fileSize } = await sequence.saveStateToFile(pathOf(file))
      return fileSize
    },

    async load(file, sizeBytes) {
      whole = 0
      tailEnd = 0
      if (fstatSync(file).size !== sizeBytes) {
        await sequence.clearHistory()
        return false
      }
      await sequence.loadStateFromFile(pathOf(file), { acceptRisk: true })
      whole = wholePieces(sequence.nextTokenIndex)
      return true
    },
  }
}

/** A file without a name can still be opened by whoever holds it. */
function pathOf(file: number): string {
  return `/proc/self/fd/${file}`
}

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
interface Batching {
  /** 1 or more. */
  pieces(): number
  /** What a batch of so many took. */
  took(pieces: number, ms: number): void
}

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
 * @param batchTokens that the context takes at once
 */
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
