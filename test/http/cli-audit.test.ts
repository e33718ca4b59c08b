/**
 * `svcctl audit` as an auditor uses it, on a trail that `svcctl` itself wrote: what is on record,
 * found, handed out, and proven.
 */
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { openDatabase } from '../../models/database/database.ts'
import { buildCli, type Run } from '../helpers/cli.ts'
import { makeGguf } from '../helpers/make-gguf.ts'

test('a document that could not be written again is on record as that', async (t) => {
  const { run } = await buildCli(t, { SVC_SPEECH_ENGINE: 'off' })
  await run(['init', '--json'])
  const id = '3f2a8c1e-5d0b-4a57-9a0c-7f1f0a6f3b11'
  t.is((await run(['doc', 'replay', id, '--json'])).code, 66)
  const entries = (await run(['audit', 'tail', '--json'])).json.entries as Entry[]
  const told = entries.filter(({ action }) => action === 'document.replayed')
  t.is(told.length, 1)
  t.like(told[0], { outcome: 'refused', subject_id: id, facts: { code: 'replay_not_stored' } })
})

test('acts of the administrator are on record, found, handed out whole, and proven', async (t) => {
  t.timeout(600_000)
  const { root, dataDir, run, runApart } = await buildCli(t, { SVC_SPEECH_ENGINE: 'off' })
  const done = async (...args: string[]): Promise<Run> => {
    const ended = await run([...args, '--json'])
    t.is(ended.code, 0, `${args.join(' ')}: ${ended.stderr}`)
    return ended
  }
  await done('init')
  await done('config', 'set', 'port', '9000')
  const { id: key } = (await done('key', 'create', '--name', 'EHR')).json
  await done('key', 'revoke', key, '--yes')
  await done('model', 'import', makeGguf(join(root, 'own.gguf')), '--name', 'own')
  await chmod(join(dataDir, 'keys', 'master.key'), 0o644)
  await run(['doctor', '--fix', '--json'])

  const told = (await done('audit', 'tail')).json.entries as Entry[]
  for (const [action, fact] of [
    ['setting.changed', 'port'],
    ['key.created', ''],
    ['key.revoked', ''],
    ['engine_model.installed', ''],
    ['doctor.mended', ''],
  ]) {
    const entry = told.findLast((one) => one.action === action)
    t.like(entry, { outcome: 'success', actor_kind: 'administrator' }, action)
    t.true(JSON.stringify(entry?.facts).includes(fact ?? ''), action)
  }
  t.is(told.find(({ action }) => action === 'key.revoked')?.subject_id, key)
  t.false(JSON.stringify(told).includes('svc_key_'), 'no secret')

  const tailed = async (...flags: string[]) =>
    ((await done('audit', 'tail', ...flags)).json.entries as Entry[]).map(
      ({ sequence }) => sequence,
    )
  const all = told.map(({ sequence }) => sequence)
  for (const [flags, expected] of [
    [['-n', '2', '--since', '1d'], all.slice(-2)],
    [['--person', 'dra.ana'], []],
  ] as const)
    t.deepEqual(await tailed(...flags), [...expected], flags.join(' '))

  // Each reading is itself an entry: the next one holds one more.
  const lines = async (format: string) => {
    const { stdout } = await run(['audit', 'export', '--format', format])
    return stdout.trimEnd().split(/\r?\n/)
  }
  const csv = await lines('csv')
  t.true(csv[0]?.startsWith('sequence,at,action,'))
  t.is(csv.length - 1, all.length)
  const ndjson = (await lines('ndjson')).map((line) => JSON.parse(line) as Entry)
  t.is(ndjson.length, all.length + 1)
  t.is(ndjson.at(-1)?.action, 'audit.exported')
  t.deepEqual(ndjson.slice(0, told.length), told)
  const fhir = (await lines('fhir')).map((line) => JSON.parse(line))
  t.is(fhir.length, all.length + 2)
  t.true(fhir.every(({ resourceType, recorded }) => resourceType === 'AuditEvent' && recorded))

  const whole = await done('audit', 'verify')
  t.like(whole.json, { whole: true, entries: all.length + 3, first_bad_sequence: null })

  const { sequelize, close } = await openDatabase({ url: `sqlite:${join(dataDir, 'svc.sqlite')}` })
  const guard = 'audit_entries_no_update'
  const [row] = (await sequelize.query(`SELECT sql FROM sqlite_master WHERE name = '${guard}'`))[0]
  await sequelize.query(`DROP TRIGGER ${guard}`)
  // One letter of the fourth entry, and the guard is back: only the chain can tell.
  await sequelize.query(
    "UPDATE audit_entries SET actor_id = actor_id || 'x' WHERE sequence = (SELECT sequence FROM audit_entries ORDER BY sequence LIMIT 1 OFFSET 3)",
  )
  await sequelize.query((row as { sql: string }).sql)
  await close()
  const altered = await runApart(['audit', 'verify', '--json'])
  t.is(altered.code, 65)
  t.like(altered.json, { whole: false, first_bad_sequence: 4 })
  t.is(altered.failure.error, 'audit_altered')
  t.regex(altered.failure.message, /up to entry 3\./)
})

interface Entry {
  sequence: number
  action: string
  outcome: string
  subject_id: string | null
  facts: Record<string, unknown>
}
