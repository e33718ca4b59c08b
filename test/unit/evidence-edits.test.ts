/** The checks against a sample of the error set; the whole of it is `npm run bench evidence`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { EvaluationCase } from '../../core/evaluation/case.ts'
import { editsOf } from '../../core/evaluation/edits.ts'
import { falseAlarmsOf, recallOf, scoreEdits } from '../../core/evaluation/edits-score.ts'
import { templates } from '../helpers/rules-samples.ts'

const FOLDER = join(import.meta.dirname, '../../config/evaluation')
const cases = ['anamnese-01', 'anamnese-02', 'cardiologia-01']
  .map((id) => readFileSync(join(FOLDER, `${id}.json`), 'utf8'))
  .map((text) => EvaluationCase.parse(JSON.parse(text)))
const byId = new Map(templates().map((template) => [template.id, template]))

test('errors are found, and what is correct is mostly left alone', (t) => {
  const { edits, correct } = scoreEdits(cases, byId)
  t.true(edits.length > 60, `${edits.length} edits`)
  t.true(recallOf(edits) >= 0.88, `recall ${recallOf(edits)}`)
  t.true(falseAlarmsOf(correct) <= 0.12, `false alarms ${falseAlarmsOf(correct)}`)
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
