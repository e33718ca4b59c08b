// Own process: gives globalThis what a page has.
/**
 * A save that arrived although its answer did not: what the doctor wrote since is no conflict with
 * somebody else.
 */
import test from 'ava'
import type { ClinicalDocument, Ehr } from '../../../core/contract/api.ts'
import { type ApiClient, ApiError } from '../../../plugin/services/api-client.ts'
import type { DraftKeep } from '../../../plugin/services/draft-keep.ts'
import { withRetries } from '../../../plugin/services/upload-retries.ts'
import { consultationState } from '../../../plugin/state/consultation.ts'
import { openDocument } from '../../../plugin/state/open-document.ts'

type Held = { version: number } & Record<string, unknown>

/** A box that holds one thing in versions; the next answers can be lost on the way. */
function box<One extends Held>(first: One) {
  let held = first
  let lost = 0
  const put = (change: object) => {
    held = { ...held, ...change, version: held.version + 1 }
  }
  const api = {
    async request({ method, body }: { method: string; body?: Partial<One> }) {
      if (method === 'PATCH') {
        const { version, ...change } = body!
        if (version !== held.version) throw refusal(409, 'version_conflict')
        put(change)
      }
      if (lost > 0 && method === 'PATCH') {
        lost--
        throw refusal(0, 'network')
      }
      return { status: 200, body: held }
    },
  } as unknown as ApiClient
  return {
    api,
    put,
    held: () => held,
    loseOne: () => {
      lost = 1
    },
  }
}

function refusal(status: number, error: string) {
  return new ApiError(status, { error, message: '' }, null)
}

const DOCUMENT = {
  id: 'd',
  version: 1,
  status: 'draft',
  template: { id: 't' },
  layout: null,
  content: { conduct: 'rest' },
} as unknown as ClinicalDocument & Held
const written = (conduct: string) => ({ content: { conduct }, layout: null })

function opened() {
  // The page that it lives in.
  Object.assign(globalThis, { addEventListener() {}, removeEventListener() {} })
  const there = box(DOCUMENT)
  const keep: DraftKeep = {
    keep() {},
    forget() {},
    noteSent() {},
    find: async () => undefined,
    wasSent: () => false,
  }
  const open = openDocument({
    api: there.api,
    document: DOCUMENT,
    fields: [],
    keep,
    onSaved() {},
    changed() {},
  })
  return { open, there }
}

test.serial('text typed after a save whose answer was lost is saved on top of it', async (t) => {
  const { open, there } = opened()
  t.teardown(open.stop)
  open.change(written('rest, water'))
  there.loseOne()
  t.false(await open.save())
  open.change(written('rest, water, tea'))
  t.true(await open.save())
  t.is(open.saveState, 'saved')
  t.deepEqual(there.held().content, { conduct: 'rest, water, tea' })
})

test.serial('words of somebody else after a lost answer are shown first', async (t) => {
  const { open, there } = opened()
  t.teardown(open.stop)
  open.change(written('rest, water'))
  there.loseOne()
  await open.save()
  there.put({ content: { conduct: 'surgery' } })
  open.change(written('rest, water, tea'))
  t.false(await open.save())
  t.is(open.saveState, 'conflict')
  // What the doctor takes back in a conflict is not in its way.
  open.change(written('rest'))
  await open.takeTheirs()
  t.is(open.saveState, 'saved')
  t.deepEqual(open.document.content, there.held().content)
})

test('a context that was typed on after a lost answer is saved', async (t) => {
  const there = box({ id: 'e', version: 1, context_markdown: '' } as unknown as Ehr & Held)
  const ids = { consultationId: 'c', doctorId: 'd', patientId: 'p' }
  const consultation = consultationState(ids, there.api)
  await consultation.open('IN_PERSON')
  there.loseOne()
  await t.throwsAsync(consultation.patch({ context_markdown: 'asthma' }), { message: '' })
  await consultation.patch({ context_markdown: 'asthma, 2019' })
  t.is(there.held().context_markdown, 'asthma, 2019')
  there.put({ context_markdown: 'of somebody else' })
  await t.throwsAsync(consultation.patch({ context_markdown: 'asthma' }), { instanceOf: ApiError })
})

test('a file whose line breaks after minutes is tried again', async (t) => {
  let nowMs = 0
  let tries = 0
  const deps = { now: () => nowMs, pause: async () => {} }
  const options = { signal: new AbortController().signal, onWaiting() {} }
  const sent = await withRetries(deps, options, async () => {
    nowMs += 300_000
    if (++tries === 1) throw refusal(0, 'network')
    return 'there'
  })
  t.is(sent, 'there')
})
