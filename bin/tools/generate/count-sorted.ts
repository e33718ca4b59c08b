/**
 * How much of visits that the sorter never learned from it files where it belongs, and how much of
 * what it files is right:
 *
 *   tsx bin/tools/generate/count-sorted.ts [FOLDER]    `sorter-visits/counted` unless another is named
 *
 * Clauses are counted, not facts, and by the sorter as it is shipped: what the record needs and is
 * filed nowhere, or elsewhere, is missed. Medicines are filed by readers of their own.
 */
import { join } from 'node:path'
import { openSenses } from '../../../ai-local/encoding/open-senses.ts'
import type { Template } from '../../../core/document/models/ports.ts'
import type { Section } from '../../../core/document/models/sections.ts'
import { placeOf } from '../../../core/document/quoting/field-quotes.ts'
import { type FilingPlace, isOwn } from '../../../core/document/quoting/places.ts'
import { sorterWith } from '../../../core/document/quoting/shipped-sorter.ts'
import { SORTED_CLASSES, type SortedClass } from '../../../core/document/quoting/sorted-classes.ts'
import { readLabelledVisits } from './labelled-visits.ts'
import { readTemplates } from './read-templates.ts'
import { type LabelledClause, visitExamples } from './sorter-examples.ts'

const NONE = SORTED_CLASSES.indexOf('none')
const root = join(import.meta.dirname, '../../..')
const encoder = join(root, 'ai-local', 'sentence-encoder', 'encoder.bin')
const sorter = sorterWith(openSenses(encoder))
const NOTHING_LEFT_OUT = { share: 0, choice: 0 }

const templates = readTemplates()
const folder = process.argv[2] ?? join(import.meta.dirname, 'sorter-visits', 'counted')
const visits = readLabelledVisits(folder)
let [needed, filed, right] = [0, 0, 0]
for (const visit of visits) {
  const template = templates.find(({ id }) => id === visit.templateId)!
  count(await visitExamples([visit], templates, NOTHING_LEFT_OUT), template)
}
console.log(
  `${visits.length} visits: of ${needed} clauses that belong into a record ${(right / needed).toFixed(3)} are filed there; of ${filed} that are filed ${(right / filed).toFixed(3)} are right`,
)

/** @param clauses of one visit, in their order */
function count(clauses: readonly LabelledClause[], template: Template): void {
  const said = clauses.map((each) => each.said)
  const routed = sorter(template)(said, clauses[0]?.statements ?? [])
  for (const [at, { may, weight }] of clauses.entries()) {
    if (weight === 0) continue
    if (!may.includes(NONE)) needed += 1
    const place = routed[at]!.place
    if (place === null) continue
    filed += 1
    if (may.some((each) => isAt(SORTED_CLASSES[each]!, place, template))) right += 1
  }
}

/** Sections that one field of the model takes are not told apart. */
function isAt(name: SortedClass, place: FilingPlace, template: Template): boolean {
  if (name === 'none' || name === 'own' || isOwn(place)) return false
  const home = placeOf(name, template)
  return name === place || (home !== undefined && home === placeOf(place as Section, template))
}
