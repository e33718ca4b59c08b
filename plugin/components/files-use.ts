/** How much of a file was read, beside the file: whatever was not is said, where, and what to do. */
import type { FileInfo } from '../../core/contract/files.ts'
import type { Catalogue } from '../locales/pt-BR.ts'
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

/** The sentences, over the text that was read. */
export function openParts({ use }: FileInfo): Children {
  if (!use || use.unused.length === 0) return null
  return m(
    'ul.unread-parts',
    use.unused.map(({ message }) => m('li', message)),
  )
}
