/** The checks against a sample of the error set; the whole of it is `npm run bench evidence`. */
import test from 'ava'
import { editLines, editsOf } from '../../bin/tools/evaluation/edits.ts'
import { falseAlarmsOf, recallOf, scoreEdits } from '../../bin/tools/evaluation/edits-score.ts'
import { caseFiles, readCase } from '../helpers/evaluation-cases.ts'
import { templates } from '../helpers/rules-samples.ts'

const cases = ['anamnese-01', 'anamnese-02', 'cardiologia-01'].map((id) => readCase(id))
const byId = new Map(templates().map((template) => [template.id, template]))

test('errors are found, and what is correct is mostly left alone', (t) => {
  const { edits, correct } = scoreEdits(cases, byId)
  t.true(edits.length > 60, `${edits.length} edits`)
  t.true(recallOf(edits) >= 0.95, `recall ${recallOf(edits)}`)
  t.true(falseAlarmsOf(correct) <= 0.08, `false alarms ${falseAlarmsOf(correct)}`)
  for (const kind of ['drug_swapped', 'dose_times_ten', 'digit_changed', 'allergy_prescribed']) {
    const missed = edits.filter((edit) => edit.kind === kind && edit.answer !== 'withdrawn')
    t.deepEqual(missed, [], kind)
  }
})

test('the same cases give the same errors, each of one value', (t) => {
  const [one] = cases
  const template = byId.get(one!.templateId)!
  const edits = editsOf(one!, template, cases)
  t.deepEqual(editsOf(one!, template, cases), edits)
  t.true(edits.every(({ before, after }) => before !== after))
})

test('the error set has two thousand edits and more, a line each, and is the same bytes again', (t) => {
  const all = caseFiles().map((id) => readCase(id))
  const lines = [...editLines(all, byId)]
  t.true(lines.length >= 2000, `${lines.length} lines`)
  // A quarter of them shows as well that neither chance nor their order matters.
  const some = all.filter((_, index) => index % 4 === 0)
  t.deepEqual([...editLines([...some].reverse(), byId)], [...editLines(some, byId)])
  for (const line of lines.slice(0, 20))
    t.deepEqual(Object.keys(JSON.parse(line)), [
      'case',
      'kind',
      'path',
      'before',
      'after',
      'expected',
    ])
})
