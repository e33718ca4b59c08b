import type { Segment, SegmentWord } from '../../core/contract/api.ts'
import type { Model } from '../state/model.ts'
import type { MedicineMark, ShownLine } from '../text/shown-line.ts'
import { type Children, m } from '../view.ts'
import { icon } from './icon.ts'

/** Words of a line that stand for a medicine, in places of the line as it is shown. */
export function medicineMarks(segment: Segment, { place }: ShownLine): MedicineMark[] {
  return medicineWords(segment).map(({ from, to, heard, offered }) => ({
    ...place({ start: from, end: to }),
    heard,
    offered,
  }))
}

/** Marked by the line under it and, for who does not see it, by words. */
export function drawnMedicine(t: Model['t'], text: string, mark: MedicineMark): Children {
  const { heard, offered = '' } = mark
  const note =
    heard === undefined ? t.transcriptEdit.offered(offered) : t.transcriptEdit.nameFor(heard)
  return m(
    'span.medicine',
    { class: heard === undefined ? 'offered' : '', title: note },
    text,
    m('span.hidden', ` (${note})`),
  )
}

/**
 * Under the line: what was heard in the place of each name, and what each name may have been, each
 * with one way to change it.
 */
export function medicineNotes(model: Model, segment: Segment): Children {
  const words = medicineWords(segment)
  if (words.length === 0) return null
  return m(
    'ul.medicine-notes',
    words.map((word) => m('li', { key: word.from }, note(model, segment, word))),
  )
}

function note({ t, transcriptEdit }: Model, segment: Segment, word: SegmentWord): Children {
  const { heard, offered = '' } = word
  const { putBack, putBackWords, take, heardAs } = t.transcriptEdit
  const written = segment.text.slice(word.from, word.to)
  const exchange = (words: string) => () => void transcriptEdit.exchange(segment, word, words)
  if (heard === undefined)
    return [
      `“${written}”: `,
      m(
        'button.link[type=button]',
        { onclick: exchange(offered) },
        icon('plus', 14),
        take(offered),
      ),
    ]
  const label = { 'aria-label': putBackWords(heard), onclick: exchange(heard) }
  return [m('b', written), ` ${heardAs(heard)} `, m('button.link[type=button]', label, putBack)]
}

/** None in a corrected line: its words are the person's. */
function medicineWords({ text, words = [], edited }: Segment): SegmentWord[] {
  if (edited) return []
  return words
    .filter(({ heard, offered }) => heard !== undefined || offered !== undefined)
    .map((word) => withoutPunctuation(text, word))
}

/** The comma behind a name is not part of it. */
function withoutPunctuation(text: string, word: SegmentWord): SegmentWord {
  const written = text.slice(word.from, word.to)
  const before = written.match(/^[^\p{L}\p{N}]*/u)?.[0] ?? ''
  const behind = written.match(/[^\p{L}\p{N}]*$/u)?.[0] ?? ''
  return { ...word, from: word.from + before.length, to: word.to - behind.length }
}
