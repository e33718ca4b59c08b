import test from 'ava'
import fc from 'fast-check'
import { llamaGenerator } from '../../core/document/generation/llama-generator.ts'
import { sizeOf, visitParts } from '../../core/document/generation/long-visit.ts'
import { mergeParts } from '../../core/document/generation/merge-parts.ts'
import type {
  DocumentInput,
  TemplateFieldSpec,
  TextGenerator,
} from '../../core/document/models/ports.ts'
import { AppError } from '../../core/errors.ts'
import { documentInput, segments } from '../helpers/documents.ts'

const word = fc.stringMatching(/^[a-z]{1,12}( [a-z]{1,12}){0,8}$/)
const anyInput = fc
  .record({
    said: fc.array(word, { maxLength: 60 }),
    context: fc.array(word, { maxLength: 5 }),
    history: fc.array(word, { maxLength: 5 }),
    pages: fc.array(fc.array(word, { maxLength: 4 }), { maxLength: 3 }),
  })
  .map(({ said, context, history, pages }) =>
    documentInput({
      segments: segments(said),
      contextMarkdown: context.join('\n'),
      backgroundHistory: history.join('\n') || null,
      files: [{ id: 'f', name: 'f', pages: pages.map((page) => page.join('\n')) }],
    }),
  )

test('whatever the visit and the size of a part, every segment, page and line is in at least one part, in order', (t) => {
  fc.assert(
    fc.property(anyInput, fc.integer({ min: 1, max: 3000 }), (input, chars) => {
      const parts = visitParts(input, chars)
      const ids = parts.flatMap((part) => part.segments.map(({ id }) => id))
      t.deepEqual(
        [...new Set(ids)],
        input.segments.map(({ id }) => id),
      )
      const lines = (one: DocumentInput) => [
        ...(one.backgroundHistory ?? '').split('\n'),
        ...one.contextMarkdown.split('\n'),
        ...one.files.flatMap(({ pages }) =>
          pages.flatMap((page, at) => page.split('\n').map((line) => `${at} ${line}`)),
        ),
      ]
      const held = new Set(parts.flatMap(lines))
      for (const line of lines(input).filter((one) => /[a-z]/.test(one))) t.true(held.has(line))
      for (const part of parts)
        t.true(sizeOf(part) <= chars || part.segments.length + filled(part) <= 1)
      for (const { segments: some } of parts)
        t.deepEqual(
          some.map(({ sequence }) => sequence),
          some.map((_, index) => (some[0]?.sequence ?? 0) + index),
        )
    }),
  )
})

function filled(part: DocumentInput): number {
  const texts = [part.backgroundHistory ?? '', part.contextMarkdown]
  const pages = part.files.flatMap((file) => file.pages)
  return [...texts, ...pages].flatMap((text) => text.split('\n')).filter((line) => line).length
}

test('neighbouring parts overlap', (t) => {
  const parts = visitParts(documentInput({ segments: segments(Array(60).fill('nega febre')) }), 600)
  t.true(parts.length > 2)
  for (const [index, part] of parts.slice(1).entries()) {
    const before = parts[index]!.segments.map(({ id }) => id)
    t.true(part.segments.some(({ id }) => before.includes(id)))
  }
})

const HPI: TemplateFieldSpec = { name: 'HDA', type: 'string' }
const LIST: TemplateFieldSpec = { name: 'Medicações', type: 'string[]' }

test('equal statements of two parts appear once, and different ones in the order of time', (t) => {
  const merged = mergeParts(HPI, [
    'Tosse seca há 3 dias. Nega falta de ar.',
    null,
    'Nega falta de ar. Dor no joelho direito.',
  ])
  t.is(merged.value, 'Tosse seca há 3 dias. Nega falta de ar. Dor no joelho direito.')
  t.deepEqual(merged.contradictions, [])
  t.is(mergeParts(HPI, [null, null]).value, null)
})

for (const [earlier, later] of [
  ['Losartana 50 mg pela manhã', 'Losartana 100 mg pela manhã'],
  ['Nega febre', 'Febre ontem à noite'],
  ['Tosse há 3 dias', 'Tosse há 5 dias'],
  ['Dor no joelho direito', 'Dor no joelho esquerdo'],
  ['Potássio sérico 5,1', 'Potássio sérico 5,8'],
  ['Creatinina de 1,2', 'Creatinina de 1,9'],
] as const)
  test(`the later words prevail, and both are listed: ${earlier} / ${later}`, (t) => {
    const { value, contradictions } = mergeParts(LIST, [[earlier], [later]])
    t.deepEqual(value, [later])
    t.is(contradictions.length, 1)
    t.like(contradictions[0], { path: ['Medicações'], value: earlier })
    t.true(contradictions[0]!.reason.includes(later))
  })

for (const [one, other] of [
  ['Dipirona 500 mg se dor', 'Losartana 50 mg pela manhã'],
  ['Tosse há 3 dias', 'Tosse com 2 episódios de vômito'],
  ['Hipertensão', 'Hipertensão em uso de losartana 50 mg'],
  ['Mãe com diabetes', 'Pai com diabetes'],
  ['Nega febre, refere tosse seca', 'Refere tosse e calafrios'],
  ['Febre de 38 graus há 2 dias', 'Febre de 38 graus'],
  ['Peso de 72,5 kg hoje', 'Peso de 72.5 kg'],
] as const)
  test(`beside each other, not against each other: ${one} / ${other}`, (t) => {
    t.deepEqual(mergeParts(LIST, [[one], [other]]), { value: [one, other], contradictions: [] })
  })

test('text that exceeds a field is listed, never dropped', (t) => {
  const items = Array.from(
    { length: 40 },
    (_, index) => `Orientação de nome ${'abcdefgh'[index % 8]}${index}x`,
  )
  const { value, contradictions } = mergeParts(LIST, [items])
  t.is((value as string[]).length + contradictions.length, 40)
})

test('a dict is merged key by key', (t) => {
  const field: TemplateFieldSpec = { name: 'Risco', type: 'dict', keys: ['A', 'B'] }
  const { value } = mergeParts(field, [{ A: 'um', B: null }, null, { A: 'dois', B: 'três' }])
  t.deepEqual(value, { A: 'um; dois', B: 'três' })
})

/** Holds so many characters and quotes what it finds about the pressure. */
function shortSighted(chars: number) {
  const prompts: string[] = []
  const text: TextGenerator = {
    model: 'short-sighted',
    async generate({ system, user }, { schema, onProperty }) {
      const tokens = Math.ceil((system.length + user.length) / 3)
      const limit = Math.ceil(chars / 3)
      if (tokens > limit)
        throw new AppError('rejected', 'prompt_too_long', 'x', { details: [{ tokens, limit }] })
      prompts.push(user)
      const said = [...user.matchAll(/consultório: "([^"]*losartana[^"]*)"/g)].map(([, one]) => one)
      for (const key of Object.keys(schema.properties ?? {}))
        onProperty?.(key, key === 'Orientações' ? said : null, [])
      return '{}'
    },
    async [Symbol.asyncDispose]() {},
  }
  return { text, prompts }
}

test('a visit that does not fit is read in parts; what each says is found, and the last word holds', async (t) => {
  const said = Array.from({ length: 300 }, (_, index) => `Conversa de número ${index} sobre nada.`)
  said[10] = 'Tomar losartana 50 mg pela manhã.'
  said[290] = 'Tomar losartana 100 mg pela manhã.'
  const model = shortSighted(8000)
  const generator = llamaGenerator({ text: model.text, kind: 'llama', version: 'x' })
  const told: string[] = []
  const { content, contradictions } = await generator.generate(
    documentInput({ segments: segments(said) }),
    { signal: new AbortController().signal, onField: (name) => told.push(name) },
  )
  t.true(model.prompts.length > 2)
  for (const line of said) t.true(model.prompts.some((prompt) => prompt.includes(`"${line}"`)))
  t.deepEqual(told, ['Queixa Principal', 'Orientações', 'Risco'])
  t.deepEqual(content.Orientações, ['Tomar losartana 100 mg pela manhã.'])
  t.like(contradictions[0], { value: 'Tomar losartana 50 mg pela manhã.' })
})

test('a statement made only in the middle part is in the document', async (t) => {
  const said = Array.from({ length: 300 }, (_, index) => `Conversa de número ${index} sobre nada.`)
  said[150] = 'Tomar losartana 50 mg pela manhã.'
  const model = shortSighted(6000)
  const generator = llamaGenerator({ text: model.text, kind: 'llama', version: 'x' })
  const { content } = await generator.generate(documentInput({ segments: segments(said) }), {
    signal: new AbortController().signal,
    onField() {},
  })
  const holding = model.prompts.flatMap((prompt, at) => (prompt.includes(said[150]!) ? [at] : []))
  t.true(model.prompts.length >= 5)
  t.true(holding[0]! >= 2 && holding.at(-1)! <= model.prompts.length - 3, `${holding}`)
  t.deepEqual(content.Orientações, [said[150]])
})

test('only what cannot be cut any smaller is refused', async (t) => {
  const model = shortSighted(900)
  const generator = llamaGenerator({ text: model.text, kind: 'llama', version: 'x' })
  const input = documentInput({ segments: segments(['dor', 'febre', 'tosse']) })
  const options = { signal: new AbortController().signal, onField() {} }
  const error = await t.throwsAsync(generator.generate(input, options))
  t.like(error, { code: 'transcript_too_long' })
  t.is(model.prompts.length, 0)
})
