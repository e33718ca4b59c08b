import { type Actions, importRefusal } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import { lengthText } from '../text/figures.ts'
import { type Children, m, type VnodeDOM } from '../view.ts'
import { button, iconButton } from './button.ts'
import { isFocusFree } from './focus.ts'
import { icon } from './icon.ts'

/** Live words come within three seconds: later ones are late. */
const BEHIND_MS = 5000

/** Above the lines: how the transcript stands, and what can be done with the whole of it. */
export function transcriptToolbar(model: Model, actions: Actions): Children {
  const { t, reading, transcript } = model
  const isWritten = transcript.segments.some(({ normalized }) => normalized)
  return [
    m('.toolbar', [
      statusLine(model),
      m('.tool-buttons', [
        importButton(model, actions, 'icon'),
        iconButton(
          reading.hidden ? 'eye' : 'eyeOff',
          reading.hidden ? t.transcriptEdit.show : t.transcriptEdit.hide,
          { onclick: () => reading.setHidden(!reading.hidden) },
        ),
        isWritten &&
          !reading.hidden &&
          iconButton('bubble', t.transcriptEdit.asSaid, {
            title: reading.asSaid ? t.transcriptEdit.asWrittenHint : t.transcriptEdit.asSaidHint,
            'aria-pressed': String(reading.asSaid),
            onclick: () => reading.setAsSaid(!reading.asSaid),
          }),
        iconButton('search', t.transcriptEdit.search, {
          'aria-expanded': String(reading.searching),
          onclick: () => (reading.searching ? reading.closeSearch() : reading.openSearch()),
        }),
        iconButton('copy', t.transcript.copy, { onclick: actions.copyTranscript }),
      ]),
    ]),
    importLine(model),
    reading.searching && searchRow(model),
  ]
}

function searchRow({ t, reading }: Model): Children {
  const { length } = reading.matches()
  const current = Math.min(reading.current, length - 1) + 1
  return m('.search-bar[role=search]', [
    icon('search', 16),
    m('input[type=search]', {
      placeholder: t.transcriptEdit.search,
      'aria-label': t.transcriptEdit.search,
      value: reading.query,
      oncreate({ dom }: VnodeDOM) {
        if (isFocusFree(dom, dom.closest('.transcript')?.querySelector('.toolbar')))
          (dom as HTMLInputElement).focus()
      },
      oninput: (event: Event) => reading.search((event.target as HTMLInputElement).value),
      onkeydown(event: KeyboardEvent) {
        if (event.key === 'Enter') reading.step(event.shiftKey ? -1 : 1)
        else if (event.key === 'Escape') reading.closeSearch()
        else return
        event.preventDefault()
        event.stopPropagation()
      },
    }),
    m(
      'span.found[role=status]',
      reading.query.trim() !== '' && t.transcriptEdit.found(current, length),
    ),
    iconButton('up', t.transcriptEdit.previous, {
      disabled: length === 0,
      onclick: () => reading.step(-1),
    }),
    iconButton('down', t.transcriptEdit.next, {
      disabled: length === 0,
      onclick: () => reading.step(1),
    }),
    iconButton('close', t.transcriptEdit.searchClose, { onclick: reading.closeSearch }),
  ])
}

/** A sound file from this computer, under the same consent as a recording. */
export function importButton(model: Model, actions: Actions, shape: 'icon' | 'words'): Children {
  const { t } = model
  const refusal = importRefusal(model)
  const attrs = {
    disabled: refusal !== undefined,
    title: refusal ?? t.transcriptEdit.importHint,
    onclick: (event: Event) => {
      const choice = (event.currentTarget as Element).parentElement?.querySelector('input')
      choice?.click()
    },
  }
  return m('.import', [
    shape === 'icon'
      ? iconButton('upload', t.transcriptEdit.importAudio, attrs)
      : button(t.transcriptEdit.importAudio, { icon: 'upload', ...attrs }),
    m('input[type=file][hidden][tabindex=-1]', {
      accept: 'audio/*,.m4a,.mp4,.webm,.opus',
      'aria-hidden': 'true',
      onchange(event: Event) {
        const choice = event.target as HTMLInputElement
        const file = choice.files?.[0]
        // The same file may be chosen again.
        choice.value = ''
        if (file) actions.importAudio(file)
      },
    }),
  ])
}

export function importLine({ t, audioImport }: Model): Children {
  const { phase, file, share, reason } = audioImport
  if (phase === 'none') return null
  const words =
    phase === 'failed'
      ? reason || t.transcriptEdit.importFailed
      : phase === 'reading'
        ? t.transcriptEdit.reading
        : t.transcriptEdit.sending(Math.floor(share * 100))
  return m('.import-line', { class: phase, role: phase === 'failed' ? 'alert' : 'status' }, [
    phase === 'failed' ? icon('warning', 15) : m('span.spinner'),
    m('span.clamp', file?.name),
    m('span.import-state', words),
    phase === 'sending' &&
      m('progress', { max: 1, value: share, 'aria-label': t.transcriptEdit.importAudio }),
    phase === 'failed' && m('button.link[type=button]', { onclick: audioImport.retry }, t.retry),
    iconButton('close', phase === 'failed' ? t.dismiss : t.transcriptEdit.cancelImport, {
      onclick: audioImport.cancel,
    }),
  ])
}

/** Which words are still on their way, and what keeps them. */
export function statusLine(model: Model): Children {
  const { t, transcript } = model
  const { state, progress, reason } = transcript.status
  if (state === 'failed' || state === 'waiting')
    return m(
      'p.state-line.warning-text',
      icon('warning', 15),
      reason?.message ?? t.transcript[state],
    )
  if (state === 'finishing')
    return m(
      'p.state-line',
      m('span.spinner'),
      progress === null
        ? t.transcript.finishingUnknown
        : t.transcript.finishing(Math.round(progress * 100)),
    )
  return behindLine(model) ?? finishedLine(model)
}

/** Live words that come late, wherever the doctor looks for them. */
export function behindLine({ t, transcript }: Model): Children {
  const { behind_ms } = transcript.status
  if (behind_ms <= BEHIND_MS) return null
  return m('p.state-line', icon('history', 15), t.transcript.behind(lengthText(behind_ms)))
}

function finishedLine({ t, transcript }: Model): Children {
  if (!transcript.finished) return m('p.state-line')
  const missed = transcript.notUnderstood.length
  if (transcript.complete) return m('p.state-line', icon('check', 15), t.transcript.complete)
  if (missed === 0)
    return m('p.state-line.warning-text', icon('warning', 15), t.notUnderstood.noSpeech)
  return m('p.state-line.warning-text', icon('warning', 15), t.notUnderstood.ready(missed))
}
