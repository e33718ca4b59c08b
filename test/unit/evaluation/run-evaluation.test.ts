import test from 'ava'
import { runEvaluation } from '../../../bin/tools/evaluation/run-evaluation.ts'
import { readCase } from '../../helpers/evaluation-cases.ts'
import { templates } from '../../helpers/rules-samples.ts'
import { shippedRules } from '../../helpers/shipped-rules.ts'

test('a document that takes too long has failed, and the others are written', async (t) => {
  const [slow, other] = [readCase('anamnese-01'), readCase('soap-01')]
  const rules = shippedRules()
  const results = await runEvaluation([slow, other], {
    templates: templates(),
    async write(input, signal) {
      if (input.template.id === slow.templateId)
        throw new DOMException('The operation timed out.', 'TimeoutError')
      return rules.generate(input, { signal, onField() {} })
    },
    hear: null,
    now: () => 0,
    signal: new AbortController().signal,
    onStep() {},
  })
  t.deepEqual(
    results.map(({ id, failure }) => [id, failure]),
    [
      ['anamnese-01', 'generation_timeout'],
      ['soap-01', null],
    ],
  )
})
