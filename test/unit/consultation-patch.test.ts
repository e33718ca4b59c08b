import test from 'ava'
import fc from 'fast-check'
import type { Principal } from '../../core/access/principal.ts'
import { newConsultation } from '../../core/consultation/open-by-external-id.ts'
import {
  applyPatch,
  type ConsultationPatch,
  longestContext,
  patchConsultation,
} from '../../core/consultation/patch.ts'
import type { ConsultationStore } from '../../core/consultation/ports.ts'

const at = new Date('2026-01-01T12:00:00Z')
const principal: Principal = {
  organizationId: 'o',
  iframeConsent: 'host',
  organizationName: 'O',
  userId: null,
  kind: 'session',
  holder: 'page',
  tokenId: 't',
  keyOwner: 'key k',
  named: 'token t',
  deviceId: null,
  doctorId: null,
  boundTo: null,
  expiresAt: at,
}
const fresh = newConsultation(
  {
    id: 'c',
    organizationId: 'o',
    type: 'IN_PERSON',
    language: 'pt-BR',
    externalConsultationId: 'c-1',
    externalDoctorId: 'd-1',
    externalPatientId: 'p-1',
  },
  at,
)

const text = fc.string({ unit: 'binary', maxLength: 30 }).map((some) => some || '\n')
const patches: fc.Arbitrary<ConsultationPatch> = fc.record(
  {
    type: fc.constantFrom('IN_PERSON' as const, 'TELEMEDICINE' as const),
    consent: fc.record({
      status: fc.constantFrom('given' as const, 'refused' as const, 'not_recorded' as const),
    }),
    contextMarkdown: text,
    appendContext: text,
    setBackgroundHistory: fc.record({ text, replaceIfExists: fc.boolean() }),
    removeBackgroundHistory: fc.constant(true as const),
  },
  { requiredKeys: [] },
)

test('appending keeps every character that was there and that came, after a blank line', (t) => {
  fc.assert(
    fc.property(text, text, (before, addition) => {
      const { changes } = applyPatch(
        { ...fresh, contextMarkdown: before },
        { appendContext: addition },
        principal,
        at,
      )
      const after = changes.contextMarkdown ?? before
      t.true(after.endsWith(addition))
      if (before.trim() === '') return t.is(after, addition)
      t.true(after.startsWith(before))
      t.regex(after.slice(0, after.length - addition.length), /\n\n$/)
    }),
  )
})

test('a patch applied twice changes nothing the second time, but what it appends', (t) => {
  fc.assert(
    fc.property(patches, (patch) => {
      const { appendContext: _, ...idempotent } = patch
      fc.pre(!(idempotent.removeBackgroundHistory && idempotent.setBackgroundHistory))
      const once = applyPatch(fresh, idempotent, principal, at)
      const again = applyPatch({ ...fresh, ...once.changes }, idempotent, principal, at)
      t.deepEqual(again.changes, {})
    }),
  )
})

test('text beyond the limit is refused and text at the limit is whole', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: -2, max: 2 }), (add, over) => {
      const before = { ...fresh, contextMarkdown: 'x'.repeat(longestContext - 2 - add + over) }
      const patch = { appendContext: 'y'.repeat(add) }
      if (over > 0) {
        t.throws(() => applyPatch(before, patch, principal, at), { code: 'validation_error' })
        return
      }
      const { contextMarkdown } = applyPatch(before, patch, principal, at).changes
      t.is(contextMarkdown?.length, longestContext + over)
    }),
  )
})

test('however writers interleave, one version is written once and every appended text is there', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 8 }),
      fc.scheduler(),
      async (versions, scheduler) => {
        const store = scheduledStore(scheduler)
        const patch = patchConsultation({
          store,
          openConsultation: async () => store.read(),
          now: () => at,
        })
        const writes = versions.map((version, index) =>
          patch(principal, 'c', { version, contextMarkdown: `v${index}` }).then(
            ({ consultation }) => consultation.version,
            (error) => error.code,
          ),
        )
        const appends = [0, 1, 2].map((index) =>
          patch(principal, 'c', { appendContext: `a${index}` }),
        )
        await scheduler.waitFor(Promise.all([...writes, ...appends]))
        const written = (await Promise.all(writes)).filter((result) => typeof result === 'number')
        t.is(new Set(written).size, written.length)
        t.is(store.now().version, 1 + written.length + appends.length)
      },
    ),
    { numRuns: 200 },
  )
})

/** One consultation in memory whose reads and writes happen when the scheduler says. */
function scheduledStore(scheduler: fc.Scheduler) {
  let current = fresh
  const unused = () => Promise.reject(new Error('not in this test'))
  const store: Pick<ConsultationStore, 'update'> = {
    async update(_id, expected, changes) {
      await scheduler.schedule(Promise.resolve(), 'write')
      if (expected.version !== current.version) return false
      current = { ...current, ...changes, version: current.version + 1 }
      return true
    },
  }
  return {
    create: unused,
    find: unused,
    findByExternalId: unused,
    languageOf: unused,
    textsOf: unused,
    openerOf: unused,
    keepOpener: unused,
    wasErased: async () => false,
    updateRecorded: unused,
    ...store,
    now: () => current,
    async read() {
      await scheduler.schedule(Promise.resolve(), 'read')
      return current
    },
  }
}
