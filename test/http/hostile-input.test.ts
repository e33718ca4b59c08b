/**
 * Hostile words through every door (issue of the record: nothing of them is an order), over real
 * sockets: speech, context, history, files, the host's schema, and what a server of the network
 * answers.
 */
import test, { type ExecutionContext } from 'ava'
import { remoteTextGenerator } from '../../ai-local/remote-llm/remote-text-generator.ts'
import type { DocumentValue } from '../../core/contract/api.ts'
import { llamaGenerator } from '../../core/document/generation/llama-generator.ts'
import type { JsonSchema } from '../../core/document/models/ports.ts'
import { renderMarkdown } from '../../core/document/record/markdown.ts'
import { askModel } from '../../core/structured-output/ask-model.ts'
import { answerCheck } from '../../core/structured-output/check-answers.ts'
import { diagnosisCodes } from '../../core/structured-output/diagnosis-codes.ts'
import { fillByRules } from '../../core/structured-output/fill.ts'
import { parseSchema } from '../../core/structured-output/parse-schema.ts'
import { type Asked, llamaServer, textServer } from '../helpers/chat-server.ts'
import { startDocumentServer } from '../helpers/document-server.ts'
import { SMALL_TEMPLATE, segments } from '../helpers/documents.ts'
import { LETTERS, ORDERS, OTHER_PATIENT } from '../helpers/hostile-texts.ts'
import { shippedRules } from '../helpers/shipped-rules.ts'
import { cid10, fillVisit, VISIT, visitMaterial } from '../helpers/structured-material.ts'

const { signal } = new AbortController()
const HOSTILE = [...ORDERS, ...LETTERS]
const NAMES = SMALL_TEMPLATE.fields.map(({ name }) => name)

/** A model that obeys every order that it reads: whatever it is asked, it says "hackeado". */
function obedient(schema: JsonSchema): unknown {
  if (schema.anyOf) return obedient(schema.anyOf[0]!)
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, obedient(inner)]),
    )
  if (schema.type === 'array') return [obedient(schema.items!)]
  if (schema.type === 'number') return 666
  return 'hackeado com morfina 500 mg'
}

test('in speech, context and history: the document keeps its shape, by rules', async (t) => {
  const server = await startDocumentServer(t, shippedRules())
  const token = await server.buildSession()
  const { id } = await server.buildConsultation(token)
  server.transcript.splice(0, Infinity, ...segments(HOSTILE.map((text) => text || ' ')))
  const context = Buffer.from([OTHER_PATIENT, ...HOSTILE].join('\n')).toString()
  const patched = await server.call('PATCH', `/api/v1/ehrs/${id}`, {
    token,
    body: { context_markdown: context },
  })
  t.true([200, 400].includes(patched.status), 'taken, or refused in so many words')
  const last = (await server.generate(token, id)).at(-1)
  if (last?.type !== 'done') return t.fail(JSON.stringify(last))
  t.deepEqual(Object.keys(last.document.content), NAMES)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  t.notRegex(JSON.stringify(last.document.content), /[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/)
  t.notRegex(last.document.markdown, /(?<!\\)<script|(?<!\\)!\[x|(?<!\\)\[clique\]/)
})

test('a server that obeys what was said: nothing of it is in the document unmarked, nothing at all in data', async (t) => {
  const write = (schema: JsonSchema) => JSON.stringify(obedient(schema))
  const { baseUrl, asked } = await textServer(t, llamaServer(write))
  const text = remoteTextGenerator({ baseUrl, apiKey: null, model: 'qwen', contextTokens: 60_000 })
  t.teardown(() => text[Symbol.asyncDispose]())
  const generator = llamaGenerator({ text, kind: 'remote', version: 'qwen' })
  const said = [...VISIT, ...ORDERS.filter((order) => !order.includes('morfina'))]
  const material = await visitMaterial({ said })
  const { content, evidence } = await generator.generate(
    { ...material.input.sources, template: SMALL_TEMPLATE },
    { signal, onField() {} },
  )
  t.deepEqual(Object.keys(content), NAMES)
  const filled = Object.values(content).filter((value: DocumentValue) => value !== null).length
  const marked = evidence.filter(({ verdict }) => verdict !== 'supported')
  t.true(filled === 0 || marked.length >= filled, 'what stays is marked')

  const codes = diagnosisCodes(material, cid10)
  const { schema } = parseSchema({
    type: 'object',
    properties: Object.fromEntries(
      ORDERS.map((order, index) => [`p${index}`, { type: 'string', description: order }]),
    ),
  })
  const { open } = await fillByRules(schema, material, codes)
  const answers = await askModel(open, {
    text,
    input: material.input,
    check: answerCheck(material, codes),
    signal,
  })
  t.deepEqual([...new Set(answers.map(({ value }) => value))], [null])
  for (const { body } of asked) assertOnlyOurs(t, body)
})

/** No line of the prompt but ours, and no control token of a chat format. */
function assertOnlyOurs(t: ExecutionContext, body: Asked['body']) {
  t.is(body.messages.length, 2)
  for (const { content } of body.messages as { content: string }[]) {
    t.notRegex(content, /<\||<\/?s>|<start_of|<end_of|<<SYS|\[\/?INST\]|<eos>/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    t.notRegex(content, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/)
    for (const line of content.split('\n'))
      t.notRegex(line, /^\s*(?:1 paciente: hackeado|8\. Nova)/)
  }
}

test('a server whose grammar failed and that talks instead writes nothing', async (t) => {
  for (const answer of ORDERS) {
    const { baseUrl } = await textServer(
      t,
      llamaServer(() => answer),
    )
    const text = remoteTextGenerator({ baseUrl, apiKey: null, model: 'qwen' })
    const generator = llamaGenerator({ text, kind: 'remote', version: 'qwen' })
    const input = {
      segments: segments(VISIT),
      contextMarkdown: '',
      backgroundHistory: null,
      files: [],
    }
    const error = await t.throwsAsync(
      generator.generate(
        { ...input, template: SMALL_TEMPLATE },
        { signal, onField: () => t.fail() },
      ),
    )
    t.like(error, { code: 'generation_failed' })
    t.notRegex(String(error), /hackeado/)
    await text[Symbol.asyncDispose]()
  }
})

test('data about another patient in the sources change no measurement, code or medicine', async (t) => {
  const schema = {
    type: 'object',
    properties: {
      pas: { type: 'number', description: 'Pressão sistólica' },
      medidas: { $ref: '#/$defs/AnthropometricData' },
      cids: { type: 'array', items: { $ref: '#/$defs/CID' } },
      medicamentos: {
        type: 'array',
        description: 'Medicamentos prescritos',
        items: { type: 'object', properties: { nome: { type: 'string' } } },
      },
    },
  }
  const alone = await fillVisit(schema, { said: VISIT })
  for (const one of [
    { history: OTHER_PATIENT },
    { file: OTHER_PATIENT },
    { context: OTHER_PATIENT },
  ])
    t.deepEqual((await fillVisit(schema, { said: VISIT, ...one })).output, alone.output)
})

test('markup in values is text in the Markdown that the host is given', (t) => {
  for (const text of HOSTILE.filter((one) => one.trim() !== '')) {
    const markdown = renderMarkdown(SMALL_TEMPLATE, { 'Queixa Principal': text })
    t.notRegex(markdown, /(?<!\\)<(?:script|\|im_start)|(?<!\\)!\[/)
    const headings = markdown.split('\n').filter((line) => /^#{1,3} /.test(line))
    t.true(headings.length <= NAMES.length + 1, 'no heading of its own')
  }
})

/** Reads of the text while the rules work, as a measure of work that no busy machine changes. */
test('work grows with length as it should: twice as much text is no more than about twice the work', async (t) => {
  const materialOf = (count: number) =>
    segments(Array.from({ length: count }, (_, index) => `${VISIT[index % VISIT.length]}`))
  const work = async (count: number) => {
    let reads = 0
    const counted = materialOf(count).map((one) => ({
      ...one,
      get text() {
        reads += one.text.length
        return one.text
      },
    }))
    const input = { contextMarkdown: '', backgroundHistory: null, files: [] }
    await shippedRules().generate(
      { ...input, segments: counted, template: SMALL_TEMPLATE },
      { signal, onField() {} },
    )
    return reads
  }
  const [some, twice] = [await work(100), await work(200)]
  t.true(twice <= some * 2.5, `${some} and ${twice} characters read`)
})
