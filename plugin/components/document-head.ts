import type { Arrived } from '../host/app-contract.ts'
import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { timeOfDay } from '../text/figures.ts'
import { type Children, m } from '../view.ts'
import { button, iconButton } from './button.ts'
import { icon } from './icon.ts'

export function documentHead(
  { t, documents }: Model,
  { document, saveState }: OpenDocument,
  onHistory: () => void,
): Children {
  const isReadable = document.status !== 'failed'
  return m('.document-head', [
    iconButton('back', t.back, { onclick: () => void documents.backToList() }),
    m('.title', [
      m('h2', document.template.name),
      m('p.status', [
        timeOfDay(document.created_at, t.language),
        isReadable &&
          m('span.save-mark', { class: saveState }, [
            saveState === 'saving' && m('span.spinner'),
            t.editor.saveStates[saveState],
          ]),
      ]),
    ]),
    m('span.tag', { class: document.status }, t.documents.states[document.status]),
    isReadable && iconButton('history', t.editor.history, { onclick: onHistory }),
  ])
}

/** Why there is no text, or why it is not saved. */
export function documentProblem({ t }: Model, open: OpenDocument, onDecide: () => void): Children {
  const { document, saveState, problem } = open
  if (document.failure)
    return m('.inline-warning', icon('warning', 16), m('p', document.failure.message))
  if (saveState === 'conflict')
    return m('.inline-warning[role=alert]', [
      icon('warning', 16),
      m('p', t.document.conflict),
      button(t.editor.differences, { onclick: onDecide }),
    ])
  if (!problem) return null
  return m('.inline-warning[role=alert]', [
    icon('warning', 16),
    m('p', t.document.saveFailed),
    button(t.retry, { onclick: () => void open.save() }),
  ])
}

/**
 * Filling the host's record: the button tells which of the two steps is going on (SPEC-GAPS 2.11).
 */
function fillButton(model: Model, actions: Actions, open: OpenDocument): Children {
  const { t, ehrFill } = model
  const { phase, sentAt, arrived } = ehrFill.stateOf(open)
  const busy = phase === 'sending' || phase === 'preparing'
  const isSent = sentAt !== undefined && phase !== 'outdated'
  const sent = isSent ? wordsOfSent(model, arrived, sentAt) : undefined
  const label =
    phase === 'sending' || phase === 'preparing'
      ? t.structured[phase]
      : (sent?.label ?? t.document.fill)
  return button(label, {
    ...(busy ? {} : { short: sent?.short ?? t.document.fillShort }),
    icon: sent?.isWhole ? 'check' : 'send',
    kind: 'primary',
    busy,
    class: 'grow',
    onclick: actions.fillEhr,
  })
}

function wordsOfSent({ t: { document: t, language } }: Model, arrived: Arrived, sentAt: number) {
  const time = timeOfDay(sentAt, language)
  if (arrived === 'whole') return { label: t.filled(time), short: t.filledShort, isWhole: true }
  const { fields, of } = arrived
  const label = t.filledFields(fields, of, time)
  return { label, short: t.filledFieldsShort(fields, of), isWhole: fields === of }
}

/**
 * What became of the second step when it went wrong: the text has been sent, the data can be tried
 * again.
 */
function fillProblem(model: Model, actions: Actions, open: OpenDocument): Children {
  const { t, ehrFill } = model
  const { phase } = ehrFill.stateOf(open)
  if (phase !== 'failed' && phase !== 'outdated') return null
  return m('.inline-warning.fill-problem[role=alert]', [
    icon('warning', 16),
    m('p', t.structured[phase]),
    phase === 'failed' && button(t.structured.retry, { onclick: actions.retryData }),
  ])
}

/** What can be done with the document as a whole, always in sight. */
export function documentActions(model: Model, actions: Actions, open: OpenDocument): Children {
  const { t, deps } = model
  const { document, busy } = open
  const { allowCopyDocument, enableFillEhr } = deps.settings
  if (document.status === 'failed') return null
  const reviewed = document.status === 'reviewed'
  return m('.action-bar', [
    enableFillEhr && fillProblem(model, actions, open),
    allowCopyDocument &&
      button(t.document.copyShort, {
        icon: 'copy',
        class: 'compact lone-icon',
        short: '',
        'aria-label': t.document.copy,
        onclick: actions.copyDocument,
      }),
    button(reviewed ? t.document.reviewed : t.document.review, {
      icon: 'check',
      kind: reviewed || enableFillEhr ? 'plain' : 'primary',
      class: 'compact words-first',
      // Not disabled: whoever pressed it by key still stands on it.
      'aria-disabled': reviewed ? 'true' : null,
      busy: busy === 'reviewing',
      onclick: reviewed ? undefined : actions.reviewDocument,
    }),
    enableFillEhr && fillButton(model, actions, open),
  ])
}
