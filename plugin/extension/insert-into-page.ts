/** Puts a document at the caret of the field that the doctor last clicked on the page beside. */

import { wordsOf } from './field-words.ts'
import { PageClosedError } from './page-link.ts'
import type { RuledPage } from './ruled-page.ts'
import { words } from './words.ts'

export interface Told {
  text: string
  ok: boolean
  /** It can be taken back. */
  undo?: boolean
  /** The document's fields can be had one by one. */
  fields?: boolean
  /** The address of a frame that the doctor may open for it. */
  closed?: string | undefined
  /** The extension has to start again for it. */
  restart?: boolean
}

export async function insertIntoPage(
  page: RuledPage,
  turn: string,
  markdown: string,
): Promise<Told> {
  try {
    const { name, outcome, closed } = await page.insert(turn, wordsOf(markdown))
    if (closed !== undefined) return { text: words.frames.field(hostOf(closed)), ok: false, closed }
    if (outcome === 'written') return { text: words.fill.written(name), ok: true, undo: true }
    return { text: words.fill[outcome], ok: false, undo: outcome === 'altered' }
  } catch (error) {
    return { text: closedOr(error), ok: false }
  }
}

/** @returns also whether something of it was taken back */
export async function undoInPage(
  page: RuledPage | undefined,
  turn: string,
): Promise<Told & { wasChanged: boolean }> {
  try {
    const left = await page?.undo(turn)
    if (!left) return { text: words.fill.nothingToUndo, ok: false, wasChanged: false }
    if (left.length === 0) return { text: words.fill.undone, ok: true, wasChanged: true }
    const text = words.fill.undoThere(left.filter(Boolean))
    return { text, ok: false, wasChanged: true }
  } catch (error) {
    return { text: closedOr(error), ok: false, wasChanged: false }
  }
}

export function closedOr(error: unknown): string {
  return error instanceof PageClosedError ? words.fill.closed : words.errors.other
}

/** Of an address, for the doctor. */
export function hostOf(address: string): string {
  return new URL(address).host
}
