/**
 * Every file of `config/evaluation` is a case that can be asked. While writing some: `npx ava
 * test/unit/evaluation/cases.test.ts --match='cardiologia-01*'`.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { caseChecker } from '../../../core/evaluation/check-case.ts'
import { caseFiles, EVALUATION_FOLDER, readCase } from '../../helpers/evaluation-cases.ts'
import { templates } from '../../helpers/rules-samples.ts'

const check = caseChecker()
const models = new Map(templates().map((template) => [template.id, template]))

for (const id of caseFiles()) {
  test(`${id} fits its model, says its facts, and invents nothing`, (t) => {
    const one = readCase(id)
    const template = models.get(one.templateId)
    if (!template) return t.fail(`no such model: ${one.templateId}`)
    t.is(one.id, id)
    t.deepEqual(check(one, template), [])
  })
}

test('every document model has a case, and twenty cases have sound, of ten models and both vocabularies', (t) => {
  const cases = caseFiles().map(readCase)
  const covered = new Set(cases.map(({ templateId }) => templateId))
  t.deepEqual(
    [...models.keys()].filter((id) => !covered.has(id)),
    [],
  )
  const heard = cases.filter(({ sound }) => sound !== null)
  t.true(heard.length >= 20)
  t.true(new Set(heard.map(({ templateId }) => templateId)).size >= 10)
  t.true(heard.filter(({ sound }) => sound?.vocabulary === 'demo').length >= 14)
  t.true(heard.some(({ sound }) => sound?.noise === null))
  for (const { sound, turns } of heard) {
    t.true(existsSync(join(EVALUATION_FOLDER, 'sound', sound!.file)))
    const speakers = new Set<string>(turns.map(({ by }) => by))
    t.deepEqual([...speakers].sort(), Object.keys(sound!.voices).sort())
  }
})
