import { inOrder } from '../../core/in-order.ts'

/** What Whisper takes of a prompt: half of its text window. */
const WHISPER_PROMPT_TOKENS = 224

/** A released Whisper, by the size in its name: `whisper-large-v3`, `Systran/faster-whisper-small`, `openai/whisper-medium`, `distil-whisper/distil-large-v3`. */
const RELEASED_WHISPER = inOrder(/whisper/i, /tiny|base|small|medium|large|turbo/i)

/**
 * How much a server of the network may be told before it listens. A model that was never taught to listen writes down what it is
 * told, or nothing at all, and no server says which one it is: `auto` goes by the name that the administrator gave. `whisper-1` is a
 * name that servers give to anything.
 */
export function knownPromptTokens(model: string, setting: 'auto' | 'none' | 'whisper'): number {
  if (setting === 'none') return 0
  return setting === 'whisper' || RELEASED_WHISPER.test(model) ? WHISPER_PROMPT_TOKENS : 0
}
