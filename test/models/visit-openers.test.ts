/** By whose token a visit was opened counts in queues over a restart too. */
import test from 'ava'
import { visitOpeners } from '../../bin/compose/visits.ts'
import type { Reach } from '../../core/access/principal.ts'
import { consultationUseCases } from '../../core/consultation/use-cases.ts'
import { silentLog } from '../../core/log.ts'
import { openWorld, type World } from '../helpers/access-world.ts'
import { factories } from '../helpers/factories.ts'

/** As each start of the service opens it, over the same database. */
function service(world: World) {
  const { sequelize } = world.database
  const rows = world.consultationRows
  const { onOpened, shareOf } = visitOpeners({ sequelize, rows, log: silentLog })
  const { now, newId } = world
  const organizationLanguage = async () => 'pt-BR'
  const uses = consultationUseCases({ store: rows, now, newId, organizationLanguage, onOpened })
  const named = async (id: string) => (await shareOf(id)).named
  const put = async (reach: Reach, consultationId: string, doctorId = 'd') => {
    const ids = { consultationId, doctorId, patientId: 'p', type: 'IN_PERSON' as const }
    return (await uses.openByExternalId(reach, ids)).consultation.id
  }
  return { ...uses, put, shareOf, named }
}

async function openHouse(t: Parameters<typeof openWorld>[0]) {
  const world = await openWorld(t)
  const { id: organizationId } = await factories(world).buildOrganization()
  const reach = { organizationId, boundTo: null, doctorId: null }
  const page = (named: string) => ({ ...reach, keyOwner: 'key k', named, holder: 'page' as const })
  const backend = { ...page('token b'), holder: 'backend' as const }
  return { world, reach, page, backend }
}

test('doctors made up with one token share one turn after a restart too', async (t) => {
  const { world, page } = await openHouse(t)
  const before = service(world)
  const one = await before.put(page('flood'), 'c1', 'invented 1')
  const two = await before.put(page('flood'), 'c2', 'invented 2')
  const other = await before.put(page('doctor a'), 'c3', 'a')

  const after = service(world)
  t.deepEqual(await after.shareOf(one), await before.shareOf(one))
  t.is(await after.named(two), 'flood')
  t.is(await after.named(other), 'doctor a')
  // At a change of shift another opens it: it stays whose it was.
  await after.openConsultation(page('doctor b'), other)
  t.is(await after.named(other), 'doctor a')
})

test('a page that opens what a backend prepared counts from then on', async (t) => {
  const { world, reach, page, backend } = await openHouse(t)
  const first = service(world)
  const byKey = await first.put(reach, 'c1')
  const byToken = await first.put(backend, 'c2')
  t.is(await service(world).named(byKey), '')
  t.is(await service(world).named(byToken), 'token b')

  const second = service(world)
  await second.openConsultation(page('doctor a'), byKey)
  await second.openConsultation(page('doctor a'), byToken)
  t.is(await second.named(byToken), 'doctor a')
  // Written beside the answer.
  for (const id of [byKey, byToken])
    while ((await world.consultationRows.openerOf(id))?.named !== 'doctor a')
      await new Promise((resolve) => setTimeout(resolve, 5))
  const third = service(world)
  t.is(await third.named(byKey), 'doctor a')
  await third.openConsultation(backend, byToken)
  t.is(await third.named(byToken), 'doctor a')
})
