/**
 * What the language model read of a visit goes with the visit, through the whole product: `svcctl
 * consult purge` beside the running service.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import test from 'ava'
import { startAppliance } from '../helpers/appliance.ts'
import { buildCli } from '../helpers/cli.ts'
import { until } from '../helpers/demo-service.ts'
import { temporaryModel } from '../helpers/llama.ts'
import { patientFetch } from '../helpers/patient-fetch.ts'

test('an erased visit is removed from the model’s process and its saved state; another visit goes on', async (t) => {
  const env = { SVC_GENERATOR: 'llama', SVC_SPEECH_ENGINE: 'off', SVC_ENGINE_THREADS: '1' }
  const appliance = await startAppliance(t, { ...env, SVC_TEXT_MODEL: temporaryModel(t) })
  const cli = await buildCli(t, { SVC_DATA_DIR: appliance.dataDir })
  const headers = {
    authorization: `Bearer ${await appliance.token()}`,
    'content-type': 'application/json',
  }
  const api = async (method: string, path: string, body?: object) => {
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await patientFetch(`${appliance.url}/api/v1${path}`, request)
    return { status: response.status, text: await response.text() }
  }
  async function visit(name: string): Promise<string> {
    const ids = { consultation_id: name, doctor_id: 'dra.ana', patient_id: `p-${name}` }
    const { id } = JSON.parse((await api('PUT', '/ehrs/by-external-id', ids)).text) as {
      id: string
    }
    await api('PATCH', `/ehrs/${id}`, { append_context: `Paciente ${name}: dor há três dias.` })
    return id
  }
  const write = (id: string) => api('POST', `/ehrs/${id}/documents`, { template_id: 'soap' })
  const model = () => childOf(appliance.pid(), 'llama-child')
  const kept = () =>
    readdirSync('/dev/shm').filter((name) => name.includes(`llama-state-${appliance.pid()}-`))

  const [erased, other] = [await visit('apagada'), await visit('vizinha')]
  await write(erased)
  await write(other)
  const read = model()
  t.truthy(read, 'the model runs')
  const before = kept()

  const purged = await cli.run(['consult', 'purge', erased, '--yes', '--json'])
  t.is(purged.code, 0, purged.stderr)
  await until(async () => !existsSync(`/proc/${read}`))
  t.true(before.length === 0 || kept().length < before.length, 'what was kept of it is gone')
  const again = await write(other)
  t.is(again.status, 200)
  t.regex(again.text, /"type":"(done|failed)"/)
  t.not(model(), read)
  t.is(JSON.parse((await write(erased)).text).error, 'consultation_erased')
})

function childOf(parent: number, program: string): number | undefined {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const above = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return above === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program)
      } catch {
        return false
      }
    })
}
