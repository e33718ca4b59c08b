/**
 * Of a text that a model gives, something must be left that was said: words that stand in every
 * sentence say nothing.
 */
import test from 'ava'
import { askModel } from '../../../core/structured-output/ask-model.ts'
import { answerCheck } from '../../../core/structured-output/check-answers.ts'
import { diagnosisCodes } from '../../../core/structured-output/diagnosis-codes.ts'
import { fillByRules } from '../../../core/structured-output/fill.ts'
import { parseSchema } from '../../../core/structured-output/parse-schema.ts'
import { cid10, VISIT, visitMaterial } from '../../helpers/structured-material.ts'
import { scriptedText } from '../../helpers/structured-server.ts'

const answers: [string, string | null][] = [
  ['"]|ó].', null],
  ['a', null],
  [']D;D;D;Do .', null],
  ['Não', null],
  ['em', null],
  ['miligramas', null],
  ['dor de cabeça há três dias', 'dor de cabeça há três dias'],
]

for (const [said, kept] of answers)
  test(`a model that says ${JSON.stringify(said)} has said ${kept === null ? 'nothing' : 'it'}`, async (t) => {
    const material = await visitMaterial({ said: VISIT })
    const codes = diagnosisCodes(material, cid10)
    const { schema } = parseSchema({
      type: 'object',
      properties: { trecho: { type: 'string' } },
    })
    const { open } = await fillByRules(schema, material, codes)
    const { text } = scriptedText(() => ({ trecho: said }))
    const { signal } = new AbortController()
    t.deepEqual(
      await askModel(open, {
        text,
        input: material.input,
        check: answerCheck(material, codes),
        signal,
      }),
      [{ path: ['trecho'], value: kept }],
    )
  })
