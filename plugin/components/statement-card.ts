import type { RecordingStatement } from '../../core/contract/channel.ts'
import { sumOf } from '../services/sum-of.ts'
import type { Model } from '../state/model.ts'
import { LOSS_MS } from '../state/sound-loss.ts'
import { changeWords } from '../text/change-words.ts'
import { elapsedText, lengthText } from '../text/durations.ts'
import { type Children, m } from '../view.ts'
import { icon } from './icon.ts'

/**
 * What is held, and what is not: lost on the way to the server, or never captured (DESIGN §2.1).
 */
export function statementCard({ t, recorder }: Model): Children {
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
