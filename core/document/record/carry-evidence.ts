/** What is still proven after a person changed a document: values that stayed, and only those. */
import type { DocumentContent, Evidence, EvidencePart } from '../../contract/api.ts'
import { keptParts } from '../../contract/kept-parts.ts'
import { type FilledValue, filledValues, pathKey } from '../models/content.ts'
import type { DocumentRecord } from './document-store.ts'

/**
 * Evidence follows a value whose text is unchanged, also when an item of a list moved. A changed
 * value has no source but the person: it is in `editedPaths`, and of its evidence remain the
 * sentences that stayed word for word. What was computed from a value that changed is no longer
 * supported.
 */
export function carryEvidence(
  record: Pick<DocumentRecord, 'template' | 'content' | 'evidence' | 'editedPaths'>,
  content: DocumentContent,
): Pick<DocumentRecord, 'evidence' | 'editedPaths'> {
  const before = filledValues(record.template, record.content)
  const evidence: Evidence[] = []
  const editedPaths: string[][] = []
  const wasEdited = new Set(record.editedPaths.map(pathKey))
  const after = filledValues(record.template, content)
  const changed = new Set(goneFrom(before, after))

  for (const value of after) {
    const origin = originOf(value, before)
    const isEdited = !origin || wasEdited.has(pathKey(origin.path))
    if (isEdited) editedPaths.push(value.path)
    if (!origin) changed.add(dotted(value.path))
    const from = origin ?? before.find(({ path }) => pathKey(path) === pathKey(value.path))
    const known = from && record.evidence.find(({ path }) => pathKey(path) === pathKey(from.path))
    if (!known) continue
    if (!isEdited) evidence.push({ ...known, path: value.path })
    else
      evidence.push(...ofKeptSentences(value, keptParts(from.text, value.text, known.parts ?? [])))
  }
  return { editedPaths, evidence: evidence.map((one) => withoutStaleSources(one, changed)) }
}

function ofKeptSentences({ path }: FilledValue, parts: EvidencePart[]): Evidence[] {
  return parts.length > 0 ? [{ path, verdict: 'not_found', spans: [], parts }] : []
}

/** The unchanged value it comes from: at its own place, or moved within its list. */
function originOf(value: FilledValue, before: FilledValue[]): FilledValue | undefined {
  const isSame = (one: FilledValue) => one.text === value.text
  const here = before.find((one) => isSame(one) && pathKey(one.path) === pathKey(value.path))
  if (here || !isListItem(value.path)) return here
  return before.find((one) => isSame(one) && isListItem(one.path) && one.path[0] === value.path[0])
}

function isListItem(path: string[]): boolean {
  return path.length === 2 && /^\d+$/.test(path[1] ?? '')
}

function goneFrom(before: FilledValue[], after: FilledValue[]): string[] {
  const present = new Set(after.map(({ path }) => dotted(path)))
  return before.map(({ path }) => dotted(path)).filter((name) => !present.has(name))
}

function withoutStaleSources(one: Evidence, changed: Set<string>): Evidence {
  const isStale = one.spans.some(
    (span) => span.source === 'derived' && span.from.some((name) => changed.has(name)),
  )
  return isStale ? { ...one, verdict: 'not_found', spans: [] } : one
}

/** As `derived` evidence names its sources. */
function dotted(path: string[]): string {
  return path.join('.')
}
