/**
 * Invented consultations whose sentences name the part of the record they belong to, as
 * `sorter-visits/README.md` describes. Only the sorter learns from them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Statement } from '../../../core/document/pieces/statements.ts'
import { spansOf } from '../../../core/document/pieces/statements.ts'
import { SORTED_CLASSES, type SortedClass } from '../../../core/document/quoting/sorted-classes.ts'
import type { EvaluationCase } from '../../../core/evaluation/case.ts'

/** Characters [start, end) of a turn, and the classes that are right for them. */
interface LabelledSpan {
  start: number
  end: number
  classes: readonly SortedClass[]
  /** Part of the story that a record begins with. */
  isComplaint: boolean
}

export interface LabelledVisit
  extends Pick<EvaluationCase, 'id' | 'templateId' | 'modality' | 'turns'> {
  /** Labels of each turn, in order, without gaps. */
  labels: readonly (readonly LabelledSpan[])[]
}

const MODELS: Readonly<Record<string, string>> = {
  anamnesis: 'anamnesis',
  soap: 'soap',
  followup: 'anamnesisReturningConsultation',
}
const SPEAKERS = { M: 'doctor', P: 'patient', A: 'companion' } as const
const HEAD = /^# modelo: (\w+) \| modalidade: (in_person|telemedicine) \| /
const TURN = /^([MPA]): (.+)$/
const LABELLED = /([^[]*)\[([a-zA-Z|]+)\]/gy
/** Share of a clause's characters, to bear a span's label beside the one of most of it. */
const AS_WELL = 0.4

export function readLabelledVisits(folder: string): LabelledVisit[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => parseVisit(name.slice(0, -4), readFileSync(join(folder, name), 'utf8')))
}

/** @throws Error with the visit's id and the line that is none */
export function parseVisit(id: string, text: string): LabelledVisit {
  const [head, ...lines] = text.split('\n').filter((line) => line.trim() !== '')
  const [, model, modality] = HEAD.exec(head ?? '') ?? []
  const templateId = MODELS[model ?? '']
  if (templateId === undefined) throw new Error(`${id}: the first line names no model`)
  const turns = lines.map((line) => {
    const [, who, words] = TURN.exec(line.trim()) ?? []
    if (words === undefined) throw new Error(`${id}: no turn: ${line}`)
    return { by: SPEAKERS[who as keyof typeof SPEAKERS], ...parseTurn(id, words) }
  })
  return {
    id,
    templateId,
    modality: modality as LabelledVisit['modality'],
    turns: turns.map(({ by, text }) => ({ by, text })),
    labels: turns.map(({ labels }) => labels),
  }
}

/** "Fumo. [substances] Calor, né?": what stands behind the last label belongs nowhere. */
function parseTurn(id: string, words: string): { text: string; labels: LabelledSpan[] } {
  const labels: LabelledSpan[] = []
  let text = ''
  let read = 0
  const add = (part: string, names: readonly string[]) => {
    const said = part.trim()
    if (said === '') return
    if (text !== '') text += ' '
    const classes = names.map((name) => classNamed(id, name))
    const [start, end] = [text.length, text.length + said.length]
    labels.push({ start, end, classes, isComplaint: names.includes(COMPLAINT) })
    text += said
  }
  for (const [whole, part, names] of words.matchAll(LABELLED)) {
    add(part!, names!.split('|'))
    read += whole.length
  }
  add(words.slice(read), ['none'])
  return { text, labels }
}

/** The part of the story that a record begins with. */
const COMPLAINT = 'complaint'

function classNamed(id: string, name: string): SortedClass {
  if (name === COMPLAINT) return 'presentIllness'
  const known = SORTED_CLASSES.find((each) => each === name)
  if (known === undefined) throw new Error(`${id}: no part of a record: ${name}`)
  return known
}

/** The classes of the characters [start, end) of a statement. */
export function labelledClasses(
  visit: LabelledVisit,
  statement: Statement,
  start: number,
  end: number,
): SortedClass[] {
  const found = labelsOf(visit, statement, start, end)
  const classes = [...new Set(found.flatMap((label) => label.classes))]
  const isAlone = (name: SortedClass) => found.every((label) => label.classes.includes(name))
  // Half of a clause that belongs somewhere takes the other half with it.
  return classes.filter((name) => name !== 'none' || isAlone(name))
}

/** Whether the characters [start, end) of a statement tell why the patient came. */
export function tellsComplaint(
  visit: LabelledVisit,
  statement: Statement,
  start: number,
  end: number,
): boolean {
  return labelsOf(visit, statement, start, end).some(({ isComplaint }) => isComplaint)
}

/** The label of most of it, and those that cover enough of it beside. */
function labelsOf(
  { labels }: LabelledVisit,
  statement: Statement,
  start: number,
  end: number,
): LabelledSpan[] {
  const shares = new Map<LabelledSpan, number>()
  for (const span of spansOf(statement, start, end)) {
    if (span.source !== 'segment') continue
    for (const label of labels[Number(span.segment_id.slice(1))] ?? []) {
      const shared = Math.min(span.end, label.end) - Math.max(span.start, label.start)
      if (shared > 0) shares.set(label, (shares.get(label) ?? 0) + shared)
    }
  }
  const most = Math.max(...shares.values())
  const total = [...shares.values()].reduce((sum, each) => sum + each, 0)
  return [...shares].flatMap(([label, share]) =>
    share === most || share >= total * AS_WELL ? [label] : [],
  )
}
