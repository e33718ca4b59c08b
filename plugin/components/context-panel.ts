import { CONTEXT_LIMIT } from '../state/context-field.ts'
import type { Model } from '../state/model.ts'
import { type Children, m } from '../view.ts'
import { button } from './button.ts'
import { type IconName, icon } from './icon.ts'

const STATE_ICONS: Record<string, IconName> = {
  saved: 'check',
  unsaved: 'pencil',
  failed: 'warning',
  conflict: 'warning',
}

/** What the doctor knows beyond the conversation; from before the visit is kept visibly apart (SPEC-GAPS 1.17). */
export function contextPanel(model: Model): Children {
  const { t, context } = model
  return m('.panel.context', [
    context.background !== null && background(model, context.background),
    m('.group.grow', [
      m('.group-head', [m('label', { for: 'svc-context' }, t.context.label), saveMark(model)]),
      m('textarea.area#svc-context', {
        value: context.text,
        placeholder: t.context.placeholder,
        maxlength: CONTEXT_LIMIT,
        'aria-describedby': 'svc-context-note',
        oninput: (event: Event) => context.edit((event.target as HTMLTextAreaElement).value),
        onblur: () => void context.flush(),
      }),
      context.saveState === 'conflict' &&
        m('.row', [
          button(t.context.keepMine, { onclick: () => void context.keepMine() }),
          button(t.context.takeTheirs, { onclick: context.takeTheirs }),
        ]),
      m('p.note#svc-context-note', t.context.note),
    ]),
  ])
}

function saveMark({ t, context }: Model): Children {
  const { saveState } = context
  return m('span.save-mark', { class: saveState, role: 'status' }, [
    saveState === 'saving' ? m('span.spinner') : icon(STATE_ICONS[saveState] ?? 'check', 14),
    t.context.states[saveState],
  ])
}

function background(model: Model, text: string): Children {
  const { t, context, notices } = model
  async function remove() {
    await context.removeBackground().then(
      () => notices.show(t.context.removed),
      () => notices.show(t.context.removeFailed, 'error'),
    )
  }
  return m('details.card.background[open]', [
    m('summary', [
      icon('history', 16),
      m('strong', t.context.background),
      m('span.tag', t.context.backgroundMark),
      icon('chevron', 16),
    ]),
    m('.background-text', text),
    m('button.link[type=button]', { onclick: remove }, t.context.remove),
  ])
}
