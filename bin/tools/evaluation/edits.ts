/**
 * The error set: correct documents with one thing made wrong, as a careless writer would, and the
 * verdict that is expected. Made from the cases by a seeded choice: the same cases give the same
 * edits, so that two versions of the checks are compared on the same errors. What an edit says is
 * never said anywhere in the case, else it would be no error.
 */
import { filledValues } from '../../../core/document/models/content.ts'
import type { Template } from '../../../core/document/models/ports.ts'
import type { EvaluationCase } from '../../../core/evaluation/case.ts'
import { editFacts } from './edits-facts.ts'
import { editForeign } from './edits-foreign.ts'
import { EDIT_KINDS, type Edit, type EditInput, type EditKind } from './edits-kinds.ts'
import { editMedication } from './edits-medication.ts'
import { caseWords } from './edits-words.ts'

/** Doses, drugs and sides that are wrong can be proven to be; so can a denial of what was said. */
const WITHDRAWN: ReadonlySet<EditKind> = new Set([
  'drug_swapped',
  'dose_times_ten',
  'dose_divided_by_ten',
  'dose_of_another',
  'unit_changed',
  'frequency_changed',
  'side_changed',
  'allergy_prescribed',
  'digit_changed',
])
/** So that a long document does not outweigh the others. */
const MOST_OF_A_KIND = 5

/** All edits of one case, in the order of their kinds. */
export function editsOf(
  one: EvaluationCase,
  template: Template,
  others: readonly EvaluationCase[],
): Edit[] {
  const choose = chooser(one.id)
  const values = filledValues(template, one.document)
  const foreign = others.filter(({ id }) => id !== one.id)
  const input: EditInput = {
    one,
    template,
    values,
    words: caseWords(one),
    others: foreign,
    choose,
  }
  const changes = [...editMedication(input), ...editFacts(input), ...editForeign(input)].filter(
    ({ before, after }) => before !== after,
  )
  return EDIT_KINDS.flatMap((kind) =>
    sample(
      changes.filter((change) => change.kind === kind),
      MOST_OF_A_KIND,
      choose,
    ).map(
      (change): Edit => ({
        caseId: one.id,
        ...change,
        expected: WITHDRAWN.has(kind) ? 'withdrawn' : 'flagged',
      }),
    ),
  )
}

function sample<T>(all: readonly T[], most: number, choose: (below: number) => number): T[] {
  const rest = [...all]
  const taken: T[] = []
  while (rest.length > 0 && taken.length < most) taken.push(...rest.splice(choose(rest.length), 1))
  return taken
}

/**
 * A small generator of its own (mulberry32): the domain has no randomness, and the same case needs
 * the same choices.
 */
function chooser(seed: string): (below: number) => number {
  let state = [...seed].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619),
    2_166_136_261,
  )
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/**
 * The error set as it is published: a line of JSON for each edit, cases and kinds in order, the
 * same bytes for the same cases.
 * @param templates by id
 */
export function* editLines(
  cases: readonly EvaluationCase[],
  templates: ReadonlyMap<string, Template>,
): Generator<string> {
  const sorted = [...cases].sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const one of sorted) {
    const template = templates.get(one.templateId)
    if (!template) continue
    for (const { caseId, ...edit } of editsOf(one, template, sorted)) {
      const { kind, path, before, after, expected } = edit
      yield JSON.stringify({ case: caseId, kind, path, before, after, expected })
    }
  }
}
