import { z } from 'zod'
import data from './portuguese/words.json' with { type: 'json' }

const WordFile = z.strictObject({ words: z.array(z.string().min(2)) })

/** Length of the beginning that all words of a line share. */
const BEGINNING = 2

/**
 * Words of everyday and clinical Portuguese, folded. Where they come from: portuguese/README.md. A
 * line of the file is divided when a word with its beginning is first asked for: all of them at
 * once would keep the process busy for a tenth of a second.
 */
export function portugueseWords(): Pick<ReadonlySet<string>, 'has'> {
  const lines = new Map(
    WordFile.parse(data).words.map((line) => [line.slice(0, BEGINNING), line] as const),
  )
  const divided = new Map<string, ReadonlySet<string>>()

  function wordsWith(beginning: string): ReadonlySet<string> {
    const words = new Set(lines.get(beginning)?.split(' '))
    divided.set(beginning, words)
    return words
  }

  return {
    has(word) {
      const beginning = word.slice(0, BEGINNING)
      return (divided.get(beginning) ?? wordsWith(beginning)).has(word)
    },
  }
}
