// Own process: stops services that it starts.
/**
 * The whole product, killed while a record is on its way: the built `svcctl serve` speaks over
 * mutual TLS with a simulator that lives on, dies by SIGKILL before, while and after the record is
 * taken, and is started again. Each record has to be at the network once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { startAppliance } from '../helpers/appliance.ts'
import { connectToSimulator } from '../helpers/connected-appliance.ts'
import { until } from '../helpers/demo-service.ts'
import { patientFetch } from '../helpers/patient-fetch.ts'
import { patientCpf, practitionerCns } from '../helpers/rnds.ts'

const CNES = '9876543'
const LATENCY_MS = 1500

type World = Awaited<ReturnType<typeof openWorld>>
type Visit = Awaited<ReturnType<World['visit']>>

/**
 * What is wrong with the network, and when the product dies. Each point has a consultation of its
 * own.
 */
interface KillPoint {
  when: string
  /** Before it is submitted. */
  prepare?: (world: World) => unknown
  /** Resolves at the moment of the kill. */
  moment: (world: World, visit: Visit) => Promise<unknown>
  /** While it is dead. */
  beforeRestart?: (world: World, visit: Visit) => Promise<unknown>
}

const isStored = (_: World, visit: Visit) =>
  until(async () => (await visit.status()).body.status === 'pending')
/** The simulator has done what was asked; its answer leaves now. */
const isTaken = ({ simulator }: World, { known }: Visit) =>
  until(async () => simulator.documents().length > known, undefined, 1)

/** So that the document is the first thing that takes its time. */
async function withTokenAndLatency({ simulator, warmUp }: World) {
  await warmUp()
  simulator.setLatency(LATENCY_MS)
}
async function isUnderWay(world: World, visit: Visit) {
  await isStored(world, visit)
  await sleep(LATENCY_MS / 4)
}

const KILL_POINTS: KillPoint[] = [
  {
    when: 'before anything was sent, the network being away',
    prepare: ({ simulator }) => simulator.faults.add({ name: 'down' }),
    moment: isStored,
  },
  {
    when: 'while it asks for a token',
    prepare: ({ simulator }) => {
      simulator.revokeTokens()
      simulator.setLatency(LATENCY_MS)
    },
    moment: isStored,
  },
  {
    when: 'while the network works on it, and the product is back before it is done',
    prepare: withTokenAndLatency,
    moment: isUnderWay,
  },
  {
    when: 'while the network works on it, and takes it while the product is dead',
    prepare: withTokenAndLatency,
    moment: isUnderWay,
    beforeRestart: isTaken,
  },
  {
    when: 'after it was taken and never answered',
    prepare: ({ simulator }) =>
      simulator.faults.add({ name: 'silent', operation: 'submit', times: 1 }),
    moment: isTaken,
  },
  {
    when: 'while it waits for the next try, the answer having been cut',
    prepare: ({ simulator }) =>
      simulator.faults.add({ name: 'cut', operation: 'submit', times: 1 }),
    async moment(world, visit) {
      await isTaken(world, visit)
      await sleep(300)
    },
  },
  ...[0, 1, 4, 16].map(
    (ms): KillPoint => ({
      when: `${ms} ms after the network took it: the answer is on its way, there, or just stored`,
      async moment(world, visit) {
        await isTaken(world, visit)
        const end = performance.now() + ms
        // A timer would be milliseconds late.
        while (performance.now() < end);
      },
    }),
  ),
]

test('killed at any moment of a submission, a record is at the network once, and accepted', async (t) => {
  t.timeout(600_000)
  const world = await openWorld(t)
  const { simulator, appliance } = world
  const visits: Visit[] = []
  for (const { when, prepare, moment, beforeRestart } of KILL_POINTS) {
    const visit = await world.visit()
    visits.push(visit)
    await prepare?.(world)
    const answer = visit.submit().catch(() => 'the connection died')
    await moment(world, visit)
    await appliance.kill('SIGKILL')
    await answer
    simulator.faults.clear()
    simulator.setLatency(0)
    await beforeRestart?.(world, visit)
    await appliance.restart()
    await until(async () => (await visit.status()).body.status === 'accepted', 120_000)
    const own = simulator.documents().length - visit.known
    t.is(own, 1, when)
  }
  for (const visit of visits) t.is((await visit.status()).body.status, 'accepted')
  const kept = simulator.documents()
  t.is(kept.length, KILL_POINTS.length)
  t.is(new Set(kept.map(({ value }) => value)).size, KILL_POINTS.length)
  t.true(kept.every(({ status }) => status === 'final'))
})

test('killed before it answered, a submission is answered under its key with the record of before, also when it was corrected since', async (t) => {
  t.timeout(600_000)
  const world = await openWorld(t)
  const { simulator, appliance } = world
  const visit = await world.visit()
  simulator.faults.add({ name: 'silent', operation: 'submit', times: 1 })
  const answer = visit.submit('once').catch(() => 'the connection died')
  await isTaken(world, visit)
  await appliance.kill('SIGKILL')
  t.is(await answer, 'the connection died')
  simulator.faults.clear()
  await appliance.restart()

  await visit.correct('Tosse e febre.')
  const again = await visit.submit('once')
  t.is(again.status, 200)
  await until(async () => (await visit.status()).body.status === 'accepted', 120_000)
  t.is((await visit.status()).body.rnds_record_id, again.body.rnds_record_id)
  t.is(simulator.documents().length, 1)

  await appliance.kill('SIGKILL')
  await appliance.restart()
  t.deepEqual((await visit.submit('once')).body, again.body)
  const other = await visit.submit()
  t.is(other.body.error, 'already_submitted', JSON.stringify(other.body))
  t.is(simulator.documents().length, 1)
})

test('killed while a correction or a deletion waits for its answer, each happens once', async (t) => {
  t.timeout(600_000)
  const world = await openWorld(t)
  const { simulator, appliance } = world
  const visit = await world.visit()
  t.is((await visit.submit()).body.status, 'submitted')

  await visit.correct('Tosse e febre.')
  simulator.faults.add({ name: 'silent', operation: 'submit', times: 1 })
  const replacing = visit.replace().catch(() => undefined)
  await until(async () => simulator.documents().length === 2, undefined, 1)
  await appliance.kill('SIGKILL')
  await replacing
  await appliance.restart()
  await until(async () => (await visit.status()).body.status === 'accepted', 120_000)
  t.is(simulator.documents().length, 2)
  t.deepEqual(
    simulator.documents().map(({ status }) => status),
    ['entered-in-error', 'final'],
  )

  simulator.faults.add({ name: 'silent', operation: 'remove', times: 1 })
  const removing = visit.remove().catch(() => undefined)
  await until(
    async () => simulator.documents().every(({ status }) => status === 'entered-in-error'),
    undefined,
    1,
  )
  await appliance.kill('SIGKILL')
  await removing
  await appliance.restart()
  await until(async () => (await visit.status()).body.status === 'deleted', 120_000)
  t.is(simulator.documents().length, 2)
  const removals = simulator.calls().filter(({ operation }) => operation === 'remove')
  t.is(removals.length, 1, 'a deletion cannot be undone, and so is not asked for twice')
})

test('what a held box has taken outlives its death, and leaves once and in order when the box is opened', async (t) => {
  t.timeout(600_000)
  const world = await openWorld(t)
  const { simulator, appliance, svcctl } = world
  const corrected = await world.visit()
  t.is((await corrected.submit()).body.status, 'submitted')

  await svcctl(['outgoing', 'hold'])
  const one = await world.visit()
  const taken = await one.submit()
  t.like(taken.body, { status: 'submitted', waiting: { code: 'outgoing_held' } })
  await corrected.correct('Tosse e febre.')
  const replaced = await corrected.replace()
  t.like(replaced.body, { status: 'replaced', waiting: { code: 'outgoing_held' } })
  await appliance.kill('SIGKILL')
  await appliance.restart()
  const { body } = await one.status()
  t.like(body, { status: 'pending', rnds_record_id: taken.body.rnds_record_id })
  t.is(body.waiting.code, 'outgoing_held')
  t.is(simulator.documents().length, 1)

  // Dies again as soon as the first of them is there.
  await svcctl(['outgoing', 'resume', '--yes'])
  await until(async () => simulator.documents().length > 1, 120_000, 1)
  await appliance.kill('SIGKILL')
  await appliance.restart()
  for (const { status } of [one, corrected])
    await until(async () => (await status()).body.status === 'accepted', 120_000)
  t.is((await corrected.status()).body.rnds_record_id, replaced.body.rnds_record_id)
  const statuses = simulator.documents().map(({ status }) => status)
  t.deepEqual(statuses.sort(), ['entered-in-error', 'final', 'final'])
})

/** The product as its administrator set it up with `svcctl`, and the network beside it. */
async function openWorld(t: ExecutionContext) {
  const appliance = await startAppliance(t, {
    SVC_GENERATOR: 'rules',
    SVC_SPEECH_ENGINE: 'off',
  })
  const { simulator, svcctl } = await connectToSimulator(t, appliance, ['--cbo', '225125'])
  const token = await appliance.token()

  // biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is what tests assert
  async function call(method: string, path: string, body?: object, key = ''): Promise<Answer<any>> {
    const response = await patientFetch(appliance.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: isJson(response) ? JSON.parse(text) : {} }
  }

  let visits = 0
  return {
    appliance,
    simulator,
    svcctl,
    /** Leaves the product with a token of the network. */
    warmUp: () => call('GET', `/v1/rnds/patient?cpf=${patientCpf}`),
    /** A consultation with a reviewed document and a confirmed diagnosis. */
    async visit() {
      visits++
      const opened = await call('PUT', '/api/v1/ehrs/by-external-id', {
        consultation_id: `c-${visits}`,
        doctor_id: 'd',
        patient_id: `p-${visits}`,
      })
      const ehrId: string = opened.body.id
      const write = async (complaint: string) => {
        await call('PATCH', `/api/v1/ehrs/${ehrId}`, { append_context: complaint })
        await call('POST', `/api/v1/ehrs/${ehrId}/documents`, { template_id: 'soap' })
        const [document] = (await call('GET', `/api/v1/ehrs/${ehrId}/documents`)).body.documents
        const path = `/api/v1/documents/${document.id}`
        // What stands in the context was not said in the visit: the doctor types it.
        const content = { ...document.content, Subjetivo: complaint }
        await call('PATCH', path, { version: document.version, content })
        await call('POST', `${path}/review`, {})
      }
      await write('Queixa: tosse há três dias.\nConduta: hidratação e repouso.')
      await call('PUT', `/api/v1/ehrs/${ehrId}/diagnoses`, {
        diagnoses: [{ code: 'J069', principal: true }],
      })
      const path = `/v1/ehrs/${ehrId}/rnds`
      return {
        /** Documents that were at the network before this visit's. */
        known: simulator.documents().length,
        correct: write,
        submit: (key?: string) => {
          const body = { patient_cpf: patientCpf, practitioner_cns: practitionerCns, cnes: CNES }
          return call('POST', `${path}/submit`, body, key)
        },
        status: () => call('GET', `${path}/status`),
        replace: () => call('PUT', `${path}/replace`, { practitioner_cns: practitionerCns }),
        remove: () =>
          call('DELETE', path, { practitioner_cns: practitionerCns, reason: 'Paciente errado' }),
      }
    },
  }
}

interface Answer<Body> {
  status: number
  body: Body
}

/** A document that is being written comes as lines. */
function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false
}
