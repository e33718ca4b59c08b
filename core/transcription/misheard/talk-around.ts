/** How probable words are where others were heard, with the two before and the two behind them. */
import type { WordModel } from './word-model.ts'

export interface TalkAround {
  /** Natural logarithm, of `row` in the place of the words [first, last]. */
  probabilityOf(row: readonly string[], first: number, last: number): number
}

interface Talk {
  /** For each word of a text the words it was counted as. */
  spoken: readonly (readonly string[])[]
  /** Said right before the text, and right behind it. */
  before: string
  behind: string
}

export function talkAround({ spoken, before, behind }: Talk, model: WordModel): TalkAround {
  const earlier = model.wordsOf(before).slice(-2)
  const later = model.wordsOf(behind).slice(0, 2)
  return {
    probabilityOf(row, first, last) {
      const left = [...earlier, ...spoken.slice(Math.max(0, first - 2), first).flat()].slice(-2)
      const right = [...spoken.slice(last + 1, last + 3).flat(), ...later].slice(0, 2)
      const all = [...left, ...row, ...right]
      let sum = 0
      for (let at = left.length; at < all.length; at++)
        sum += model.logProbability([all[at - 2] ?? '', all[at - 1] ?? ''], all[at]!)
      return sum
    },
  }
}
