/**
 * Every file of `config/evaluation` is a case that can be asked. While writing some: `npx ava
 * test/unit/evaluation/cases.test.ts --match='cardiologia-01*'`.
 */
import test from 'ava'
import { caseChecker } from '../../../core/evaluation/check-case.ts'
import { caseFiles, readCase } from '../../helpers/evaluation-cases.ts'
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
