/** What all items share: tokens, and one invented visit that stays behind, named as what it is. */
import { expectStatus } from './expect.ts'
import type { Installation } from './installation.ts'

export interface TestVisit {
  /** A backend's session token. */
  session: string
  /** A token of this consultation only. */
  bearer: string
  ids: { consultation_id: string; doctor_id: string; patient_id: string }
  ehrId: string
  /** The first answer was 201. */
  wasCreated: boolean
  isIdempotent: boolean
}

export async function openVisit(at: Installation, now: Date): Promise<TestVisit> {
  const name = `conformance-${now.getTime()}`
  const ids = { consultation_id: name, doctor_id: 'conformance', patient_id: name }
  const issued = await at.exchange('/integration/session-token/', { expiration: 1800 })
  expectStatus(issued, 200)
  const session: string = issued.body.access
  const identified = await at.exchange('/integration/identify/', { ...ids, expiration: 1800 })
  expectStatus(identified, 200)
  const open = () =>
    at.ask('/api/v1/ehrs/by-external-id', { method: 'PUT', token: session, body: ids })
  const first = await open()
  const second = await open()
  return {
    session,
    bearer: identified.body.token,
    ids,
    ehrId: first.body.id ?? '',
    wasCreated: first.status === 201,
    isIdempotent: second.status === 200 && second.body.id === first.body.id,
  }
}
