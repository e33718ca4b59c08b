import { CONTEXT_LIMIT } from '../state/context-field.ts'
import type { Model } from '../state/model.ts'
import { applyMark, type Mark } from '../text/markdown-edit.ts'
import { type Children, m } from '../view.ts'
import { button, iconButton } from './button.ts'
import { openTexts } from './files-use.ts'
import { type IconName, icon } from './icon.ts'

const STATE_ICONS: Record<string, IconName> = {
  saved: 'check',
  unsaved: 'pencil',
  failed: 'warning',
  conflict: 'warning',
  too_long: 'warning',
}

/**
 * What the doctor knows beyond the conversation; from before the visit is kept visibly apart
 * (SPEC-GAPS 1.17, 2.6).
 */
export function contextPanel(model: Model): Children {
  const { t, context } = model
  const over = context.text.length - CONTEXT_LIMIT
  return m('.panel.context', [
    context.background !== null && background(model, context.background),
    openTexts(model),
    m('.group.grow', [
      m('.group-head', [m('label', { for: 'svc-context' }, t.context.label), saveMark(model)]),
      toolbar(model),
      m('textarea.area#svc-context', {
        value: context.text,
        placeholder: t.context.placeholder,
        'aria-describedby': 'svc-context-note',
        'aria-invalid': over > 0 ? 'true' : null,
        oninput: (event: Event) => context.edit((event.target as HTMLTextAreaElement).value),
        onblur: () => void context.flush(),
        onkeydown(event: KeyboardEvent) {
          if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'b') return
          event.preventDefault()
          mark(event.currentTarget as HTMLTextAreaElement, 'bold')
        },
      }),
      over > 0 &&
        m(
          'p.note.warning-text[role=alert]',
          t.context.tooLong(
            over.toLocaleString(t.language),
            CONTEXT_LIMIT.toLocaleString(t.language),
          ),
        ),
      context.saveState === 'conflict' &&
        m('.row', [
          button(t.context.keepMine, { onclick: () => void context.keepMine() }),
          button(t.context.takeTheirs, { onclick: context.takeTheirs }),
        ]),
      m('p.note#svc-context-note', t.context.note),
    ]),
  ])
}

const MARKS: Record<Mark, IconName> = { bold: 'bold', list: 'list', heading: 'heading' }

function toolbar({ t }: Model): Children {
  return m(
    '.format-bar[role=group]',
    { 'aria-label': t.context.toolbar },
    (Object.keys(MARKS) as Mark[]).map((name) =>
      iconButton(MARKS[name], t.context.marks[name], {
        'aria-controls': 'svc-context',
        // The field keeps its selection.
        onmousedown: (event: Event) => event.preventDefault(),
        onclick(event: Event) {
          const panel = (event.currentTarget as Element).closest('.panel')
          const area = panel?.querySelector<HTMLTextAreaElement>('#svc-context')
          if (area) mark(area, name)
        },
      }),
    ),
  )
}

/** As if typed, so that the browser's own undo takes it back. */
function mark(area: HTMLTextAreaElement, name: Mark) {
  const { value: text, selectionStart: start, selectionEnd: end } = area
  const change = applyMark(name, { text, start, end })
  area.focus()
  area.setSelectionRange(change.from, change.to)
  const isTyped =
    change.insert === ''
      ? document.execCommand('delete')
      : document.execCommand('insertText', false, change.insert)
  if (!isTyped) {
    area.setRangeText(change.insert, change.from, change.to)
    area.dispatchEvent(new Event('input'))
  }
  area.setSelectionRange(change.start, change.end)
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
  const failed = () => notices.show(t.context.removeFailed, 'error')
  function remove() {
    context.removeBackground().then((putBack) => {
      const run = () => void putBack().catch(failed)
      notices.show(t.context.removed, 'done', { label: t.context.undo, run })
    }, failed)
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
