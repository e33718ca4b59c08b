// Own process: gives globalThis what a page has.
/** One document after another on the screen: what was written in the one before is saved. */
import test from 'ava'
import type { ClinicalDocument, TemplateInfo } from '../../../core/contract/api.ts'
import { type ApiClient, ApiError } from '../../../plugin/services/api-client.ts'
import type { Preferences } from '../../../plugin/services/preferences.ts'
import { documents } from '../../../plugin/state/documents.ts'

const documentOf = (id: string, conduct: string) =>
  ({
    id,
    version: 1,
    status: 'draft',
    template: { id: 't' },
    layout: null,
    content: { conduct },
  }) as unknown as ClinicalDocument

const model = (id: string, group: TemplateInfo['group'], slug = id) =>
  ({ id, group, slug, fields: [] }) as unknown as TemplateInfo

function world({
  templates = [] as TemplateInfo[],
  defaultTemplate = undefined as string | undefined,
} = {}) {
  // The page that it lives in.
  Object.assign(globalThis, { addEventListener() {}, removeEventListener() {} })
  const held = new Map(['a', 'b', 'c'].map((id) => [id, documentOf(id, 'rest')]))
  let isUp = true
  const api = {
    async request({ method, path, body }: { method: string; path: string; body?: object }) {
      if (!isUp) throw new ApiError(0, { error: 'network', message: '' }, null)
      if (method === 'GET') return { status: 200, body: { documents: [...held.values()] } }
      const [, , id = ''] = path.split('/')
      const before = held.get(id)!
      held.set(id, { ...before, ...body, version: before.version + 1 })
      return { status: 200, body: held.get(id) }
    },
  } as unknown as ApiClient
  const remembered = new Map<string, unknown>()
  const preferences = {
    get: (name: string) => remembered.get(name),
    set: (name: string, value: unknown) => void remembered.set(name, value),
  }
  const files = documents({
    api,
    ehrId: () => 'e',
    preferences: preferences as unknown as Preferences,
    templates: () => templates,
    defaultTemplate,
    typedSaved: async () => {},
    changed() {},
    onCreated() {},
    onCanceled() {},
  })
  return {
    files,
    held,
    cut: () => {
      isUp = false
    },
    /** What the list shows. */
    entry: (id: string) => files.list.find((one) => one.id === id)!,
  }
}

const written = (conduct: string) => ({ content: { conduct }, layout: null })

test.serial('the last edits of a document are saved before another one is shown', async (t) => {
  const { files, held, entry } = world()
  t.teardown(files.stop)
  await files.load()
  await files.show(entry('a'))
  const stale = entry('a')
  files.open!.change(written('rest, water'))
  await files.show(entry('b'))
  t.deepEqual(held.get('a')?.content, { conduct: 'rest, water' })
  t.is(files.open?.document.id, 'b')
  await files.show(stale)
  t.is(files.open?.document.version, 2)
})

test.serial('a document that cannot be saved stays open', async (t) => {
  const { files, entry, cut } = world()
  t.teardown(files.stop)
  await files.load()
  await files.show(entry('a'))
  files.open!.change(written('rest, water'))
  cut()
  await files.show(entry('b'))
  t.is(files.open?.document.id, 'a')
  t.is(files.open?.saveState, 'failed')
})

test.serial('of two documents requested during a save, the last one is shown', async (t) => {
  const { files, entry } = world()
  t.teardown(files.stop)
  await files.load()
  await files.show(entry('a'))
  files.open!.change(written('rest, water'))
  await Promise.all([files.show(entry('b')), files.show(entry('c'))])
  t.is(files.open?.document.id, 'c')
})

const RECORDS = ['anamnesis', 'soap'].map((id) => model(id, 'specialty'))
const PAPERS = ['prescription', 'referral', 'medicalCertificate', 'examRequest'].map((id) =>
  model(id, 'document'),
)

test.serial(
  'a visit is begun with the last record, however many papers the last visit ended with',
  async (t) => {
    const { files, cut } = world({ templates: [...RECORDS, ...PAPERS] })
    t.teardown(files.stop)
    cut()
    t.is(files.suggested?.id, 'anamnesis')
    for (const template of [RECORDS[1]!, ...PAPERS]) await files.generate(template)
    t.is(files.suggested?.id, 'soap')
    t.is(files.recent[0]?.id, 'examRequest')
  },
)

test.serial(
  'the host’s model is meant by its identifier, or by its short name: the organization’s own first',
  (t) => {
    const own = model('0f6a', 'own', 'receita')
    const templates = [...RECORDS, model('prescription', 'document', 'receita'), own]
    const suggested = (defaultTemplate: string) => {
      const { files } = world({ templates, defaultTemplate })
      t.teardown(files.stop)
      return files.suggested?.id
    }
    t.is(suggested('soap'), 'soap')
    t.is(suggested('prescription'), 'prescription')
    t.is(suggested('receita'), own.id)
    t.is(suggested('unknown'), 'anamnesis')
  },
)
