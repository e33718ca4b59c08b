import type { TextGenerator } from '../../core/document/models/ports.ts'

export interface LineWriterDouble extends TextGenerator {
  /** What was asked, piece by piece: the end of each prompt. */
  asked: string[]
}

/** A language model that writes what it is told to. @param write the line for the last paragraph of a prompt */
export function lineWriter(
  write: (asked: string, signal: AbortSignal) => string | Promise<string>,
): LineWriterDouble {
  const asked: string[] = []
  return {
    model: 'double',
    asked,
    async generate({ user }, { signal }) {
      signal.throwIfAborted()
      const last = user.split('\n\n').at(-1) ?? ''
      asked.push(last)
      return JSON.stringify({ line: await write(last, signal) })
    },
    async [Symbol.asyncDispose]() {},
  }
}
