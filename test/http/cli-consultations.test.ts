/**
 * `svcctl consult list` over what a running service wrote, and the consultations that its ids,
 * beginnings of ids and patients mean to the other commands.
 */
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openDatabase } from '../../models/database/database.ts'
import { startAuditedService } from '../helpers/audited-service.ts'
import { buildCli } from '../helpers/cli.ts'

const PATIENT = 'prontuario-771'

async function start(t: ExecutionContext) {
  const { call, secret, dataDir } = await startAuditedService(t)
  const cli = await buildCli(t, { SVC_DATA_DIR: dataDir })
  const { access } = (
    await call('POST', '/integration/session-token/', {
      headers: { 'x-svc-token': secret },
      body: { expiration: 1800 },
    })
  ).body as { access: string }
  async function visit(name: string, doctor: string, patient: string): Promise<string> {
    const body = { consultation_id: name, doctor_id: doctor, patient_id: patient }
    const headers = { authorization: `Bearer ${access}` }
    return (await call('PUT', '/api/v1/ehrs/by-external-id', { headers, body })).body.id
  }
  const ids = [
    await visit('v1', 'dra.ana', PATIENT),
    await visit('v2', 'dra.bia', 'prontuario-2'),
    await visit('v3', 'dra.bia', PATIENT),
  ] as const
  const consult = (...args: string[]) => cli.run(['consult', ...args, '--json'])
  return {
    call,
    cli,
    consult,
    dataDir,
    ids,
    secret,
    query: (sql: string) => onDatabase(dataDir, sql),
  }
}

async function onDatabase(dataDir: string, sql: string): Promise<void> {
  const { sequelize, close } = await openDatabase({ url: `sqlite:${join(dataDir, 'svc.sqlite')}` })
  try {
    await sequelize.query(sql)
  } finally {
    await close()
  }
}

test('consultations are found by patient, doctor, day, time and state, the newest first', async (t) => {
  const { consult, cli, ids, query } = await start(t)
  const [first, second, third] = ids
  await query(`UPDATE consultations SET created_at = '2026-03-02 12:00:00.000 +00:00',
    status = 'finished' WHERE id = '${first}'`)
  await query(`UPDATE consultations SET created_at = '2026-03-03 12:00:00.000 +00:00'
    WHERE id = '${second}'`)

  const rows: [flags: string[], found: string[]][] = [
    [[], [third, second, first]],
    [
      ['--patient', PATIENT],
      [third, first],
    ],
    [['--patient', 'prontuario-77'], []],
    [
      ['--doctor', 'dra.bia'],
      [third, second],
    ],
    [['--doctor', 'dra.bia', '--patient', PATIENT], [third]],
    [['--day', '2026-03-02'], [first]],
    [['--since', '2026-03-03', '--until', '2026-03-04'], [second]],
    [['--since', '1h'], [third]],
    [['--state', 'finished'], [first]],
    [['--limit', '1'], [third]],
  ]
  for (const [flags, found] of rows) {
    const { code, json, stderr } = await consult('list', ...flags)
    t.is(code, 0, stderr)
    const listed = json.consultations as { id: string }[]
    t.deepEqual(
      listed.map(({ id }) => id),
      found,
      flags.join(' '),
    )
  }
  t.is((await consult('list', '--limit', '1')).json.total, 3)
  const shown = (await cli.run(['consult', 'list'], { NO_COLOR: '1' }, '', 80)).stdout
  t.false(shown.includes(PATIENT))
  t.is(shown.trimEnd().split('\n').length, 4, 'a row each on a usual terminal')
  for (const line of shown.split('\n')) t.true(line.length <= 80, line)

  for (const [flags, code] of [
    [['--state', 'fechada'], 64],
    [['--limit', '0'], 64],
    [['--day', '2026-13-02'], 64],
    [['--day', '2026-02-31'], 64],
    [['--since', '2026-02-31'], 64],
    [['--day', 'ontem'], 64],
    [['--day', '2026-03-02', '--since', '1h'], 64],
    [['--org', 'Nenhuma'], 66],
  ] as const)
    t.is((await consult('list', ...flags)).code, code, flags.join(' '))

  const { entries } = (
    await cli.run(['audit', 'tail', '--patient', PATIENT, '--actor', 'administrator', '--json'])
  ).json as { entries: { action: string }[] }
  t.deepEqual(
    entries.map(({ action }) => action),
    ['consultation.listed', 'consultation.listed'],
    'who looked for a patient is on record under that patient',
  )
})

test('facts of a visit from the host are shown as codes', async (t) => {
  const { call, cli, consult, secret, ids } = await start(t)
  const body = { consultation_id: 'v1', doctor_id: 'dra.ana', patient_id: PATIENT, modality: '06' }
  const headers = { 'x-svc-token': secret }
  t.is((await call('PUT', '/api/v1/integration/ehrs', { headers, body })).status, 200)
  t.deepEqual((await consult('show', ids[0])).json.visit, { modality: '06' })
  t.regex((await cli.run(['consult', 'show', ids[0]])).stdout, /host says: modality 06/)
  t.notRegex((await cli.run(['consult', 'show', ids[1]])).stdout, /host says/)
})

test('a court order names a patient: all that is kept of them is held, and nothing else', async (t) => {
  const { cli, consult, ids } = await start(t)
  const [first, second, third] = ids
  const neither = await consult('hold', '--reason', 'Processo 1')
  t.deepEqual([neither.code, neither.failure.error], [64, 'usage'])
  const both = await consult('hold', first, '--patient', PATIENT, '--reason', 'Processo 1')
  t.is(both.failure.error, 'usage')
  const nobody = await consult('hold', '--patient', 'prontuario-9', '--reason', 'Processo 1')
  t.is(nobody.failure.error, 'consultation_not_found')

  const order = ['consult', 'hold', '--patient', '-', '--reason', 'Processo 1', '--json']
  const held = await cli.run(order, {}, `${PATIENT}\n`)
  t.is(held.code, 0, held.stderr)
  const named = held.json.consultations as { id: string }[]
  t.deepEqual(named.map(({ id }) => id).sort(), [first, third].sort())
  for (const id of [first, third])
    t.is((await consult('purge', id, '--yes')).failure.error, 'legal_hold')
  t.is((await consult('purge', second, '--yes')).code, 0)

  t.is((await consult('release', '--patient', PATIENT)).code, 0)
  t.is((await consult('purge', '--patient', PATIENT, '--yes')).code, 0)
})

test('the beginning of an id is enough where it means one, for every command', async (t) => {
  const { consult, ids, query } = await start(t)
  const [first, , third] = ids
  const start8 = first.slice(0, 8)
  t.is((await consult('show', start8)).json.id, first)
  t.is((await consult('show', `${start8.toUpperCase()}…`)).json.id, first)
  t.is((await consult('verify', start8)).json.consultations, 1)
  t.is((await consult('hold', start8, '--reason', 'Processo 1')).json.id, first)
  t.is((await consult('release', start8)).json.id, first)
  t.is((await consult('purge', start8, '--dry-run')).json.consultations.length, 1)

  const short = (await consult('show', first.slice(0, 5))).failure
  t.is(short.error, 'consultation_not_found')
  t.regex(short.message, /at least the first 6 characters/)
  for (const wrong of ['zzzzzzzz', '%%%%%%', '______', `${first}0`, '00000000'])
    t.is((await consult('show', wrong)).failure.error, 'consultation_not_found', wrong)

  // Another one that begins like the third: chance alone would not make it.
  const twin = `${third.slice(0, 30)}${third.endsWith('000000') ? '111111' : '000000'}`
  await query(`INSERT INTO consultations (id, organization_id, sealed_ids, consultation_index,
      doctor_index, patient_index, type, status, consent_status, language, recorded_ms, version,
      created_at, updated_at)
    SELECT '${twin}', organization_id, sealed_ids, 'x', doctor_index, patient_index, type, status,
      consent_status, language, recorded_ms, version, created_at, updated_at
    FROM consultations WHERE id = '${third}'`)
  const { code, failure } = await consult('purge', third.slice(0, 8), '--yes')
  t.deepEqual([code, failure.error], [65, 'consultation_ambiguous'])
  t.true(failure.message.includes(twin) && failure.message.includes(third))
  const listed = (await consult('list')).json.consultations as { id: string; doctor: unknown }[]
  t.is(
    listed.find(({ id }) => id === twin)?.doctor,
    null,
    'what no key opens is listed all the same',
  )
})
