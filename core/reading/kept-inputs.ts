/** Inputs that more will be asked of in a moment, so that each is sent and read once. */
export interface KeptInputs<Input extends object> {
  /**
   * @param input null: it was given before
   * @throws what `isInputGone` tells: it was, and is kept no more
   */
  of(key: string, input: Input | null): Input
}

const GONE = 'InputGone'

/** Whether it was asked for by the key alone and is kept no more: whoever has it gives it again. */
export function isInputGone(error: unknown): boolean {
  return error instanceof Error && error.name === GONE
}

/** Each may be as long as a visit, with all that was read of it. */
const MOST = 2
/** Words of patients stay no longer than somebody works with them. */
const FORGOTTEN_AFTER_MS = 60_000

export function keptInputs<Input extends object>(): KeptInputs<Input> {
  const kept = new Map<string, { input: Input; forget: NodeJS.Timeout }>()

  function keep(key: string, input: Input) {
    const forget = setTimeout(() => kept.delete(key), FORGOTTEN_AFTER_MS).unref()
    clearTimeout(kept.get(key)?.forget)
    kept.delete(key)
    kept.set(key, { input, forget })
    const [oldest] = kept.keys()
    if (kept.size > MOST && oldest !== undefined) {
      clearTimeout(kept.get(oldest)?.forget)
      kept.delete(oldest)
    }
  }

  return {
    of(key, input) {
      const own = kept.get(key)?.input ?? input
      if (!own) throw Object.assign(new Error('the input is not kept'), { name: GONE })
      keep(key, own)
      return own
    },
  }
}
