import type { RecordingStatement } from '../../core/contract/channel.ts'
import { type Actions, canRecord } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import { LOSS_MS } from '../state/sound-loss.ts'
import { clockTime, elapsedText, lengthText } from '../text/durations.ts'
import { type Children, m } from '../view.ts'
import { button, iconButton } from './button.ts'
import { icon } from './icon.ts'
import { LevelMeter } from './level-meter.ts'
import { microphoneHelp } from './microphone-help.ts'
import { consent, startCards } from './start-cards.ts'

/** The tab Gravação: from the choices before the start to the statement at the end. */
export function recorderPanel(model: Model, actions: Actions): Children {
  const { recorder } = model
  if (recorder.phase === 'blocked') return microphoneHelp(model, actions)
  if (recorder.phase === 'finished') return finished(model)
  const fresh = recorder.elapsedMs() === 0 && recorder.phase !== 'recording'
  if (fresh && recorder.phase !== 'finishing')
    return m('.panel.start', startCards(model, actions), startBar(model, actions))
  return m('.panel.recorder', [
    controls(model, actions),
    warnings(model),
    latestLines(model),
    m(
      'details.later',
      m('summary', model.t.start.consent, icon('chevron', 16)),
      consent(model, actions),
    ),
  ])
}

function startBar(model: Model, actions: Actions): Children {
  const { t, recorder } = model
  const refused = model.consultation.ehr.consent.status === 'refused'
  const requesting = recorder.phase === 'requesting'
  return m('.start-bar', [
    m(
      'button.record-start[type=button]',
      {
        onclick: actions.toggleRecording,
        // Not disabled while it asks for the microphone: that would drop the keyboard's place.
        disabled: !canRecord(model),
        'aria-busy': requesting ? 'true' : null,
      },
      requesting ? m('span.spinner') : icon(refused ? 'micOff' : 'mic', 20),
      m('span', requesting ? t.recorder.requesting : t.recorder.start),
    ),
    m(
      'p.hint',
      refused
        ? t.recorder.consentRefused
        : requesting
          ? t.recorder.requestingHint
          : t.recorder.shortcut,
    ),
  ])
}

/** Clock, wave and the one large button; the rest stays small beside it. */
function controls(model: Model, actions: Actions): Children {
  const { t, recorder } = model
  const { phase } = recorder
  const recording = phase === 'recording'
  return m('.console', { class: phase }, [
    m(
      'p.big-clock[role=timer]',
      { 'aria-label': t.recorder.elapsed },
      clockTime(recorder.elapsedMs()),
    ),
    m(LevelMeter, { recorder, label: t.recorder.level }),
    phase === 'finishing' || phase === 'requesting'
      ? m('p.finishing[role=status]', m('span.spinner'), t.recorder[phase])
      : m('.transport', [
          moreMenu(model),
          m(
            'button.record[type=button]',
            {
              class: recording ? 'on' : '',
              onclick: actions.toggleRecording,
              disabled: !recording && !canRecord(model),
              'aria-label': recording ? t.recorder.pause : t.recorder.resume,
              title: recording ? t.recorder.pause : t.recorder.resume,
            },
            icon(recording ? 'pause' : 'mic', 30),
          ),
          button(t.recorder.finishShort, {
            icon: 'check',
            class: 'finish',
            title: t.recorder.finish,
            onclick: actions.finishRecording,
          }),
        ]),
    uploadLine(model),
    deviceChoice(model),
  ])
}

function moreMenu({ t, nav }: Model): Children {
  return m('details.menu', [
    m('summary', { 'aria-label': t.more, title: t.more }, icon('more')),
    m(
      '.menu-items',
      m(
        'button.menu-item[type=button]',
        {
          onclick(event: Event) {
            const menu = (event.currentTarget as Element).closest('details')
            if (menu) menu.open = false
            nav.openDialog('reset')
          },
        },
        icon('history', 16),
        t.recorder.reset,
      ),
    ),
  ])
}

function uploadLine({ t, recorder }: Model): Children {
  const { connection, phase } = recorder
  const { pendingMs } = recorder.takes
  if (connection !== 'open')
    return m(
      'p.upload.warning-text',
      icon('offline', 15),
      phase === 'recording' ? t.recorder.offline : t.recorder.offlinePaused,
    )
  // Two seconds are always under way while recording.
  if (pendingMs > (phase === 'recording' ? 2000 : 0))
    return m('p.upload', icon('send', 15), t.recorder.sending(lengthText(pendingMs)))
  return m('p.upload', icon('shield', 15), t.recorder.safe)
}

function deviceChoice({ t, recorder: { capture } }: Model): Children {
  if (capture.released) return m('p.device', icon('micOff', 15), t.recorder.released)
  const { devices } = capture
  if (devices.length === 0) return null
  return m('label.device', [
    icon('mic', 15),
    m('span.hidden', t.recorder.device),
    m(
      'select',
      {
        onchange: (event: Event) =>
          void capture.chooseDevice((event.target as HTMLSelectElement).value),
        onfocus: () => void capture.refreshDevices(),
        value: capture.deviceId,
      },
      devices.map(({ id, label }) =>
        m('option', { key: id, value: id }, label || t.recorder.defaultDevice),
      ),
    ),
  ])
}

function warnings({ t, recorder: { capture } }: Model): Children {
  const { watch } = capture
  return [
    capture.lost &&
      m('.inline-warning[role=alert]', icon('micOff', 16), m('p', t.recorder.deviceLost)),
    watch.silent && m('.inline-warning[role=alert]', icon('micOff', 16), m('p', t.recorder.silent)),
    watch.interruptedMs > 0 &&
      m('.inline-warning[role=alert]', [
        icon('warning', 16),
        m('p', t.recorder.interrupted(lengthText(watch.interruptedMs))),
        iconButton('close', t.dismiss, { onclick: watch.dismissInterruption }),
      ]),
  ]
}

/** The last words, so that one glance tells that it works. */
function latestLines({ t, transcript, nav, recorder, reading }: Model): Children {
  if (reading.hidden) return null
  const lines = transcript.segments.slice(-3)
  if (lines.length === 0) return m('p.hint.center', t.transcript.empty)
  return m('.group', [
    m(
      '.group-head',
      m('h2', recorder.phase === 'finished' ? t.recorder.lastLines : t.recorder.latest),
      m('button.link[type=button]', { onclick: () => nav.go('transcript') }, t.tabs.transcript),
    ),
    m(
      '.card.lines',
      lines.map(({ id, start_time, text, final }) =>
        m(
          '.line',
          { key: id, class: final ? '' : 'provisional' },
          m('time', start_time),
          m('p', text),
        ),
      ),
    ),
  ])
}

function finished(model: Model): Children {
  const { t, recorder, nav } = model
  const { statement } = recorder
  return m('.panel.recorder', [
    statement
      ? statementCard(model, statement)
      : m('.card.statement', [
          m('.statement-icon', icon('check', 22)),
          m(
            '.choice-text',
            m('strong', t.recorder.finished),
            m('small', elapsedText(recorder.elapsedMs())),
            lossLine(model),
          ),
        ]),
    m(
      '.row.center',
      button(t.tabs.transcript, { icon: 'quote', onclick: () => nav.go('transcript') }),
      button(t.tabs.documents, { icon: 'document', onclick: () => nav.go('documents') }),
    ),
    latestLines(model),
  ])
}

/** What is held, and what is not: lost on the way to the server, or never captured. */
function statementCard(model: Model, statement: RecordingStatement): Children {
  const { t, recorder } = model
  const held = statement.channels.reduce((sum, { held_ms }) => sum + held_ms, 0)
  const gaps = statement.channels.flatMap((channel) => channel.gaps)
  const whole = statement.complete && recorder.takes.lostMs <= LOSS_MS
  const mismatch = statement.channels.some(({ matches }) => !matches)
  return m('.card.statement[role=status]', { class: whole ? 'ok' : 'faulty' }, [
    m('.statement-icon', icon(whole ? 'shield' : 'warning', 22)),
    m('.choice-text', [
      m(
        'strong',
        whole ? t.recorder.complete(elapsedText(held)) : t.recorder.incomplete(elapsedText(held)),
      ),
      whole && m('small', t.recorder.completeText),
      lossLine(model),
      gaps.map(({ from_ms, to_ms }) =>
        m('small', t.recorder.gap(elapsedText(from_ms), elapsedText(to_ms))),
      ),
      mismatch && gaps.length === 0 && m('small', t.recorder.mismatch),
    ]),
  ])
}

/** What the browser lost is known here only: the server never saw it. */
function lossLine({ t, recorder }: Model): Children {
  const { lostMs } = recorder.takes
  return lostMs > LOSS_MS && m('small', t.recorder.lost(lengthText(lostMs)))
}
