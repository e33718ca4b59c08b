import test from 'ava'
import { AppError } from '../../core/errors.ts'
import { boxModel, findModel } from '../../core/model-file/catalogue.ts'
import { importModel } from '../../core/model-file/import-model.ts'
import { removeModel, verifyModel } from '../../core/model-file/installed-model.ts'
import { listModels } from '../../core/model-file/list-models.ts'
import { pullModel } from '../../core/model-file/pull-model.ts'
import { useModel } from '../../core/model-file/use-model.ts'
import { modelFolder } from '../helpers/model-folder.ts'

const box = { cores: 4, memoryMiB: 16_384 }
const now = () => new Date('2026-03-01T12:00:00Z')
const options = { signal: new AbortController().signal }
const sha256Of = (name: string) => findModel(name)!.sha256
const tiny = () => ({ 'ggml-tiny.bin': { sha256: sha256Of('whisper-tiny') } })
const trySpeech = async () => null
const mirror = 'https://mirror.example/hf'

test('a download comes from the mirror, under the publisher’s path, and is remembered as proven', async (t) => {
  const { store, downloads, files } = modelFolder()
  const models = pullModel({ store, box, mirror, now })
  const plan = await models.plan('whisper-tiny')
  t.like(plan, { installed: false, fit: 'fits', licence: { id: 'MIT' } })
  await models.pull(plan, { ...options, licenceAccepted: false })

  const url = `${mirror}/ggerganov/whisper.cpp/resolve/main/ggml-tiny.bin`
  t.deepEqual(downloads, [{ url, sha256: sha256Of('whisper-tiny') }])
  t.like(files.get('ggml-tiny.bin')?.record, {
    name: 'whisper-tiny',
    source: url,
    licence: 'MIT',
    licenceAcceptedAt: null,
  })
  t.true((await models.plan('whisper-tiny')).installed)
})

test('a licence with terms is accepted first, and when it was is remembered', async (t) => {
  const { store, downloads, files } = modelFolder()
  const models = pullModel({ store, box, mirror, now })
  const plan = await models.plan('medgemma-4b')
  const refused = await fails(t, models.pull(plan, { ...options, licenceAccepted: false }))
  t.is(refused.code, 'licence_not_accepted')
  t.regex(refused.message, /Health AI.*--accept-licence/)
  t.deepEqual(downloads, [])

  await models.pull(plan, { ...options, licenceAccepted: true })
  t.is(files.get(plan.file)?.record?.licenceAcceptedAt, '2026-03-01T12:00:00.000Z')
})

test('a full disk is reported before the download; bytes already received count', async (t) => {
  const MIB = 1024 * 1024
  const freeBytes = (466 + 512 - 100) * MIB
  const full = modelFolder({}, { freeBytes })
  const models = pullModel({ ...full, box, mirror, now })
  t.is((await fails(t, models.plan('whisper-small'))).code, 'disk_full')

  const begun = modelFolder({}, { freeBytes, partials: { 'ggml-small.bin': 200 * MIB } })
  const resumed = await pullModel({ ...begun, box, mirror, now }).plan('whisper-small')
  t.is(resumed.receivedBytes, 200 * MIB)
})

test('unknown models, and those without a source, are not pulled', async (t) => {
  const models = pullModel({ ...modelFolder(), box, mirror, now })
  const unknown = await fails(t, models.plan('small-q5'))
  t.is(unknown.code, 'model_unknown')
  t.is((await fails(t, models.plan(boxModel.name))).code, 'model_included')
  const published = pullModel({ ...modelFolder(), box, mirror: 'https://huggingface.co', now })
  t.is((await fails(t, published.plan('silero-v6'))).code, 'model_import_only')
})

test('what nobody publishes comes from a mirror that holds it', async (t) => {
  const { store, downloads, files } = modelFolder()
  const models = pullModel({ store, box, mirror, now })
  const plan = await models.plan('silero-v6')
  await models.pull(plan, { ...options, licenceAccepted: false })
  const url = `${mirror}/silero-v6.2.0-ggml.bin`
  t.deepEqual(downloads, [{ url, sha256: sha256Of('silero-v6') }])
  t.is(files.get('silero-v6.2.0-ggml.bin')?.record?.source, url)
})

test('known files are recognised by their bytes, whatever they are called', async (t) => {
  const outside = {
    '/usb/a.bin': { sha256: sha256Of('whisper-base') },
    '/usb/deep/b.gguf': { sha256: 'f'.repeat(64) },
  }
  const { store, files } = modelFolder({}, { outside })
  const models = importModel({ store, now, trySpeech })
  const plan = await models.plan('/usb', null, options)
  t.like(plan.items, [{ name: 'whisper-base', file: 'ggml-base.bin', kind: 'speech' }])
  t.like(plan.skipped, [{ sourcePath: '/usb/deep/b.gguf' }])

  await models.apply(plan.items[0]!, { ...options, licenceAccepted: false })
  t.is(files.get('ggml-base.bin')?.record?.name, 'whisper-base')
  t.true((await models.plan('/usb', null, options)).items[0]?.installed)
})

test('an unknown model is taken under a name that somebody gives it', async (t) => {
  const outside = { '/usb/x.gguf': { sha256: 'e'.repeat(64), head: ggufHead() } }
  const { store } = modelFolder({}, { outside })
  const models = importModel({ store, now, trySpeech })
  t.is((await fails(t, models.plan('/usb/x.gguf', null, options))).code, 'model_name_needed')
  t.is(
    (await fails(t, models.plan('/usb/x.gguf', '../up', options))).code,
    'model_name_not_allowed',
  )
  t.is(
    (await fails(t, models.plan('/usb/x.gguf', 'whisper-tiny', options))).code,
    'model_name_not_allowed',
  )

  const { items } = await models.plan('/usb/x.gguf', 'own', options)
  t.like(items, [{ name: 'own', kind: 'text', file: 'own.gguf', catalogued: null }])
})

test('a file that is no model, an English-only one, and an empty file are refused', async (t) => {
  const outside = {
    '/a/text.bin': { sha256: '1'.repeat(64), head: Buffer.from('hello'.repeat(20)) },
    '/b/tiny.en.bin': { sha256: '2'.repeat(64), head: whisperHead({ vocabulary: 51_864 }) },
  }
  const models = importModel({ ...modelFolder({}, { outside }), now, trySpeech })
  t.is((await fails(t, models.plan('/a', 'own', options))).code, 'model_not_recognised')
  t.is((await fails(t, models.plan('/b', 'own', options))).code, 'model_english_only')
  t.is((await fails(t, models.plan('/c', null, options))).code, 'model_source_empty')
})

test('verifying distinguishes whole, damaged and unknown files, and remembers the whole ones', async (t) => {
  const { store, files } = modelFolder({
    ...tiny(),
    'ggml-base.bin': { sha256: '0'.repeat(64) },
    'mine.gguf': { sha256: '9'.repeat(64) },
  })
  const results = await verifyModel({ store, now }).all(options)
  t.deepEqual(
    results.map(({ name, result }) => [name, result]),
    [
      ['whisper-base', 'changed'],
      ['whisper-tiny', 'ok'],
      ['mine.gguf', 'unknown'],
    ],
  )
  t.is(files.get('ggml-tiny.bin')?.record?.verifiedAt, '2026-03-01T12:00:00.000Z')
  t.is(files.get('ggml-base.bin')?.record, undefined)
})

const withoutServer = {
  box,
  lock: async () => ({ [Symbol.asyncDispose]: async () => {} }),
  isServerRunning: async () => false,
  tryModel: async () => ({ tried: true, figure: null, hearing: null }),
  awaitSwitch: async () => null,
  begin: async () => ({ end: async () => {}, forget: async () => {} }),
}

test('choosing a model proves it, then writes the setting of its kind', async (t) => {
  const { store } = modelFolder({ ...tiny(), 'mine.gguf': { sha256: '9'.repeat(64) } })
  const written: (string | null)[][] = []
  const use = useModel({
    ...withoutServer,
    verify: verifyModel({ store, now }),
    kindOf: async (file) => (file.endsWith('.gguf') ? 'text' : 'speech'),
    async saveSetting(...pair) {
      written.push(pair)
      return { before: null }
    },
  })
  t.like(await use('whisper-tiny', options), { setting: 'speechModel', fit: 'fits' })
  t.like(await use('mine.gguf', options), { setting: 'textModel', fit: 'unknown' })
  t.deepEqual(written, [
    ['speechModel', 'ggml-tiny.bin'],
    ['textModel', 'mine.gguf'],
  ])
})

test('a damaged model, a missing one and one that cannot be chosen are refused, and nothing is written', async (t) => {
  const { store } = modelFolder({
    'ggml-tiny.bin': { sha256: '0'.repeat(64) },
    'silero-v6.2.0-ggml.bin': { sha256: sha256Of('silero-v6') },
  })
  const use = useModel({
    ...withoutServer,
    verify: verifyModel({ store, now }),
    kindOf: async () => 'vad',
    saveSetting: async () => {
      throw new Error('nothing is to be written')
    },
  })
  t.is((await fails(t, use('whisper-tiny', options))).code, 'model_checksum_mismatch')
  t.is((await fails(t, use('whisper-base', options))).code, 'model_not_installed')
  t.is((await fails(t, use('silero-v6', options))).code, 'model_not_selectable')
})

test('a model that fails its trial is not chosen; one that the running server refuses is undone', async (t) => {
  const { store } = modelFolder(tiny())
  const written: (string | null)[] = []
  const noted: string[] = []
  const shared = {
    ...withoutServer,
    verify: verifyModel({ store, now }),
    kindOf: async () => 'speech' as const,
    async saveSetting(_key: string, value: string | null) {
      written.push(value)
      return { before: 'ggml-base.bin' }
    },
    begin: async () => ({
      end: async ({ outcome }: { outcome: string }) => void noted.push(outcome),
      forget: async () => void noted.push('forgotten'),
    }),
  }
  const broken = new AppError('unavailable', 'model_probe_failed', 'It does not load.')
  const alone = useModel({ ...shared, tryModel: async () => Promise.reject(broken) })
  t.is((await fails(t, alone('whisper-tiny', options))).code, 'model_probe_failed')
  t.deepEqual(written, [])

  const answers = (state: 'active' | 'refused') =>
    useModel({
      ...shared,
      isServerRunning: async () => true,
      awaitSwitch: async () => ({ state, together: true, reason: null }),
    })
  t.is((await fails(t, answers('refused')('whisper-tiny', options))).code, 'model_probe_failed')
  t.deepEqual(written, ['ggml-tiny.bin', 'ggml-base.bin'])
  t.like(await answers('active')('whisper-tiny', options), { live: { state: 'active' } })
  t.deepEqual(noted, ['refused', 'active'])
})

test('the active model is never removed; others are, and unfinished downloads too', async (t) => {
  const partials = { 'ggml-base.bin': 500 }
  const { store, files } = modelFolder(
    { ...tiny(), 'mine.gguf': { sha256: '9'.repeat(64) } },
    { partials },
  )
  const remove = removeModel({ store, active: { speech: 'ggml-tiny.bin', text: null } })
  t.is((await fails(t, remove.plan('whisper-tiny'))).code, 'model_in_use')

  await remove.apply(await remove.plan('mine.gguf'))
  t.false(files.has('mine.gguf'))
  const unfinished = await remove.plan('whisper-base')
  t.is(unfinished.sizeBytes, 500)
  await remove.apply(unfinished)
  t.deepEqual(await store.partials(), [])
})

test('the model in the box is not removed, and importing it copies nothing', async (t) => {
  const { file, name, sha256 } = boxModel
  const outside = { '/usb/renamed.bin': { sha256 } }
  const { store } = modelFolder({ [file]: { sha256 } }, { outside })
  const remove = removeModel({ store, active: { speech: 'ggml-tiny.bin', text: null } })
  t.is((await fails(t, remove.plan(name))).code, 'model_included')
  const { items } = await importModel({ store, now, trySpeech }).plan('/usb', null, options)
  t.like(items, [{ name, installed: true, trial: null }])
})

test('a Whisper file that no catalogue knows is described by its shape, tried, and listed so', async (t) => {
  const head = whisperHead({ audioState: 768, layers: 12, fileType: 2009 })
  const small = { sha256: 'd'.repeat(64), head, sizeBytes: 190_000_000 }
  const outside = { '/usb/x.bin': small }
  const { store } = modelFolder({ 'mine.bin': small }, { outside })
  const tried: string[] = []
  const hearing = { heard: 20, said: 23, enough: true }
  const trial = { tried: true, figure: { unit: 'times real time', value: 2.1 }, hearing } as const
  const models = importModel({
    store,
    now,
    async trySpeech(path) {
      tried.push(path)
      return trial
    },
  })
  const { items } = await models.plan('/usb/x.bin', 'own', options)
  t.like(items, [
    { kind: 'speech', speech: { like: 'small', quantization: 'q5_1', cores: 2 }, trial },
  ])
  t.deepEqual(tried, ['/usb/x.bin'])
  const list = listModels({ store, box, active: { speech: 'mine.bin', text: null } })
  t.like(
    (await list()).find(({ file }) => file === 'mine.bin'),
    { kind: 'speech', quantization: 'q5_1', memoryMiB: 827, fit: 'fits', known: false },
  )
})

test('a Whisper file that does not understand a clear voice is not imported', async (t) => {
  const head = whisperHead({ audioContext: 500, audioState: 128, layers: 4 })
  const outside = { '/usb/x.bin': { sha256: 'd'.repeat(64), head } }
  const deaf = new AppError('rejected', 'model_does_not_hear', 'It wrote 1 of 23 words.')
  const trySpeechInVain = async () => Promise.reject(deaf)
  const models = importModel({ ...modelFolder({}, { outside }), now, trySpeech: trySpeechInVain })
  t.is((await fails(t, models.plan('/usb/x.bin', 'own', options))).code, 'model_does_not_hear')
})

test('the list says what is here, in use, begun and proven', async (t) => {
  const { store } = modelFolder(tiny(), { partials: { 'ggml-base.bin': 500 } })
  const list = listModels({ store, box, active: { speech: 'ggml-tiny.bin', text: null } })
  const named = async (name: string) => (await list()).find((model) => model.name === name)
  t.like(await named('whisper-tiny'), { installed: true, active: true, proof: 'unproven' })
  t.like(await named('whisper-base'), { installed: false, receivedBytes: 500 })
  await verifyModel({ store, now }).all(options)
  t.like(await named('whisper-tiny'), { proof: 'proven' })
})

function whisperHead({
  vocabulary = 51_865,
  audioContext = 1500,
  audioState = 384,
  layers = 4,
  fileType = 1,
}): Uint8Array {
  const head = Buffer.alloc(64)
  head.write('lmgg')
  const shape = [audioContext, audioState, 6, layers, 448, audioState, 6, layers, 80, fileType]
  for (const [index, value] of [vocabulary, ...shape].entries())
    head.writeInt32LE(value, 4 + index * 4)
  return head
}

function ggufHead(): Uint8Array {
  const head = Buffer.alloc(64)
  head.write('GGUF')
  head.writeUInt32LE(3, 4)
  return head
}

async function fails(
  t: import('ava').ExecutionContext,
  promise: Promise<unknown>,
): Promise<AppError> {
  return t.throwsAsync(promise, { instanceOf: AppError })
}
