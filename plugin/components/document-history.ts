import type { DocumentVersion, DocumentVersionBody } from '../../core/contract/api.ts'
import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { timeOfDay } from '../text/figures.ts'
import { shownSections } from '../text/rich-text.ts'
import { type Children, type Component, m, type Vnode } from '../view.ts'
import { button } from './button.ts'
import { Dialog } from './dialog.ts'
import { valueText } from './document-value.ts'
import { keepKeys } from './focus.ts'
import { icon } from './icon.ts'

interface Attrs {
  model: Model
  open: OpenDocument
  onclose(): void
}

/** The states a document was in: look at one, make it the document again. */
export function DocumentHistory(): Component<Attrs> {
  let list: DocumentVersion[] | undefined
  let chosen: DocumentVersionBody | undefined
  let failed = false

  async function attempt({ changed }: Model, work: () => Promise<void>) {
    failed = false
    try {
      await work()
    } catch {
      failed = true
    }
    changed()
  }

  function entry(model: Model, open: OpenDocument, version: DocumentVersion): Children {
    const { t } = model
    const { number, kind, by, updated_at, current } = version
    const look = () =>
      attempt(model, async () => {
        chosen = await open.version(number)
      })
    return m('li', { key: number }, [
      m(
        'button.version[type=button]',
        {
          onclick: look,
          'aria-pressed': String(chosen?.number === number),
        },
        m('span.hidden', t.editor.openVersion(number)),
        m('strong', t.editor.versionKinds[kind]),
        m('time', momentOf(model, updated_at)),
        by !== null && m('span', t.editor.versionBy(by)),
        current && m('span.tag', t.editor.current),
      ),
    ])
  }

  function preview({ t }: Model): Children {
    if (!chosen) return null
    return m(
      '.version-text[tabindex=0][role=group]',
      { 'aria-label': t.editor.version(chosen.number) },
      [
        shownSections(chosen)
          .filter(([, value]) => value !== null)
          .map(([name, value]) =>
            m('section.field', { key: name }, m('h3', name), valueText(value)),
          ),
      ],
    )
  }

  return {
    oninit({ attrs: { model, open } }: Vnode<Attrs>) {
      void attempt(model, async () => {
        await open.save()
        list = await open.versions()
      })
    },
    view({ attrs: { model, open, onclose } }: Vnode<Attrs>) {
      const { t, notices } = model
      const restore = async () => {
        if (!chosen) return
        await open.restore(chosen.number)
        onclose()
        notices.show(t.editor.restored)
        model.changed()
      }
      return m(
        '.dialog-keys',
        { onkeydown: (event: KeyboardEvent) => keepKeys(event, onclose) },
        m(Dialog, { title: t.editor.history, closeLabel: t.close, onclose, sheet: true }, [
          m('.dialog-body.history', [
            failed &&
              m('.inline-warning[role=alert]', icon('warning', 16), m('p', t.editor.historyFailed)),
            !list && !failed && m('p.note', m('span.spinner'), ' ', t.loading.label),
            list?.length === 0 && m('p.note', t.editor.historyEmpty),
            m(
              'ol.versions',
              { 'aria-label': t.editor.history },
              list?.map((one) => entry(model, open, one)),
            ),
            preview(model),
          ]),
          m(
            '.dialog-actions',
            button(t.close, { onclick: onclose }),
            button(t.editor.restore, {
              kind: 'primary',
              disabled: !chosen || chosen.current,
              busy: open.busy === 'saving',
              onclick: () => void restore(),
            }),
          ),
        ]),
      )
    },
  }
}

function momentOf({ t }: Model, at: string): string {
  const date = new Date(at).toLocaleDateString(t.language, { day: '2-digit', month: '2-digit' })
  return `${date} ${timeOfDay(at, t.language)}`
}
