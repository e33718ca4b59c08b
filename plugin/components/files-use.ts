/**
 * How much of a file was read, beside the file: whatever was not is said, where, and what to do.
 */
import type { FileInfo } from '../../core/contract/files.ts'
import type { Catalogue } from '../locales/pt-BR.ts'
import type { Model } from '../state/model.ts'
import { type Children, m } from '../view.ts'
import { icon } from './icon.ts'

/** Instead of the green mark, while a part of the file is open; undefined when all was read. */
export function openLine(t: Catalogue, file: FileInfo | undefined): Children | undefined {
  const use = file?.use
  if (!use || use.unused.length === 0) return undefined
  const open = use.given - use.used
  const words = open > 0 ? t.files.pagesOpen(open, use.given) : t.files.notAllRead
  return m('p.file-state.unread', icon('warning', 14), words)
}

/** Over a draft: how much of the visit's files and texts it does not rest on. It leads to them. */
export function unreadNotice({ t, uploads, nav, consultation }: Model): Children {
  const uses = uploads.items.flatMap(({ info }) => info?.use ?? [])
  const isFailed = uploads.items.some(({ state }) => state === 'failed')
  const isTextOpen = (consultation.ehr.texts_unread ?? []).length > 0
  const isFileOpen = isFailed || uses.some(({ unused }) => unused.length > 0)
  if (!isFileOpen && !isTextOpen) return null
  let given = 0
  let open = 0
  for (const use of uses) {
    given += use.given
    open += use.given - use.used
  }
  return m(
    'p.missed-notice',
    icon('warning', 15),
    m(
      'button.link[type=button]',
      { onclick: () => nav.go(isFileOpen ? 'files' : 'context') },
      open > 0 ? t.files.pagesOpen(open, given) : t.files.notAllRead,
    ),
  )
}

/** What of context and history is not read: over the text, as files have it over theirs. */
export function openTexts({ consultation }: Model): Children {
  return sentences(consultation.ehr.texts_unread ?? [])
}

/** The sentences, over the text that was read. */
export function openParts({ use }: FileInfo): Children {
  if (!use || use.unused.length === 0) return null
  return sentences(use.unused.map(({ message }) => message))
}

function sentences(told: readonly string[]): Children {
  if (told.length === 0) return null
  return m(
    'ul.unread-parts',
    told.map((message) => m('li', message)),
  )
}
