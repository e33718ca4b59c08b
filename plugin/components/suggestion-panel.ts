import type { Model } from '../state/model.ts'
import type { Suggestion } from '../state/rewrite.ts'
import { type DiffPart, wordDiff } from '../text/word-diff.ts'
import { type Children, type Component, m, type Vnode, type VnodeDOM } from '../view.ts'
import { button } from './button.ts'
import { isFocusFree } from './focus.ts'
import { icon } from './icon.ts'

interface Attrs {
  model: Model
  suggestion: Suggestion
  /** The words it is for changed since. */
  isStale: boolean
  onAccept(): void
  onReject(): void
  onAgain(): void
}

/**
 * Other words beside those that stand there, for the doctor to take or leave; where the sources are
 * shown otherwise. It takes the focus that the menu gave up, and keeps it while what can be done
 * changes under it.
 */
export function SuggestionPanel(): Component<Attrs> {
  let shown: unknown

  function keepFocus({ attrs: { suggestion, isStale }, dom }: VnodeDOM<Attrs>) {
    const now = `${suggestion.phase === 'writing' ? 'queued' : suggestion.phase} ${isStale}`
    if (now === shown) return
    const isFirst = shown === undefined
    shown = now
    const own = isFirst ? dom.parentElement?.querySelector('[aria-haspopup=menu]:focus') : dom
    if (isFocusFree(dom, own)) dom.querySelector<HTMLElement>('[data-first]')?.focus()
  }

  return {
    oncreate: keepFocus,
    onupdate: keepFocus,
    view({ attrs }: Vnode<Attrs>) {
      const { model, suggestion, onReject } = attrs
      const { t } = model
      const { style, target, phase } = suggestion
      return m(
        'aside.suggestion',
        {
          'aria-label': t.rewrite.title,
          onkeydown(event: KeyboardEvent) {
            if (event.key !== 'Escape' || event.isComposing) return
            event.stopPropagation()
            event.preventDefault()
            onReject()
          },
        },
        [
          m(
            'h3',
            icon('sparkle', 14),
            t.rewrite.styles[style],
            m('span.evidence-of', target.label),
          ),
          phase === 'ready' ? ready(attrs) : phase === 'failed' ? failure(attrs) : busy(attrs),
        ],
      )
    },
  }
}

function busy({ model: { t }, suggestion, onReject }: Attrs): Children {
  const { phase, position, done, total } = suggestion
  return [
    m('p.state-line', [
      m('span.spinner', { 'aria-hidden': 'true' }),
      phase === 'queued' ? t.rewrite.queued(position) : t.rewrite.writing(done, total),
    ]),
    m('.row', button(t.cancel, { icon: 'close', onclick: onReject, ...FIRST })),
  ]
}

function failure({ model: { t }, suggestion, onReject, onAgain }: Attrs): Children {
  const { code = '', message } = suggestion.failure ?? {}
  return [
    m('p.warning-text', [m('strong', t.rewrite.failed), '. ']),
    m('p', (t.rewrite.reasons[code] ?? message) || t.rewrite.unknown),
    m('.row', [
      code !== 'rewrite_needs_model' && button(t.retry, { onclick: onAgain }),
      button(t.close, { onclick: onReject, ...FIRST }),
    ]),
  ]
}

function ready({ model: { t }, suggestion, isStale, onAccept, onReject }: Attrs): Children {
  const { target, lines, kept } = suggestion
  const pairs = target.lines.map((line, i) => wordDiff(line, lines[i] ?? line))
  const isSame = pairs.every((parts) => parts.every(({ kind }) => kind === 'same'))
  if (isSame)
    return [
      m('p', t.rewrite.unchanged),
      m('.row', button(t.close, { onclick: onReject, ...FIRST })),
    ]
  return [
    m('.both', [side(t.rewrite.before, pairs, 'gone'), side(t.rewrite.after, pairs, 'new')]),
    kept.length > 0 && m('p.warning-text', t.rewrite.kept(kept.length)),
    m('p.note', t.rewrite.note),
    isStale && m('p.warning-text[role=alert]', t.rewrite.stale),
    m('.row', [
      !isStale &&
        button(t.rewrite.accept, { icon: 'check', kind: 'primary', onclick: onAccept, ...FIRST }),
      button(t.rewrite.reject, { onclick: onReject, ...(isStale ? FIRST : {}) }),
    ]),
  ]
}

const FIRST = { 'data-first': '' }

function side(label: string, pairs: readonly DiffPart[][], own: 'gone' | 'new'): Children {
  return m('.side', [
    m('p.note', label),
    pairs.map((parts, i) =>
      m(
        'p.wording',
        { key: i },
        parts
          .filter(({ kind }) => kind === 'same' || kind === own)
          .map(({ kind, text }) =>
            kind === 'same' ? text : m(own === 'gone' ? 'del' : 'ins', text),
          ),
      ),
    ),
  ])
}
