/**
 * Whose prompt is in the model's memory, and its way into and out of the visit's file. A file is
 * written when it lacks so much that reading it again would be felt, and when another visit takes
 * the memory; it is worth nothing while it is written, which the service is told before and after.
 */
import type { Token } from 'node-llama-cpp'
import type { PromptMemory } from './prompt-memory.ts'
import type { PromptPlace } from './protocol.ts'

export type VisitNotice =
  | { type: 'keeping'; visit: string }
  | { type: 'kept'; visit: string; sizeBytes: number }

/** Seconds of a small model; writing costs some milliseconds. */
const WORTH_KEEPING_TOKENS = 256
const REMEMBERED_VISITS = 8

export interface VisitMemory {
  /**
   * Puts the visit's memory in place of the one before. Null: whoever asks has no visit, and
   * nothing of it is kept.
   */
  enter(place: PromptPlace | null): Promise<void>
  /** @param reusedTokens behind them the memory may say something else than the file does */
  keepIfGrown(reusedTokens: number): Promise<void>
  /**
   * How many of the prompt's tokens behind the reused ones were already evaluated once for this
   * visit.
   */
  repeated(prompt: readonly Token[], reusedTokens: number): number
}

export function visitMemory(
  memory: PromptMemory,
  onNotice: (notice: VisitNotice) => void,
): VisitMemory {
  let current: { visit: string; file: number | null; keptTokens: number } | null = null
  const read = new Map<string, readonly Token[]>()

  async function keep(leastGrowth: number) {
    if (!current || current.file === null) return
    const tokens = memory.wholeTokens()
    if (tokens - current.keptTokens < leastGrowth) return
    const { visit, file } = current
    onNotice({ type: 'keeping', visit })
    try {
      const sizeBytes = await memory.save(file)
      current.keptTokens = tokens
      onNotice({ type: 'kept', visit, sizeBytes })
    } catch {
      // No room left in memory: the file stays worthless, and is not tried again for this visit.
      current.file = null
    }
  }

  return {
    async enter(place) {
      if (current && current.visit === place?.visit) {
        current.file = place.file
        if (place.sizeBytes === 0) current.keptTokens = 0
        return
      }
      if (current?.file !== place?.file) await keep(1)
      current = null
      if (!place) return
      const { visit, file, sizeBytes } = place
      const isBack = file !== null && sizeBytes > 0 && (await memory.load(file, sizeBytes))
      current = { visit, file, keptTokens: isBack ? memory.wholeTokens() : 0 }
    },

    async keepIfGrown(reusedTokens) {
      if (current) current.keptTokens = Math.min(current.keptTokens, reusedTokens)
      await keep(WORTH_KEEPING_TOKENS)
    },

    repeated(prompt, reusedTokens) {
      const key = current?.visit ?? ''
      const before = read.get(key) ?? []
      read.delete(key)
      read.set(key, prompt)
      if (read.size > REMEMBERED_VISITS) read.delete(read.keys().next().value as string)
      const common = prompt.findIndex((token, index) => token !== before[index])
      return Math.max(0, (common < 0 ? prompt.length : common) - reusedTokens)
    },
  }
}
