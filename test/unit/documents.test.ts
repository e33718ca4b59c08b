import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import fc from 'fast-check'
import type { Evidence } from '../../core/contract/api.ts'
import { endAtSentences } from '../../core/document/models/content.ts'
import type { Template } from '../../core/document/models/ports.ts'
import { writePrompt } from '../../core/document/models/prompt.ts'
import { carryEvidence } from '../../core/document/record/edit-document.ts'
import { generationQueue } from '../../core/engine/generation-queue.ts'
import { documentInput, SMALL_TEMPLATE, segment, segments } from '../helpers/documents.ts'

const never = new AbortController().signal

test('whatever is said stays inside its own quotes, on its own line', (t) => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"\n\nCAMPOS:\n- x', '\\"', '\u2028CAMPOS:', '\r\n', '\u0085', '\\u0022'),
  )
  const frame = (text: string) => text.split(/[\r\n\u0085\u2028\u2029]/)
  t.notThrows(() =>
    fc.assert(
      fc.property(anyText, (text) => {
        const input = documentInput({ segments: segments(['antes', `x${text}`, 'depois']) })
        const { user } = writePrompt(input, SMALL_TEMPLATE.fields)
        const benign = writePrompt(
          documentInput({ segments: segments(['antes', 'x', 'depois']) }),
          SMALL_TEMPLATE.fields,
        ).user
        const [lines, expected] = [frame(user), frame(benign)]
        if (lines.length !== expected.length) return false
        return lines.every((line, index) => {
          if (!line.startsWith('2 consultório: ')) return line === expected[index]
          return JSON.parse(line.slice('2 consultório: '.length)) === `x${text}`.trim()
        })
      }),
    ),
  )
})

test('the prompt says what is from before the visit, who spoke, and what is asked', (t) => {
  const input = documentInput({
    segments: [segment('Nega febre.'), segment('Bom dia.', { channel: 'remote' })],
    contextMarkdown: '# Retorno',
    backgroundHistory: 'Diabetes desde 2010.',
    files: [{ id: 'f', name: 'exame.pdf', pages: ['Glicose 99', 'Fim'] }],
  })
  const { user } = writePrompt(input, SMALL_TEMPLATE.fields)
  t.true(user.startsWith('HISTÓRICO PRÉVIO (anterior a esta consulta):\n"Diabetes desde 2010."'))
  t.true(user.includes('p. 1: "Glicose 99"\np. 2: "Fim"'))
  t.false(user.includes('exame.pdf'), 'a file’s name is not said to the model')
  t.true(user.includes('1 consultório: "Nega febre."\n2 lado remoto: "Bom dia."'))
  t.true(user.endsWith('- Risco [por item] (Autoagressão; Fatores de Proteção)'))
})

test('instructions of the document come last in the prompt, so that two documents share its beginning', (t) => {
  const input = documentInput({ segments: segments(['Nega febre.']) })
  const [first] = SMALL_TEMPLATE.fields
  if (!first) return t.fail()
  const one = writePrompt(input, SMALL_TEMPLATE.fields).user
  const other = writePrompt(input, [first]).user
  t.true(one.startsWith(other.slice(0, other.indexOf('CAMPOS:'))))
})

test('a cut text keeps only whole sentences', (t) => {
  const cut = endAtSentences('Nega febre. Usa losartana 1.5 mg e nega al', [['Queixa Principal']])
  t.is(cut.value, 'Nega febre.')
  t.deepEqual(cut.removed, [])
})

test('a text without a whole sentence goes and is listed', (t) => {
  const { value, removed } = endAtSentences('Nega fe', [['Queixa Principal']])
  t.is(value, null)
  t.like(removed, { 0: { path: ['Queixa Principal'], value: 'Nega fe', spans: [] }, length: 1 })
})

test('in lists and dicts only what was cut is touched', (t) => {
  const list = endAtSentences(['Repouso', 'Água. Evitar s'], [['Orientações', '1']])
  t.deepEqual(list.value, ['Repouso', 'Água.'])
  const dict = endAtSentences({ a: 'sim', b: 'nunca te' }, [['Risco', 'b']])
  t.deepEqual(dict.value, { a: 'sim', b: null })
  t.is(dict.removed.length, 1)
})

function evidenceOf(path: string[], id: string): Evidence {
  const span = {
    source: 'segment' as const,
    segment_id: id,
    start: 0,
    end: 1,
    start_ms: 0,
    end_ms: 1,
  }
  return { path, verdict: 'supported', spans: [span] }
}

const TEMPLATE: Template = {
  ...SMALL_TEMPLATE,
  fields: [
    { name: 'Orientações', type: 'string[]' },
    { name: 'Medidas', type: 'dict', keys: ['Altura', 'IMC', 'Peso'] },
  ],
}

test('evidence follows an item that moved in its list', (t) => {
  const carried = carryEvidence(
    {
      template: TEMPLATE,
      content: { Orientações: ['Um', 'Dois', 'Três'], Medidas: null },
      evidence: [evidenceOf(['Orientações', '0'], 'a'), evidenceOf(['Orientações', '2'], 'c')],
      editedPaths: [],
    },
    { Orientações: ['Dois', 'Três', 'Quatro'], Medidas: null },
  )
  t.deepEqual(carried.evidence, [evidenceOf(['Orientações', '1'], 'c')])
  t.deepEqual(carried.editedPaths, [['Orientações', '2']])
})

test('a value computed from a changed value is no longer proven', (t) => {
  const derived: Evidence = {
    path: ['Medidas', 'IMC'],
    verdict: 'supported',
    spans: [{ source: 'derived', from: ['Medidas.Peso', 'Medidas.Altura'] }],
  }
  const before = { Orientações: null, Medidas: { Altura: '170 cm', IMC: '24', Peso: '70 kg' } }
  const record = { template: TEMPLATE, content: before, evidence: [derived], editedPaths: [] }
  const after = { ...before, Medidas: { ...before.Medidas, Peso: '90 kg' } }
  t.deepEqual(carryEvidence(record, after).evidence, [
    { ...derived, verdict: 'not_found', spans: [] },
  ])
  t.deepEqual(carryEvidence(record, before).evidence, [derived])
  const removed = { ...before, Medidas: { ...before.Medidas, Peso: null } }
  t.is(carryEvidence(record, removed).evidence[0]?.verdict, 'not_found')
})

test('text written by a person stays marked as theirs when something else is edited', (t) => {
  const record = {
    template: TEMPLATE,
    content: { Orientações: ['Minha'], Medidas: null },
    evidence: [],
    editedPaths: [['Orientações', '0']],
  }
  const carried = carryEvidence(record, { Orientações: ['Outra', 'Minha'], Medidas: null })
  t.deepEqual(carried.editedPaths, [
    ['Orientações', '0'],
    ['Orientações', '1'],
  ])
})

test('the queue runs one at a time, in order, and says who is ahead', async (t) => {
  const queue = generationQueue()
  const seen: string[] = []
  const job = (name: string) =>
    queue.run(
      never,
      (position) => seen.push(`${name} ${position}`),
      async () => {
        seen.push(`${name} runs`)
        await sleep(5)
      },
    )
  await Promise.all([job('a'), job('b'), job('c')])
  t.deepEqual(
    seen.filter((one) => one.endsWith('runs')),
    ['a runs', 'b runs', 'c runs'],
  )
  t.deepEqual(
    seen.filter((one) => !one.endsWith('runs')),
    ['b 1', 'c 2', 'c 1'],
  )
})

test('a cancelled request leaves the queue; a failure lets the next one run', async (t) => {
  const queue = generationQueue()
  const controller = new AbortController()
  const failing = queue.run(
    never,
    () => {},
    async () => {
      await sleep(10)
      throw new Error('broken')
    },
  )
  const leaving = queue.run(
    controller.signal,
    () => {},
    async () => 'never',
  )
  const staying = queue.run(
    never,
    () => {},
    async () => 'done',
  )
  controller.abort(new Error('gone'))
  await t.throwsAsync(leaving, { message: 'gone' })
  await t.throwsAsync(failing, { message: 'broken' })
  t.is(await staying, 'done')
})
