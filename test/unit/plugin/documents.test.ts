/** One document after another on the screen: what was written in the one before is saved. */
import test from 'ava'
import type { ClinicalDocument } from '../../../core/contract/api.ts'
import { type ApiClient, ApiError } from '../../../plugin/services/api-client.ts'
import type { Preferences } from '../../../plugin/services/preferences.ts'
import { documents } from '../../../plugin/state/documents.ts'

const documentOf = (id: string, conduct: string) =>
  ({
    ...{ id, version: 1, status: 'draft', template: { id: 't' }, layout: null },
    content: { conduct },
  }) as unknown as ClinicalDocument

function world() {
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
  const files = documents({
    api,
    ehrId: () => 'e',
    preferences: { get: () => undefined, set() {} } as unknown as Preferences,
    templates: () => [],
    defaultTemplate: undefined,
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

test.serial('of two that are asked for while one is saved, the last one is shown', async (t) => {
  const { files, entry } = world()
  t.teardown(files.stop)
  await files.load()
  await files.show(entry('a'))
  files.open!.change(written('rest, water'))
  await Promise.all([files.show(entry('b')), files.show(entry('c'))])
  t.is(files.open?.document.id, 'c')
})
