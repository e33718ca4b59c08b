import type { DocumentContent } from '../../core/contract/api.ts'
import { jsonOf } from '../services/json.ts'
import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { type Children, m } from '../view.ts'
import { button } from './button.ts'
import { Dialog } from './dialog.ts'
import { valueText } from './document-value.ts'
import { keepKeys } from './focus.ts'

/**
 * Somebody else changed the document: both texts where they differ, and the choice between them.
 * Nothing is lost by either.
 */
export function conflictDialog({ t }: Model, open: OpenDocument, onclose: () => void): Children {
  const { theirs, draft, busy } = open
  if (!theirs || !draft) return null
  const names = Object.keys(draft.content).filter((name) =>
    differs(draft.content, theirs.content, name),
  )
  return m(
    '.dialog-keys',
    { onkeydown: (event: KeyboardEvent) => keepKeys(event, onclose) },
    m(Dialog, { title: t.editor.conflictTitle, closeLabel: t.close, onclose, sheet: true }, [
      m('.dialog-body.conflict', [
        m('p', t.editor.conflictText),
        names.map((name) =>
          m('section.field', { key: name }, [
            m('h3', name),
            m('.both', [
              side(t.editor.mine, draft.content, name),
              side(t.editor.theirs, theirs.content, name),
            ]),
          ]),
        ),
      ]),
      m(
        '.dialog-actions',
        button(t.editor.takeTheirs, {
          busy: busy === 'saving',
          onclick: () => void open.takeTheirs(),
        }),
        button(t.editor.keepMine, {
          kind: 'primary',
          busy: busy === 'saving',
          onclick: () => void open.keepMine(),
        }),
      ),
    ]),
  )
}

function side(label: string, content: DocumentContent, name: string): Children {
  const value = content[name] ?? null
  return m('div', m('p.note', label), value === null ? m('p', '—') : valueText(value))
}

function differs(one: DocumentContent, other: DocumentContent, name: string): boolean {
  return jsonOf(one[name] ?? null) !== jsonOf(other[name] ?? null)
}
