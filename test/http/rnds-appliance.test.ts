/** The built product: the clinical-network endpoints are there, and say what is missing. */
import test from 'ava'
import { startAppliance } from '../helpers/appliance.ts'

test('an appliance without a certificate answers every look-up with 503, and counts its records', async (t) => {
  const appliance = await startAppliance(t)
  const headers = { authorization: `Bearer ${await appliance.token()}` }
  const answer = await fetch(`${appliance.url}/v1/rnds/patient?cpf=52998224725`, { headers })
  t.is(answer.status, 503)
  t.regex(answer.headers.get('retry-after') ?? '', /^\d+$/)
  t.is(((await answer.json()) as { error: string }).error, 'rnds_unavailable')

  const metrics = await (await fetch(`${appliance.url}/metrics`)).text()
  t.regex(metrics, /svc_rnds_records\{state="pending"\} 0/)
  const openApi = (await (await fetch(`${appliance.url}/openapi.json`)).json()) as {
    paths: Record<string, unknown>
  }
  t.true('/v1/ehrs/{ehr_id}/rnds/submit' in openApi.paths)
})
