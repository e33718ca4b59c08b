import test from 'ava'
import type { Ehr, PatchEhrBody } from '../../../core/contract/api.ts'
import type { ApiClient } from '../../../plugin/services/api-client.ts'
import { consentAnswers } from '../../../plugin/state/consent.ts'
import { consultationState } from '../../../plugin/state/consultation.ts'

const EHR = {
  id: 'e',
  consultation_id: 'c',
  doctor_id: 'd',
  patient_id: 'p',
  type: 'IN_PERSON',
  context_markdown: '',
  background_history: null,
  version: 1,
  consent: { status: 'not_recorded', recorded_at: null, method: null },
} as unknown as Ehr

/** A server whose answers arrive when the test lets them. */
async function opened() {
  let held: Ehr = EHR
  const waiting: { method: string; arrive(): void }[] = []
  const api = {
    request({ method, body }: { method: string; body?: unknown }) {
      const { consent } = (body ?? {}) as PatchEhrBody
      if (method === 'PATCH' && consent)
        held = {
          ...held,
          version: held.version + 1,
          consent: { status: consent.status, recorded_at: 'now', method: consent.method ?? null },
        }
      const answer = { status: 200, body: held }
      if (method === 'PUT') return Promise.resolve(answer)
      return new Promise((resolve) => waiting.push({ method, arrive: () => resolve(answer) }))
    },
  } as unknown as ApiClient
  const consultation = consultationState(
    { consultationId: 'c', doctorId: 'd', patientId: 'p' },
    api,
  )
  await consultation.open('IN_PERSON')
  return {
    consultation,
    stored: () => held.consent,
    async arrives(method: string) {
      while (!waiting.some((one) => one.method === method)) await Promise.resolve()
      const [one] = waiting.splice(
        waiting.findIndex((each) => each.method === method),
        1,
      )
      one!.arrive()
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

test('“por escrito” right after “de acordo” stays, though what the server said before arrives last', async (t) => {
  const { consultation, arrives, stored } = await opened()
  const given = consultation.patch({ consent: { status: 'given', method: 'verbal' } })
  await arrives('PATCH')
  await given
  const late = consultation.refresh()
  const written = consultation.patch({ consent: { status: 'given', method: 'written' } })
  t.like(consultation.ehr.consent, { status: 'given', method: 'written' }, 'shown at once')
  await arrives('PATCH')
  await written
  await arrives('GET')
  await late
  t.like(consultation.ehr.consent, { status: 'given', method: 'written' })
  t.like(stored(), { status: 'given', method: 'written' })
})

test('“por escrito” while “de acordo” is still on its way is shown and sent after it', async (t) => {
  const { consultation, arrives, stored } = await opened()
  const given = consultation.patch({ consent: { status: 'given', method: 'verbal' } })
  const written = consultation.patch({ consent: { status: 'given', method: 'written' } })
  await arrives('PATCH')
  await given
  t.like(consultation.ehr.consent, { method: 'written' })
  await arrives('PATCH')
  await written
  t.like(consultation.ehr.consent, { method: 'written' })
  t.like(stored(), { method: 'written' })
})

test('a refusal that was taken back while the recorder fell silent is not written over the answer after it', async (t) => {
  const saved: object[] = []
  let silent = () => {}
  const answer = consentAnswers({
    silence: () =>
      new Promise((resolve) => {
        silent = resolve
      }),
    save: async (consent) => void saved.push(consent),
  })
  const refused = answer('refused')
  await answer('given')
  await answer('given', 'written')
  silent()
  await refused
  t.deepEqual(saved, [
    { status: 'given', method: 'verbal' },
    { status: 'given', method: 'written' },
  ])
  const again = answer('refused', 'written')
  silent()
  await again
  t.deepEqual(saved.at(-1), { status: 'refused', method: 'written' })
})
