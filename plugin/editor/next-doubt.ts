import { type Command, TextSelection } from 'prosemirror-state'
import type { Support } from '../text/evidence.ts'
import { marksKey } from './marks.ts'

/**
 * To the next words without a source, or with one that says something else; after the last comes
 * the first.
 */
export function goToNextDoubt(tell: (words: string, support: Support) => void): Command {
  return (state, dispatch) => {
    const doubts = marksKey.getState(state)?.doubts ?? []
    const next = doubts.find(({ from }) => from > state.selection.head) ?? doubts[0]
    if (!next) return false
    const $place = TextSelection.near(state.doc.resolve(next.from), 1)
    dispatch?.(state.tr.setSelection($place).scrollIntoView())
    tell(state.doc.textBetween(next.from, next.to, ' ', ' '), next.support)
    return true
  }
}
