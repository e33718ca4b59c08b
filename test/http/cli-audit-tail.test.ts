/** `svcctl audit tail` narrowed by each of its flags, over what a running service wrote. */
import test from 'ava'
import { startAuditedService } from '../helpers/audited-service.ts'
import { buildCli } from '../helpers/cli.ts'

interface Entry {
  sequence: number
  action: string
  at: string
  actor_kind: string
  actor_id: string
  consultation_id: string | null
}

test('the trail is narrowed by patient, visit, professional, actor and time', async (t) => {
  const { call, secret, dataDir } = await startAuditedService(t)
  const cli = await buildCli(t, { SVC_DATA_DIR: dataDir })
  async function visit(name: string) {
    const ids = { consultation_id: name, doctor_id: `dra.${name}`, patient_id: `p-${name}` }
    const { access } = (
      await call('POST', '/integration/session-token/', {
        headers: { 'x-svc-token': secret },
        body: { expiration: 1800, doctor_id: ids.doctor_id },
      })
    ).body as { access: string }
    const headers = { authorization: `Bearer ${access}` }
    const opened = await call('PUT', '/api/v1/ehrs/by-external-id', { headers, body: ids })
    await call('PATCH', `/api/v1/ehrs/${opened.body.id}`, {
      headers,
      body: { append_context: 'x' },
    })
    return String(opened.body.id)
  }
  const [ana] = [await visit('ana'), await visit('bia')]
  await cli.run(['key', 'create', '--name', 'Outro', '--json'])

  const tail = async (...flags: string[]) => {
    const ended = await cli.run(['audit', 'tail', '-n', '500', ...flags, '--json'])
    t.is(ended.code, 0, ended.stderr)
    return ended.json.entries as Entry[]
  }
  const all = await tail()
  t.true(all.length > 6)
  const middle = all[3]!
  const opened = all.find(({ consultation_id: id }) => id === ana)!
  const rows: [string[], (entry: Entry) => boolean, least: number][] = [
    [['--consultation', ana], (one) => one.consultation_id === ana, 2],
    [['--patient', 'p-ana'], (one) => one.consultation_id === ana, 2],
    [['--person', 'dra.bia'], (one) => ofBia(one), 2],
    [['--actor', 'administrator'], (one) => one.actor_kind === 'administrator', 1],
    [['--actor', opened.actor_id], (one) => one.actor_id === opened.actor_id, 2],
    [['--since', middle.at], (one) => one.at >= middle.at, 2],
    [['--until', middle.at], (one) => one.at < middle.at, 1],
    [
      ['--since', middle.at, '--actor', 'session', '--patient', 'p-ana'],
      (one) => one.at >= middle.at && one.actor_kind === 'session' && one.consultation_id === ana,
      0,
    ],
    [['--patient', 'p-nobody'], () => false, 0],
  ]
  /** Whose token it was is in the entry of its issue, and in those of its acts. */
  const tokensOfBia = all.filter(({ person }: Entry & { person?: string }) => person === 'dra.bia')
  function ofBia(entry: Entry): boolean {
    return tokensOfBia.includes(entry as (typeof tokensOfBia)[number])
  }
  for (const [flags, fits, least] of rows) {
    const numbers = (await tail(...flags)).map(({ sequence }) => sequence)
    t.deepEqual(
      numbers,
      all.filter(fits).map(({ sequence }) => sequence),
      flags.join(' '),
    )
    t.true(numbers.length >= least && numbers.length < all.length, flags.join(' '))
  }
  const wrong = await cli.run(['audit', 'tail', '--since', 'ontem', '--json'])
  t.is(wrong.code, 64)
})
