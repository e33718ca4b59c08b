// Own process, not in test:quick: computes for longer than any other.
/**
 * Some hundred generations over hostile visits; `npm run bench structure` makes ten thousand of the
 * same kind.
 */
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { builtInTemplates } from '../../../config/templates.ts'
import { llamaGenerator } from '../../../core/document/generation/llama-generator.ts'
import { parseTemplate } from '../../../core/document/models/template-schema.ts'
import { diagnosisCodes } from '../../../core/structured-output/diagnosis-codes.ts'
import { hostileTranscripts, OTHER_PATIENT } from '../../helpers/hostile-texts.ts'
import { tallyIllegal } from '../../helpers/illegal-schemas.ts'
import { randomTextGenerator } from '../../helpers/random-text-generator.ts'
import { buildInput } from '../../helpers/rules.ts'
import { shippedRules } from '../../helpers/shipped-rules.ts'
import { newTally, type Tally, tallyData, tallyDocument } from '../../helpers/structure-run.ts'
import { cid10, VISIT, visitMaterial } from '../../helpers/structured-material.ts'
import { hostSchema } from '../../helpers/structured-schemas.ts'

const LIMITS = { textChars: 60, listItems: 3 }
const transcripts = hostileTranscripts(VISIT)
const templates = builtInTemplates().map(parseTemplate)
const random = (seed: number) => randomTextGenerator(seed, () => transcripts.flat())

function flawless(t: ExecutionContext, tally: Tally) {
  t.deepEqual(tally.faults, [])
  t.like(tally, { valid: tally.generations, extraKeys: 0, outOfOrder: 0, unsourced: 0 })
}

test('all models, by rules and by a model that says anything: valid, in order, nothing unmarked without a source', async (t) => {
  t.is(templates.length, 26)
  const text = random(7)
  const generators = [
    shippedRules(),
    llamaGenerator({ text, kind: 'llama', version: 'random', stops: LIMITS }),
  ]
  const tally = newTally()
  for (const [index, template] of templates.entries())
    for (let turn = 0; turn < 3; turn++) {
      const said = transcripts[(index * 3 + turn) % transcripts.length]!
      const input = buildInput(template, said, { contextMarkdown: OTHER_PATIENT })
      for (const generator of generators) await tallyDocument(tally, generator, input)
    }
  flawless(t, tally)
  t.true(tally.values > 500, 'not everything was null')
})

test('random schemas, by rules and by a model that says anything: what was asked for and nothing else', async (t) => {
  const text = random(8)
  const visits = []
  for (const said of transcripts.filter((_, index) => index % 6 === 0)) {
    const material = await visitMaterial({ said, context: OTHER_PATIENT })
    visits.push({ material, codes: diagnosisCodes(material, cid10) })
  }
  const tally = newTally()
  for (const [index, schema] of fc.sample(hostSchema, { seed: 9, numRuns: 60 }).entries())
    for (const engine of [null, text])
      await tallyData(tally, visits[index % visits.length]!, schema, engine, LIMITS)
  flawless(t, tally)
})

test('without any speech every value is null', async (t) => {
  const tally = newTally()
  for (const template of templates)
    await tallyDocument(tally, shippedRules(), buildInput(template, ['Bom dia.']))
  const material = await visitMaterial({ said: ['Bom dia.'] })
  const visit = { material, codes: diagnosisCodes(material, cid10) }
  const schemas = fc.sample(hostSchema, { seed: 10, numRuns: 60 })
  // A letter is the abbreviation of a day, which the greeting wishes.
  const letters = { d: { type: 'boolean' }, x: { type: 'boolean', description: 'd' } }
  for (const schema of [...schemas, { type: 'object', properties: letters }])
    await tallyData(tally, visit, schema, null, LIMITS)
  flawless(t, tally)
  t.is(tally.values, 0)
})

test('broken schemas are refused, each by the place of its fault', (t) => {
  const tally = tallyIllegal(300, 11)
  t.deepEqual(tally, { schemas: 300, refused: 300, rightPath: 300, faults: [] })
})
