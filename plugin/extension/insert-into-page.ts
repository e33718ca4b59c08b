/** Puts a document at the caret of the field that the doctor last clicked on the page beside. */
import { askPage, PageClosedError } from './page-link.ts'
import { words } from './words.ts'
import { wordsOf } from './words-of-markdown.ts'

export interface Told {
  text: string
  ok: boolean
  /** It can be taken back. */
  undo?: boolean
}

export async function insertIntoPage(markdown: string): Promise<Told> {
  try {
    const { name, outcome } = await askPage('insert', wordsOf(markdown))
    if (outcome !== 'written') return { text: words.fill[outcome], ok: false }
    return { text: words.fill.written(name), ok: true, undo: true }
  } catch (error) {
    return { text: closedOr(error), ok: false }
  }
}

export async function undoInPage(): Promise<Told> {
  try {
    const isUndone = await askPage('undo')
    return { text: isUndone ? words.fill.undone : words.fill.undoThere, ok: isUndone }
  } catch (error) {
    return { text: closedOr(error), ok: false }
  }
}

function closedOr(error: unknown): string {
  return error instanceof PageClosedError ? words.fill.closed : words.errors.other
}
