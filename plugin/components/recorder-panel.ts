import type { RecordingStatement } from '../../core/contract/channel.ts'
import type { Catalogue } from '../locales/pt-BR.ts'
import { sumOf } from '../services/json.ts'
import type { InputChange } from '../services/outbox.ts'
import { type Actions, canRecord } from '../state/actions.ts'
import { LOSS_MS } from '../state/capture-watch.ts'
import { consentBar } from '../state/consent.ts'
import type { Model } from '../state/model.ts'
import { clockTime, elapsedText, lengthText, timeOfDay } from '../text/figures.ts'
import { type Children, m } from '../view.ts'
import { button, iconButton } from './button.ts'
import { type IconName, icon } from './icon.ts'
import { LevelMeter } from './level-meter.ts'
import { microphoneHelp, microphonePicker } from './microphone-picker.ts'
import { remoteSoundCard } from './remote-sound-card.ts'
import { consent, isConsentAwaited, startCards } from './start-cards.ts'
import { behindLine } from './transcript-tools.ts'

/** The tab Gravação: from the choices before the start to the statement at the end. */
export function recorderPanel(model: Model, actions: Actions): Children {
  const { recorder } = model
  const isAwaited = isConsentAwaited(model)
  if (recorder.phase === 'blocked' && !isAwaited) return microphoneHelp(model, actions)
  if (recorder.phase === 'finished') return finished(model)
  const fresh = recorder.elapsedMs() === 0 && recorder.phase !== 'recording'
  if (fresh && recorder.phase !== 'finishing')
    return m('.panel.start', [
      m('.stack', [
        startCards(model, actions),
        remoteSoundCard(model, actions),
        microphonePicker(model),
      ]),
      startBar(model, actions),
    ])
  return m('.panel.recorder', [
    controls(model, actions),
    warnings(model),
    remoteSoundCard(model, actions),
    behindLine(model),
    latestLines(model),
    m(
      'details.later',
      isAwaited ? { open: true } : {},
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
        : consentBar(model.consultation.ehr.consent.status, model.info)
          ? t.start.consentRequired
          : requesting
            ? t.recorder.requestingHint
            : model.letterKeys.on && t.recorder.shortcut,
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
    phase === 'finishing' && isNotAccepted(model)
      ? m('p.finishing.warning-text[role=alert]', icon('warning', 16), t.recorder.notFinished)
      : phase === 'finishing' || phase === 'requesting'
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
              disabled: model.ownership.isElsewhere,
              onclick: actions.finishRecording,
            }),
          ]),
    uploadLine(model),
    microphonePicker(model),
  ])
}

function moreMenu({ t, nav, ownership }: Model): Children {
  return m('details.menu', { onkeydown: closeMenu, onfocusout: closeMenu }, [
    m('summary', { 'aria-label': t.more, title: t.more }, icon('more')),
    m(
      '.menu-items',
      m(
        'button.menu-item[type=button]',
        {
          disabled: ownership.isElsewhere,
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

/**
 * Escape closes what lies on top, before it would minimize the window; so does whoever goes
 * elsewhere.
 */
function closeMenu(event: KeyboardEvent | FocusEvent) {
  const menu = event.currentTarget as HTMLDetailsElement
  if (!menu.open) return
  if (event.type === 'focusout') {
    const next = (event as FocusEvent).relatedTarget
    if (!(next instanceof Node && menu.contains(next))) menu.open = false
  } else if ((event as KeyboardEvent).key === 'Escape') {
    event.stopPropagation()
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
}

/** The network is there, and the server said no. */
function isNotAccepted({ recorder: { connection } }: Model): boolean {
  return connection === 'refused' || connection === 'misunderstood'
}

function uploadLine(model: Model): Children {
  const { t, recorder } = model
  const { connection, phase } = recorder
  const { pendingMs } = recorder.takes
  if (isNotAccepted(model))
    return m('p.upload.warning-text', icon('warning', 15), t.recorder.refused)
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

function warnings({ t, ownership, recorder }: Model): Children {
  const { capture, length, erasing } = recorder
  const { watch } = capture
  const warning = (name: IconName, text: string) =>
    m('.inline-warning[role=alert]', icon(name, 16), m('p', text))
  const [other] = capture.devices
  return [
    erasing && m('p.state-line[role=status]', m('span.spinner'), t.recording.erasing),
    length.isLong && warning('history', t.recording.long),
    length.hasStopped && warning('pause', t.recording.stopped),
    capture.lost &&
      warning('micOff', other ? t.recording.otherDevice(other.label) : t.recorder.deviceLost),
    capture.trouble && warning('micOff', t.recording.troubles[capture.trouble]),
    !capture.trouble && watch.silent && warning('micOff', t.recorder.silent),
    capture.changes.map(({ at, from, to }) =>
      m('p.state-line', { key: at }, icon('mic', 15), changeWords(t, { at, from, to })),
    ),
    // Another tab goes on with it: nothing is interrupted.
    !ownership.isElsewhere &&
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
      lines.map((line) =>
        m(
          '.line',
          { key: line.id, class: line.final ? '' : 'provisional' },
          m('time', line.start_time),
          m('p', line.not_understood ? m('em', t.notUnderstood.line) : reading.shown(line).text),
        ),
      ),
    ),
  ])
}

function finished(model: Model): Children {
  const { t, nav } = model
  return m('.panel.recorder', [
    statementCard(model),
    m(
      '.row.center',
      button(t.tabs.transcript, { icon: 'quote', onclick: () => nav.go('transcript') }),
      button(t.tabs.documents, { icon: 'document', onclick: () => nav.go('documents') }),
    ),
    latestLines(model),
  ])
}

/**
 * What is held, and what is not: lost on the way to the server, or never captured (DESIGN §2.1).
 */
function statementCard({ t, recorder }: Model): Children {
  const { statements, takes } = recorder
  const known = statements.length > 0
  const lostMs = Math.max(takes.lostMs, sumOf(statements, longest('lost_ms')))
  const heldMs = sumOf(statements, longest('held_ms'))
  const channels = statements.flatMap((statement) => statement.channels)
  const silent = channels.filter((channel) => channel.silent)
  const whole =
    statements.every(({ complete }) => complete) && lostMs <= LOSS_MS && silent.length === 0
  const gaps = channels.flatMap(({ channel, gaps }) => gaps.map((gap) => ({ ...gap, channel })))
  const mismatch = channels.some(({ matches }) => !matches)
  const length = elapsedText(known ? heldMs : recorder.elapsedMs())
  const tone = !known ? '' : whole ? 'ok' : 'faulty'
  return m('.card.statement[role=status]', { class: tone }, [
    m('.statement-icon', icon(!known ? 'check' : whole ? 'shield' : 'warning', 22)),
    m('.choice-text', [
      known
        ? m('strong', whole ? t.recorder.complete(length) : t.recorder.incomplete(length))
        : [m('strong', t.recorder.finished), m('small', length)],
      known && whole && m('small', t.recorder.completeText),
      lostMs > LOSS_MS && m('small', t.recorder.lost(lengthText(lostMs))),
      gaps.map(({ from_ms, to_ms, channel }) => {
        const words = channel === 0 ? t.recorder.gap : t.recording.gapRemote
        return m('small', words(elapsedText(from_ms), elapsedText(to_ms)))
      }),
      recorder.capture.changes.map((change) => m('small', changeWords(t, change))),
      mismatch && gaps.length === 0 && m('small', t.recorder.mismatch),
      silent.map(({ channel }) =>
        m('small', channel === 0 ? t.recorder.noSound : t.recording.silentRemote),
      ),
    ]),
  ])
}

/** Both channels of a recording run at the same time. */
function longest(measure: 'held_ms' | 'lost_ms') {
  return ({ channels }: RecordingStatement) => Math.max(0, ...channels.map((one) => one[measure]))
}

/** When a microphone stopped, and which one went on. */
function changeWords(t: Catalogue, { at, from, to }: InputChange): string {
  const { defaultDevice } = t.recorder
  return t.recording.changed(timeOfDay(at, t.language), from || defaultDevice, to || defaultDevice)
}
