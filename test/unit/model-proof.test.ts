import test from 'ava'
import { builtInTemplates } from '../../config/templates.ts'
import type { DocumentContent } from '../../core/contract/api.ts'
import type { DocumentInput, GeneratedDocument } from '../../core/document/models/ports.ts'
import { emptyContent, parseTemplate } from '../../core/document/models/template-schema.ts'
import { AppError } from '../../core/errors.ts'
import { findModel } from '../../core/model-file/catalogue.ts'
import { verifyModel } from '../../core/model-file/installed-model.ts'
import { fitnessOf, type ModelFitness, PROOF_VERSION } from '../../core/model-file/model-fitness.ts'
import { type Proof, proveModel } from '../../core/model-file/prove-model.ts'
import { isRight, phraseCases } from '../../core/model-proof/phrase-cases.ts'
import { isFitToPhrase, provePhrasing } from '../../core/model-proof/prove-phrasing.ts'
import { canWrite, proveWriting } from '../../core/model-proof/prove-writing.ts'
import { readCase } from '../helpers/evaluation-cases.ts'
import { modelFolder } from '../helpers/model-folder.ts'

const TEXT = 'qwen3-1.7b'
const { file: FILE, sha256: DIGEST } = findModel(TEXT)!
const now = () => new Date('2026-03-01T12:00:00Z')
const options = { signal: new AbortController().signal }

test('each case can be satisfied, and its requirements are not among the things it forbids', (t) => {
  for (const one of phraseCases) {
    const line = one.says
      .map((wanted) => (typeof wanted === 'string' ? wanted : wanted[0]))
      .join('. ')
    t.true(isRight(line, one), line)
    t.false(isRight('Sem queixas.', one), one.answer)
    for (const forbidden of one.never ?? [])
      t.false(isRight(`${line}. ${forbidden}`, one), forbidden)
  }
})

const [fever] = phraseCases
const judged = test.macro({
  title: (_, line: string, right: boolean) => `${right ? 'right' : 'not right'}: ${line}`,
  exec(t, line: string, right: boolean) {
    t.is(isRight(line, fever!), right)
  },
})
test(judged, 'Nega febre e calafrios.', true)
test(judged, 'Sem febre. Nega calafrio.', true)
test(judged, 'Febre não, calafrio também não.', true)
test(judged, 'Febre, calafrio não.', false)
test(judged, 'Nega febre. Calafrio.', false)
test(judged, 'Refere febre, nega calafrio.', false)
test(judged, 'Eu nego febre e calafrio.', false)

test('lines are counted by the try they were accepted at and by what they say', async (t) => {
  const lines = [
    { text: 'Nega febre e calafrio.', tries: 1 },
    { text: 'Nega alergia.', tries: 2 },
    { text: 'Nega losartana.', tries: 1 },
    { text: null, tries: 2 },
  ]
  let done = 0
  const figures = await provePhrasing({
    cases: phraseCases.slice(0, 5),
    async writeLine() {
      const next = lines.shift()
      if (!next) throw new AppError('unavailable', 'generation_failed', '')
      return { ...next, refused: [] }
    },
    onCase() {
      done += 1
    },
  })
  t.deepEqual(figures, { cases: 5, firstTry: 2, right: 2, wrong: 1 })
  t.is(done, 5)
  t.false(isFitToPhrase(figures))
  t.true(isFitToPhrase({ cases: 20, firstTry: 20, right: 20, wrong: 0 }))
  t.false(isFitToPhrase({ cases: 20, firstTry: 20, right: 14, wrong: 6 }))
  // Measured (config/evaluation/HISTORY.md).
  t.true(isFitToPhrase({ cases: 22, firstTry: 11, right: 14, wrong: 0 }))
  t.false(isFitToPhrase({ cases: 22, firstTry: 3, right: 4, wrong: 1 }))
})

test('an engine that ends is no bad line', async (t) => {
  const gone = new AppError('unavailable', 'engine_crashed', '')
  const proving = provePhrasing({
    cases: phraseCases,
    writeLine: async () => Promise.reject(gone),
    onCase() {},
  })
  t.is(await t.throwsAsync(proving), gone)
})

const cases = ['som-10', 'som-01'].map((id) => readCase(id))
const templates = builtInTemplates().map(parseTemplate)

function documents(contentOf: (input: DocumentInput) => DocumentContent) {
  const calls: string[] = []
  const write = async (input: DocumentInput): Promise<GeneratedDocument> => {
    calls.push(input.template.id)
    return { content: contentOf(input), evidence: [], contradictions: [] }
  }
  return { calls, write }
}
const empty = ({ template }: DocumentInput) => emptyContent(template)
const asWritten = ({ segments }: DocumentInput) => {
  const one = cases.find(({ id }) => id === segments[0]!.consultationId)!
  return one.document as DocumentContent
}

test('documents as good as those of the rules are good enough', async (t) => {
  const { write } = documents(asWritten)
  const figures = await proveWriting({
    cases,
    templates,
    byModel: write,
    byRules: write,
    onCase() {},
  })
  t.true(canWrite(figures))
  t.is(figures.cases, 2)
  t.is(figures.found, figures.foundByRules)
  t.true(figures.found > 20)
})

test('no further document is written when the first one decides', async (t) => {
  const model = documents(empty)
  const figures = await proveWriting({
    cases,
    templates,
    byModel: model.write,
    byRules: documents(asWritten).write,
    onCase() {},
  })
  t.false(canWrite(figures))
  t.is(model.calls.length, 1)
})

test('a document that a model cannot write is an empty one; an engine that ends is no document', async (t) => {
  const failing = (code: string) => async () =>
    Promise.reject(new AppError('unavailable', code, ''))
  const prove = (code: string) =>
    proveWriting({
      cases,
      templates,
      byModel: failing(code),
      byRules: documents(asWritten).write,
      onCase() {},
    })
  t.like(await prove('generation_timeout'), { cases: 1, found: 0 })
  await t.throwsAsync(prove('engine_crashed'), { code: 'engine_crashed' })
})

const PHRASES: Proof = {
  level: 'phrase',
  phrase: { cases: 20, firstTry: 18, right: 17, wrong: 1 },
  write: { cases: 1, facts: 40, found: 3, foundByRules: 30, unsupported: 2, unsupportedByRules: 0 },
}

function proving(
  files: Parameters<typeof modelFolder>[0],
  tryOut: (folder: ReturnType<typeof modelFolder>) => Promise<Proof> = async () => PHRASES,
) {
  const folder = modelFolder(files)
  const { store } = folder
  const prove = proveModel({
    store,
    now,
    verify: verifyModel({ store, now }),
    kindOf: async (file) => (file.endsWith('.gguf') ? 'text' : 'speech'),
    lock: async () => ({ [Symbol.asyncDispose]: async () => {} }),
    tryOut: () => tryOut(folder),
  })
  return { ...folder, prove }
}

test('a model’s fitness is stored next to its file, with the file’s digest and the proof’s version', async (t) => {
  const { prove, files, store } = proving({ [FILE]: { sha256: DIGEST } })
  t.is(fitnessOf((await store.find(FILE))?.record), null)
  const { fitness } = await prove(TEXT, options)
  t.like(fitness, { level: 'phrase', sha256: DIGEST, proofVersion: PROOF_VERSION })
  const record = files.get(FILE)!.record!
  t.is(fitnessOf(record), 'phrase')
  t.like(record, { name: TEXT, sha256: DIGEST })
  await verifyModel({ store, now }).one(TEXT, options)
  t.is(fitnessOf(files.get(FILE)!.record), 'phrase', 'read again, it is the same file')
})

test('another file, or a proof of an earlier version, leaves a model unproven', (t) => {
  const fitness: ModelFitness = {
    ...PHRASES,
    proofVersion: PROOF_VERSION,
    sha256: 'a',
    provenAt: '',
    seconds: 1,
  }
  t.is(fitnessOf({ sha256: 'a', fitness }), 'phrase')
  t.is(fitnessOf({ sha256: 'b', fitness }), null)
  t.is(fitnessOf({ sha256: 'a', fitness: { ...fitness, proofVersion: '0.0' } }), null)
  t.is(fitnessOf({ sha256: 'a' }), null)
  t.is(fitnessOf(null), null)
})

test('a model that is missing, damaged, of another kind or of unknown origin is not proven', async (t) => {
  const never = async () => t.fail() as never
  const codeOf = async (name: string, files: Parameters<typeof modelFolder>[0]) =>
    (await t.throwsAsync<AppError>(proving(files, never).prove(name, options)))?.code
  t.is(await codeOf(TEXT, {}), 'model_not_installed')
  t.is(await codeOf(TEXT, { [FILE]: { sha256: '0'.repeat(64) } }), 'model_checksum_mismatch')
  t.is(await codeOf('mine.gguf', { 'mine.gguf': { sha256: '9' } }), 'model_not_imported')
  const tiny = { 'ggml-tiny.bin': { sha256: findModel('whisper-tiny')!.sha256 } }
  t.is(await codeOf('whisper-tiny', tiny), 'model_not_text')
})

test('an engine that ends proves nothing, and neither does a file that is changed meanwhile', async (t) => {
  const files = () => ({ [FILE]: { sha256: DIGEST } })
  const crashed = async () => Promise.reject(new AppError('unavailable', 'engine_crashed', ''))
  const ended = proving(files(), crashed)
  const error = await t.throwsAsync<AppError>(ended.prove(TEXT, options))
  t.like(error, { code: 'model_proof_failed' })
  t.regex(error!.message, /engine_crashed/)
  t.is(ended.files.get(FILE)?.record?.fitness, undefined)

  const changed = proving(files(), async ({ files: folder }) => {
    folder.set(FILE, { sha256: '1'.repeat(64) })
    return PHRASES
  })
  t.like(await t.throwsAsync(changed.prove(TEXT, options)), { code: 'model_vanished' })
})

test('a proof that is broken off says so in the caller’s words', async (t) => {
  const stopping = new AbortController()
  const { prove } = proving({ [FILE]: { sha256: DIGEST } }, async () => {
    stopping.abort(new Error('stop'))
    throw new AppError('unavailable', 'generation_failed', '')
  })
  await t.throwsAsync(prove(TEXT, { signal: stopping.signal }), { message: 'stop' })
})
