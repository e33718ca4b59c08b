import type { FileInfo } from '../../core/contract/files.ts'
import type { Catalogue } from '../locales/pt-BR.ts'
import { hasCode } from '../services/api-client.ts'
import { mayTryAgain } from '../services/upload-fault.ts'
import type { Model } from '../state/model.ts'
import type { UploadItem } from '../state/upload-item.ts'
import { quoteOf } from '../text/evidence.ts'
import { sizeText } from '../text/figures.ts'
import { faultWords } from '../text/upload-words.ts'
import { type Children, type Component, m, type Vnode, type VnodeDOM } from '../view.ts'
import { button } from './button.ts'
import { openLine, openParts } from './files-use.ts'
import { bringIntoView, isFocusFree } from './focus.ts'
import { icon } from './icon.ts'

interface Attrs {
  model: Model
  item: UploadItem
  /** Uploads are on: there is something to do about it. */
  mayAdd: boolean
}

/** One file: what it is, how far it is, what was read from it. */
export function FileRow(): Component<Attrs> {
  let asksToRemove = false
  let backFromQuestion = false

  function close() {
    asksToRemove = false
    backFromQuestion = true
  }

  function actions({ model, item }: Attrs): Children {
    const { t, uploads } = model
    const { name, state, fault } = item
    if (state !== 'ready' && state !== 'failed')
      return button(t.files.cancel, {
        kind: 'quiet',
        'aria-label': t.files.cancelOf(name),
        onclick: () => uploads.cancel(item),
      })
    return [
      fault &&
        mayTryAgain(fault) &&
        button(t.files.retry, {
          'aria-label': t.files.retryOf(name),
          onclick: () => uploads.retry(item),
        }),
      m(
        '.remove',
        {
          oncreate({ dom }: VnodeDOM) {
            if (backFromQuestion && isFocusFree(dom)) dom.querySelector('button')?.focus()
            backFromQuestion = false
          },
        },
        button(t.files.remove, {
          kind: 'quiet',
          'aria-label': t.files.removeOf(name),
          onclick(event) {
            // What never reached the box is gone without a question.
            if (state === 'ready' || item.info) asksToRemove = true
            else void remove(model, item, event)
          },
        }),
      ),
    ]
  }

  function question({ model, item }: Attrs): Children {
    const { t } = model
    return m(
      '.remove-question[role=group]',
      {
        key: 'question',
        'aria-label': t.files.removeOf(item.name),
        oncreate({ dom }: VnodeDOM) {
          if (isFocusFree(dom)) dom.querySelector<HTMLElement>('.button.plain')?.focus()
        },
        onkeydown(event: KeyboardEvent) {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close()
        },
      },
      m('p', t.files.removeQuestion),
      m('.row', [
        button(t.files.remove, {
          kind: 'danger',
          'aria-label': t.files.removeOf(item.name),
          onclick(event) {
            close()
            void remove(model, item, event)
          },
        }),
        // Last, where the button before was: a double click keeps it.
        button(t.files.keep, { 'aria-label': t.files.keepOf(item.name), onclick: close }),
      ]),
    )
  }

  function foot(attrs: Attrs): Children {
    const { model, item, mayAdd } = attrs
    return m('.row.file-foot', { key: 'foot' }, [
      item.state === 'ready' && item.info && textToggle(model, item, item.info),
      mayAdd && m('.row.file-actions', actions(attrs)),
    ])
  }

  return {
    view({ attrs }: Vnode<Attrs>) {
      const { model, item } = attrs
      const { t, uploads } = model
      const { fault, info } = item
      return m('li.card.file', { class: item.state }, [
        m('.file-head', [
          thumbnail(model, item),
          m('.file-words', [
            m('strong', item.name),
            m('p.note', facts(model, item)),
            stateLine(model, item),
          ]),
        ]),
        item.state === 'uploading' && progress(model, item),
        fault && m('p.file-fault', faultWords(t, fault, uploads.limits, item.sizeBytes)),
        // A list of one: each is another element, and the focus follows.
        [asksToRemove ? question(attrs) : foot(attrs)],
        item.state === 'ready' &&
          info &&
          uploads.texts.isOpen(info.id) &&
          m(FileText, { model, item, file: info }),
      ])
    },
  }
}

async function remove({ t, uploads, notices }: Model, item: UploadItem, event: Event) {
  const row = (event.currentTarget as HTMLElement).closest('.file')
  const panel = row?.closest<HTMLElement>('.files')
  try {
    await uploads.remove(item)
    notices.announce(t.files.removed(item.name))
    // The button that was pressed is gone.
    if (panel && isFocusFree(panel, row)) panel.focus()
  } catch (error) {
    const isHeld = hasCode(error, 'legal_hold')
    notices.show(isHeld ? t.files.removeHeld : t.files.removeFailed, 'error')
  }
}

function facts({ t, deps }: Model, { sizeBytes, info, source }: UploadItem): string {
  const pages = info?.pages
  return [
    sizeText(sizeBytes, t.language),
    pages && info.type === 'application/pdf' ? t.files.pages(pages) : '',
    source === 'host' && deps.settings.enableFileUpload ? t.files.fromHost : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

function stateLine(
  { t }: Model,
  { state, progress: share, waiting, fault, info }: UploadItem,
): Children {
  const { states } = t.files
  if (state === 'ready')
    return openLine(t, info) ?? m('p.file-state', icon('check', 14), states.ready)
  if (state === 'failed') {
    const isCanceled = fault?.code === 'UPLOAD_CANCELED'
    return m('p.file-state', icon('warning', 14), isCanceled ? states.canceled : states.failed)
  }
  if (waiting) return m('p.file-state', icon('offline', 14), states.waiting)
  if (state === 'queued') return m('p.file-state', icon('history', 14), states.queued)
  const words = state === 'uploading' ? t.files.uploading(Math.round(share * 100)) : states[state]
  return m('p.file-state', m('span.spinner'), words)
}

function progress({ t }: Model, { name, progress: share }: UploadItem): Children {
  return m(
    '.progress[role=progressbar][aria-valuemin=0][aria-valuemax=100]',
    { 'aria-valuenow': Math.round(share * 100), 'aria-label': t.files.progressOf(name) },
    m('i', { style: { transform: `scaleX(${share})` } }),
  )
}

function thumbnail({ uploads }: Model, { info }: UploadItem): Children {
  const picture = info?.has_thumbnail ? uploads.thumbnails.get(info.id) : undefined
  if (!picture) {
    const isPicture = info?.type?.startsWith('image/')
    return m('.thumbnail', icon(isPicture ? 'image' : 'document', 22))
  }
  return m(
    '.thumbnail',
    m('canvas[aria-hidden=true]', {
      key: info?.id,
      width: picture.width,
      height: picture.height,
      oncreate: ({ dom }: VnodeDOM) =>
        (dom as HTMLCanvasElement).getContext('2d')?.drawImage(picture, 0, 0),
    }),
  )
}

interface TextAttrs {
  model: Model
  item: UploadItem
  file: FileInfo
}

/** Opens and closes what was read of a file. */
function textToggle({ t, uploads }: Model, item: UploadItem, file: FileInfo): Children {
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
function FileText(): Component<TextAttrs> {
  let shown: unknown

  function settle({ dom, attrs: { model, file } }: VnodeDOM<TextAttrs>) {
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
    view({ attrs: { model, item, file } }: Vnode<TextAttrs>) {
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
