import type { FileInfo } from '../../core/contract/files.ts'
import type { Catalogue } from '../locales/pt-BR.ts'
import type { Model } from '../state/model.ts'
import type { UploadItem } from '../state/upload-item.ts'
import { quoteOf } from '../text/evidence.ts'
import { type Children, type Component, m, type Vnode, type VnodeDOM } from '../view.ts'
import { bringIntoView } from './bring-into-view.ts'
import { openParts } from './files-use.ts'
import { icon } from './icon.ts'
import { isFocusFree } from './is-focus-free.ts'

interface Attrs {
  model: Model
  item: UploadItem
  file: FileInfo
}

/** Opens and closes what was read of a file. */
export function textToggle({ t, uploads }: Model, item: UploadItem, file: FileInfo): Children {
  if (!file.text_length) return [m('p.note', t.files.noText), openParts(file)]
  const title = titleOf(t, file)
  const isOpen = uploads.texts.isOpen(file.id)
  return m(
    'button.link.text-toggle[type=button]',
    {
      'aria-expanded': String(isOpen),
      'aria-controls': isOpen ? regionId(item) : null,
      'aria-label': t.files.textOf(title, item.name),
      onclick: () => uploads.texts.toggle(file.id),
    },
    icon('chevron', 15),
    m('span', title),
  )
}

/**
 * What generators will read of a file, so that the doctor can check it; a document's source brings
 * its words into view.
 */
export function FileText(): Component<Attrs> {
  let shown: unknown

  function settle({ dom, attrs: { model, file } }: VnodeDOM<Attrs>) {
    const { mark } = model.uploads.texts
    if (mark === shown || mark?.fileId !== file.id) return
    const words = dom.querySelector<HTMLElement>('mark')
    if (!words) return
    shown = mark
    bringIntoView(words)
    if (isFocusFree(dom)) words.focus({ preventScroll: true })
  }

  return {
    oncreate: settle,
    onupdate: settle,
    view({ attrs: { model, item, file } }: Vnode<Attrs>) {
      const { t } = model
      return m(
        '.file-pages[role=region][tabindex=0]',
        { id: regionId(item), 'aria-label': t.files.textOf(titleOf(t, file), item.name) },
        [openParts(file), pages(model, file)],
      )
    },
  }
}

function titleOf(t: Catalogue, { text_from }: FileInfo): string {
  return text_from === 'recognition' ? t.files.textRecognized : t.files.textFromFile
}

function regionId({ key }: UploadItem): string {
  return `svc-file-text-${key}`
}

function pages({ t, uploads }: Model, { id }: FileInfo): Children {
  const text = uploads.texts.pagesOf(id)
  if (text === 'loading') return m('p.state-line', m('span.spinner'), t.files.textLoading)
  if (text === 'failed') return m('p.warning-text', t.files.textFailed)
  const { mark } = uploads.texts
  return text.map((words, i) => [
    text.length > 1 && m('p.page-label', t.files.page(i + 1)),
    words.trim() === ''
      ? m('p.note', t.files.emptyPage)
      : m('p.page-text', mark?.fileId === id && mark.page === i + 1 ? marked(words, mark) : words),
  ])
}

function marked(text: string, { start, end }: { start: number; end: number }): Children {
  const quote = quoteOf(text, start, end)
  return quote ? [quote.before, m('mark[tabindex=-1]', quote.words), quote.after] : text
}
