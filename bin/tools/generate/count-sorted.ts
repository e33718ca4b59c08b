/**
 * How much of visits that the sorter never learned from it files where it belongs, and how much of
 * what it files is right:
 *
 *   tsx bin/tools/generate/count-sorted.ts [FOLDER]    `sorter-visits/counted` unless another is named
 *
 * Clauses are counted, not facts, and by the sorter as it is shipped: what the record needs and is
 * filed nowhere, or elsewhere, is missed. Medicines are filed by readers of their own: each that a
 * visit names once where a label puts it, and once where the document does. What is stopped bears
 * the same labels as what is taken or ordered, and dosages are not compared: both are for facts
 * (`svcctl eval`) to count.
 */
import { join } from 'node:path'
import { openSenses } from '../../../ai-local/encoding/clause-senses.ts'
import type { EvidenceSpan } from '../../../core/contract/api.ts'
import { medicationFinder } from '../../../core/document/medicines/medication-mentions.ts'
import type { Template } from '../../../core/document/models/ports.ts'
import { type Section, sectionOf } from '../../../core/document/models/sections.ts'
import { type Statement, spansOf } from '../../../core/document/pieces/statements.ts'
import { placeOf } from '../../../core/document/quoting/field-quotes.ts'
import { type FilingPlace, isOwn } from '../../../core/document/quoting/places.ts'
import { bySorter, rulesGenerator } from '../../../core/document/quoting/rules-generator.ts'
import { sorterWith } from '../../../core/document/quoting/shipped-sorter.ts'
import { SORTED_CLASSES, type SortedClass } from '../../../core/document/quoting/sorted-classes.ts'
import { caseInput } from '../../../core/evaluation/case.ts'
import { type LabelledVisit, labelledClasses, readLabelledVisits } from './labelled-visits.ts'
import { readTemplates } from './read-templates.ts'
import { type LabelledClause, visitExamples } from './sorter-examples.ts'

const NONE = SORTED_CLASSES.indexOf('none')
const root = join(import.meta.dirname, '../../..')
const encoder = join(root, 'ai-local', 'sentence-encoder', 'encoder.bin')
const senses = openSenses(encoder)
const sorter = sorterWith(senses)
const rules = rulesGenerator(bySorter(senses))
const find = medicationFinder()
const LISTS = ['medicationsInUse', 'prescriptions'] as const
const medicines = new Map(LISTS.map((list) => [list, { labelled: 0, written: 0, both: 0 }]))
const NOTHING_LEFT_OUT = { share: 0, choice: 0 }

const templates = readTemplates()
const folder = process.argv[2] ?? join(import.meta.dirname, 'sorter-visits', 'counted')
const visits = readLabelledVisits(folder)
let [needed, filed, right] = [0, 0, 0]
for (const visit of visits) {
  const template = templates.find(({ id }) => id === visit.templateId)!
  const clauses = await visitExamples([visit], templates, NOTHING_LEFT_OUT)
  count(clauses, template)
  await countMedicines(visit, template, clauses[0]?.statements ?? [])
}
console.log(
  `${visits.length} visits: of ${needed} clauses that belong into a record ${(right / needed).toFixed(3)} are filed there; of ${filed} that are filed ${(right / filed).toFixed(3)} are right`,
)
for (const [list, { labelled, written, both }] of medicines)
  console.log(
    `${list}: of ${labelled} medicines ${(both / labelled).toFixed(3)} are written there; of ${written} that are ${(both / written).toFixed(3)} are right`,
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

/** Models that have a field for each of the two lists. */
async function countMedicines(
  visit: LabelledVisit,
  template: Template,
  statements: readonly Statement[],
): Promise<void> {
  const input = caseInput({ context: '', background: null, files: [], ...visit }, template)
  const draft = await rules.draft(input, new AbortController().signal)
  for (const [list, counts] of medicines) {
    const own = draft.find(({ field }) => sectionOf(field) === list)
    if (!own) continue
    const spans = own.places.flatMap(({ lines }) => lines.flatMap((line) => line.spans))
    const labelled = new Set<string>()
    const written = new Set<string>()
    for (const statement of statements)
      for (const { ingredient, from, name } of find(statement.tokens)) {
        const { start } = statement.tokens[from]!
        const { end } = statement.tokens[from + name.split(' ').length - 1]!
        if (labelledClasses(visit, statement, start, end).includes(list)) labelled.add(ingredient)
        const said = spansOf(statement, start, end)
        if (said.some((each) => spans.some((span) => overlap(each, span)))) written.add(ingredient)
      }
    counts.labelled += labelled.size
    counts.written += written.size
    counts.both += [...written].filter((each) => labelled.has(each)).length
  }
}

function overlap(one: EvidenceSpan, other: EvidenceSpan): boolean {
  if (one.source !== 'segment' || other.source !== 'segment') return false
  return one.segment_id === other.segment_id && one.start < other.end && other.start < one.end
}
