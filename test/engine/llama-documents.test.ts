import test from 'ava'
import { builtInTemplates } from '../../config/templates.ts'
import { llamaGenerator } from '../../core/document/generation/llama-generator.ts'
import type { Template } from '../../core/document/models/ports.ts'
import { validateContent } from '../../core/document/models/template-schema.ts'
import { documentInput, segments } from '../helpers/documents.ts'
import { neverAborted, startLlama, temporaryModel } from '../helpers/llama.ts'

const VISIT = segments([
  'Paciente nega febre e refere tosse seca há três dias.',
  'Pressão de 120 por 80, frequência cardíaca 72.',
  'Beber bastante água.',
])

/**
 * Every third: all 26 are written in llama-structure.test.ts, without the checks that a document
 * goes through.
 */
const MODELS = (builtInTemplates() as Template[]).filter((_, at) => at % 3 === 0)

test('a whole document is right in shape, whatever a model writes', async (t) => {
  const text = startLlama(t, temporaryModel(t, { seed: 9 }))
  const generator = llamaGenerator({
    text,
    kind: 'llama',
    version: 'random',
    // Random weights end no text by themselves.
    stops: { textChars: 30, listItems: 2 },
  })
  for (const template of MODELS) {
    const told: string[] = []
    const { content, evidence, contradictions } = await generator.generate(
      documentInput({ template, segments: VISIT }),
      { signal: neverAborted(), onField: (name) => told.push(name) },
    )
    t.deepEqual(validateContent(template, content), [], template.id)
    t.deepEqual(
      told,
      template.fields.map(({ name }) => name),
      template.id,
    )
    t.true(Array.isArray(evidence) && Array.isArray(contradictions))
  }
})
