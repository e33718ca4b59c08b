/**
 * A number that a model gives belongs to the words it is about, and to no others of the same
 * sentence.
 */
import test from 'ava'
import { askModel } from '../../../core/structured-output/ask-model.ts'
import { answerCheck } from '../../../core/structured-output/check-answers.ts'
import { diagnosisCodes } from '../../../core/structured-output/diagnosis-codes.ts'
import { fillByRules } from '../../../core/structured-output/fill.ts'
import { parseSchema } from '../../../core/structured-output/parse-schema.ts'
import { cid10, visitMaterial } from '../../helpers/structured-material.ts'
import { scriptedText } from '../../helpers/structured-server.ts'

const answers: [name: string, given: number, said: string[], kept: number | null][] = [
  ['internacoes', 3, ['Fiquei internado, foram três internações, e moro com cinco gatos.'], 3],
  ['internacoes', 5, ['Fiquei internado, foram três internações, e moro com cinco gatos.'], null],
  ['gatos', 3, ['Foram três internações e cinco gatos em casa.'], null],
  ['gatos', 5, ['Foram três internações e cinco gatos em casa.'], 5],
]

for (const [name, given, said, kept] of answers)
  test(`${name} ${given} of "${said.join(' ')}" is ${kept === null ? 'nothing' : 'kept'}`, async (t) => {
    const material = await visitMaterial({ said })
    const codes = diagnosisCodes(material, cid10)
    const { schema } = parseSchema({ type: 'object', properties: { [name]: { type: 'number' } } })
    const { open } = await fillByRules(schema, material, codes)
    const { text } = scriptedText(() => ({ [name]: given }))
    const { signal } = new AbortController()
    t.deepEqual(
      await askModel(open, {
        text,
        input: material.input,
        check: answerCheck(material, codes),
        signal,
      }),
      [{ path: [name], value: kept }],
    )
  })
