/**
 * What a page that is being left can still do for words that are not saved: send them once, if they
 * are not too many.
 */
import { jsonOf } from '../services/json.ts'

/** How words stand that the doctor types. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict' | 'too_long'

/** Limit of a request that outlives its page; browsers allow 64 KiB. */
const LAST_BYTES = 60 * 1024

/**
 * Whether the doctor is asked first: words are in danger that cannot go out with the page, or may
 * have a request that ends with it.
 */
export function asksBeforeLeaving(state: SaveState, words: unknown): boolean {
  if (state === 'saved') return false
  return state !== 'unsaved' || new Blob([jsonOf(words)]).size > LAST_BYTES
}
