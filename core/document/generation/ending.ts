/**
 * What ended the writing of a document, and what would have. A document is only kept when its
 * grammar was complete: every other end leaves none. Single texts in it may have been ended at
 * their bound all the same, and are counted.
 */
import type { DocumentOrigin } from '../record/document-store.ts'

export type EndedBy =
  /** Every field of the document model was written, in its order and shape. */
  | 'complete'
  | 'time_limit'
  | 'canceled'
  /** The engine: its token limit, or an answer that was no legal one. */
  | 'engine'
  /** Anything else: the failure tells. */
  | 'failure'
  | 'not_ended'

export interface Ending {
  by: EndedBy
  /**
   * Texts that did not end by themselves: at their bound, or going in circles. Null where that was
   * not kept.
   */
  textsCut: number | null
  /**
   * Where it would have been stopped: null for a rule that does not bind, empty where nothing was
   * kept.
   */
  limits: Record<string, number | null>
}

const BY: Record<string, EndedBy> = {
  generation_timeout: 'time_limit',
  canceled: 'canceled',
  generation_failed: 'engine',
}

/**
 * @param origin null where none is kept: it failed, was deleted, or is from before there were
 * origins
 */
export function endingOf(
  { writtenAt, failure }: { writtenAt: Date | null; failure: string | null },
  origin: Pick<DocumentOrigin, 'recipe' | 'textsCut' | 'timeLimitMs'> | null,
): Ending {
  const by = writtenAt ? 'complete' : failure === null ? 'not_ended' : (BY[failure] ?? 'failure')
  return { by, textsCut: origin?.textsCut ?? null, limits: limitsOf(origin) }
}

function limitsOf(origin: Parameters<typeof endingOf>[1]): Ending['limits'] {
  if (!origin) return {}
  const { recipe, timeLimitMs } = origin
  const bounds = ['maxTokens', 'textChars', 'listItems'].flatMap(
    (name): [string, number | null][] => {
      const value = recipe[name]
      return value === undefined || typeof value === 'string' ? [] : [[name, value]]
    },
  )
  return Object.fromEntries([
    ...bounds,
    ...(timeLimitMs === undefined ? [] : [['timeLimitMs', timeLimitMs] as const]),
  ])
}
