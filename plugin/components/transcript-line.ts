import type { Segment, Speaker } from '../../core/contract/api.ts'
import type { Model } from '../state/model.ts'
import type { FoundMatch } from '../state/reading.ts'
import { type MarkedPart, markedParts, type ShownLine } from '../text/shown-line.ts'
import { type Children, m, type VnodeDOM } from '../view.ts'
import { button, iconButton } from './button.ts'
import { isFocusFree } from './focus.ts'
import { icon } from './icon.ts'
import { drawnMedicine, medicineMarks, medicineNotes } from './medicine-notes.ts'
import { notUnderstoodLine } from './not-understood.ts'
import { clipOf, playClip } from './play-clip.ts'

/** Below it the recognizer is more often wrong than a doctor would like. */
const UNSURE_BELOW = 0.6
/** A single word, in a line that is not doubtful as a whole. */
const WORD_UNSURE_BELOW = 0.45
const SPEAKERS = ['doctor', 'patient', 'companion'] as const satisfies readonly Speaker[]

interface Shown {
  /** What is searched for, in this line. */
  matches: readonly FoundMatch[]
  current: FoundMatch | undefined
  highlighted: boolean
}

/**
 * One line: when, who, what; provisional in a lighter tone, doubtful words underlined (SPEC-GAPS
 * 2.5).
 */
export function transcriptLine(model: Model, segment: Segment, shown: Shown): Children {
  const { t, transcriptEdit } = model
  const { id, start_time, final } = segment
  const editing = transcriptEdit.segment?.id === id
  return m(
    '.line.editable',
    {
      key: id,
      'data-segment': id,
      tabindex: shown.highlighted ? -1 : null,
      class: [
        !final && 'provisional',
        shown.highlighted && 'highlighted',
        editing && 'editing',
        isUnsure(segment) && 'unsure',
        segment.not_understood && 'not-understood',
      ]
        .filter(Boolean)
        .join(' '),
      ondblclick: () => void transcriptEdit.begin(segment),
    },
    m('time', start_time),
    editing ? editor(model, segment) : said(model, segment, shown),
    !editing &&
      !segment.not_understood &&
      m('.line-tools', [
        playClip(model, clipOf(segment), start_time),
        iconButton('pencil', t.transcriptEdit.edit(start_time), {
          class: 'line-edit',
          onclick: () => void transcriptEdit.begin(segment),
        }),
      ]),
  )
}

function said(model: Model, segment: Segment, shown: Shown): Children {
  if (segment.not_understood) return notUnderstoodLine(model, segment)
  return m('.said', words(model, segment, shown), medicineNotes(model, segment))
}

function words(model: Model, segment: Segment, { matches, current }: Shown): Children {
  const { t, reading } = model
  const { final, edited } = segment
  const line = reading.shown(segment)
  const unsure = isUnsure(segment)
  return m(
    'p',
    { title: unsure ? t.transcriptEdit.unsure : null },
    whoSpeaks(t, segment),
    line.text === ''
      ? m('em', t.transcriptEdit.removed)
      : m(
          'span.words',
          markedParts(line.text, {
            matches,
            written: line.written,
            doubtful: doubtfulWords(segment, line),
            medicines: medicineMarks(segment, line),
          }).map((part) => {
            const words = drawn(t, part)
            return part.match < 0
              ? words
              : m('mark', { class: matches[part.match] === current ? 'current' : '' }, words)
          }),
        ),
    edited && m('span.edited-mark', ` ${t.transcriptEdit.edited}`),
    !final && m('span.hidden', ` (${t.transcript.provisional})`),
    unsure && m('span.hidden', ` (${t.transcriptEdit.unsure})`),
  )
}

/** What was said stays one look away from what is written for it. */
function drawn(t: Model['t'], part: MarkedPart): Children {
  const { text, said, doubtful, medicine } = part
  const told = said === null ? [] : [t.transcriptEdit.said(said)]
  if (medicine) return drawnMedicine(t, text, medicine)
  if (!doubtful) return said === null ? text : m('span.written', { title: told[0] }, text)
  return m(
    'span.doubt',
    { title: [t.transcriptEdit.unsureWord, ...told].join('\n') },
    text,
    m('span.hidden', ` (${t.transcriptEdit.unsureWord})`),
  )
}

/** Named by a person or a channel; else a guess, which says that it is one. */
function whoSpeaks(t: Model['t'], { speaker, speaker_guess, channel }: Segment): Children {
  if (speaker) return m('b.speaker', `${t.transcriptEdit.speakers[speaker]}: `)
  if (channel === 'remote') return m('b.speaker', `${t.transcript.remote}: `)
  if (!speaker_guess) return null
  return m(
    'span.speaker.guess',
    { title: t.transcriptEdit.guessed },
    `${t.transcriptEdit.speakers[speaker_guess]}?`,
    m('span.hidden', ` (${t.transcriptEdit.guessed})`),
    ' ',
  )
}

/**
 * Where the recognizer tells of every word; a line that is doubtful as a whole is marked as a
 * whole, a medicine's name as such.
 */
function doubtfulWords(segment: Segment, { place }: ShownLine) {
  const { words = [], edited } = segment
  if (edited || isUnsure(segment)) return []
  return words
    .filter(({ heard, offered }) => heard === undefined && offered === undefined)
    .filter(({ confidence }) => confidence !== null && confidence < WORD_UNSURE_BELOW)
    .map(({ from, to }) => place({ start: from, end: to }))
}

/** A person who corrected it is sure. */
function isUnsure({ confidence, edited }: Segment): boolean {
  return confidence !== null && confidence < UNSURE_BELOW && !edited
}

function editor(model: Model, segment: Segment): Children {
  const { t, transcriptEdit: edit } = model
  const { start_time, earlier } = segment
  const heard = earlier?.[0]?.text
  return m('.line-editor', [
    m('textarea.area', {
      rows: 1,
      value: edit.draft,
      'aria-label': t.transcriptEdit.label(start_time),
      oncreate: ({ dom }: VnodeDOM) => {
        growToText(dom as HTMLTextAreaElement)
        if (isFocusFree(dom, dom.closest('.lines'))) (dom as HTMLTextAreaElement).focus()
      },
      onupdate: ({ dom }: VnodeDOM) => growToText(dom as HTMLTextAreaElement),
      oninput: (event: Event) => edit.write((event.target as HTMLTextAreaElement).value),
      onkeydown(event: KeyboardEvent) {
        if (event.isComposing) return
        if (event.key === 'Enter') void edit.save()
        else if (event.key === 'Escape') edit.cancel()
        else return
        event.preventDefault()
        event.stopPropagation()
      },
    }),
    note(edit.state, segment),
    m('.row', [
      m('label.speaker-choice', [
        m('span.hidden', t.transcriptEdit.speaker),
        m(
          'select',
          {
            value: edit.speaker ?? '',
            onchange: (event: Event) =>
              edit.name(((event.target as HTMLSelectElement).value || null) as Speaker | null),
          },
          m('option', { value: '' }, t.transcriptEdit.nobody),
          SPEAKERS.map((one) =>
            m('option', { key: one, value: one }, t.transcriptEdit.speakers[one]),
          ),
        ),
      ]),
      playClip(model, clipOf(segment), start_time),
      m('.dock-space'),
      button(t.cancel, { class: 'compact', onclick: edit.cancel }),
      button(edit.state === 'saving' ? t.transcriptEdit.saving : t.save, {
        kind: 'primary',
        class: 'compact',
        'aria-label': t.transcriptEdit.save,
        busy: edit.state === 'saving',
        disabled: edit.state === 'gone',
        onclick: () => void edit.save(),
      }),
    ]),
    heard !== undefined &&
      heard !== segment.text &&
      m('p.note', [
        t.transcriptEdit.heard(heard),
        ' ',
        m(
          'button.link[type=button]',
          { onclick: () => void edit.takeBack() },
          t.transcriptEdit.takeBack,
        ),
      ]),
  ])

  function note(state: typeof edit.state, { text }: Segment): Children {
    if (state === 'failed') return warning(t.transcriptEdit.failed)
    if (state === 'changed') return warning(t.transcriptEdit.changedMeanwhile(text))
    if (state === 'gone') return warning(t.transcriptEdit.gone)
    const { hint, saidHint } = t.transcriptEdit
    return m('p.note', segment.normalized ? `${saidHint} ${hint}` : hint)
  }
}

function warning(text: string): Children {
  return m('p.note.warning-text[role=alert]', icon('warning', 14), text)
}

/** As high as its text. */
function growToText(area: HTMLTextAreaElement) {
  area.style.setProperty('height', 'auto')
  area.style.setProperty('height', `${area.scrollHeight + 2}px`)
}
