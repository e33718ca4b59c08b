import type { Model } from '../state/model.ts'
import { limitWords } from '../text/upload-words.ts'
import { type Children, type Component, m, type Vnode } from '../view.ts'
import { button } from './button.ts'
import { FileRow } from './files-row.ts'
import { icon } from './icon.ts'

interface Attrs {
  model: Model
}

/** Also what phones of some makers save; by content it is decided later. */
const PICKED = '.pdf,.jpg,.jpeg,.png,.webp,.tif,.tiff,.gif,.bmp,.heic,.heif,application/pdf,image/*'

/** The tab Anexos (SPEC-GAPS 2.7). Without `enableFileUpload` it only shows what the host sent. */
export function FilesPanel(): Component<Attrs> {
  return {
    view({ attrs: { model } }: Vnode<Attrs>) {
      const { t, uploads, deps } = model
      const mayAdd = deps.settings.enableFileUpload
      return m('.panel.files[tabindex=-1]', [
        mayAdd ? intake(model) : uploads.items.length > 0 && m('p.note', t.files.readOnly),
        uploads.items.length > 0
          ? [
              m(
                'ul.file-list',
                { 'aria-label': t.files.listLabel },
                uploads.items.map((item) => m(FileRow, { key: item.key, model, item, mayAdd })),
              ),
              mayAdd && m('p.note', t.files.note),
            ]
          : !mayAdd && m('.empty', m('.empty-icon', icon('clip', 24)), m('h2', t.files.emptyTitle)),
      ])
    },
  }
}

function intake(model: Model): Children {
  const { t, uploads } = model
  return m('.intake', [
    m('.empty-icon', icon('clip', 24)),
    m('p', t.files.dropHere),
    m('input[type=file][multiple][hidden]', {
      accept: PICKED,
      onchange({ target }: Event) {
        const input = target as HTMLInputElement
        addByDoctor(model, [...(input.files ?? [])])
        // The same file again is a change again.
        input.value = ''
      },
    }),
    button(t.files.choose, {
      kind: 'primary',
      onclick({ currentTarget }) {
        const box = (currentTarget as HTMLElement).parentElement
        box?.querySelector<HTMLInputElement>('input[type=file]')?.click()
      },
    }),
    m('p.note', t.files.accepted(limitWords(t, uploads.limits))),
  ])
}

/** However they came: picked, dropped or pasted. */
export function addByDoctor({ uploads, nav, notices, t }: Model, files: File[]) {
  if (files.length === 0) return
  if (nav.tab !== 'files') nav.go('files')
  notices.announce(t.files.added(files.length))
  uploads.add(files, 'user')
}
