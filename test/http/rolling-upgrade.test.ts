// Own process: starts a database server, two servers of two versions, and HAProxy.
/**
 * Servers of two versions on one PostgreSQL, as processes: a step of the schema that only adds is
 * taken beside the older one, any other is refused with its name until it has stopped; so is a
 * restore. Behind HAProxy one is replaced while callers go on.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest from 'ava'
import { postgresPlace } from '../helpers/postgres.ts'
import { postgresTest as test } from '../helpers/postgres-test.ts'
import { findProxy, startProxy } from '../helpers/proxies.ts'
import { openServingNodes, type ServingNodes } from '../helpers/serving-nodes.ts'

const PASSPHRASE = 'correta cavalo bateria grampo'
const NEWER = ['--import', 'tsx', new URL('../helpers/newer-svcctl.ts', import.meta.url).pathname]

let world: ServingNodes

anyTest.before(async () => {
  if (!postgresPlace) return
  world = await openServingNodes(['a', 'b'])
  await world.node('a').start()
  await world.node('b').start()
})
anyTest.after.always(() => world?.close())

test('nodes: a step that changes what an older server reads is refused until it has stopped, and a restore while any serves', async (t) => {
  t.timeout(240_000)
  const { node } = world
  const name = new RegExp(`${node('a').url.replaceAll('.', '\\.')} \\(`)
  const plan = await world.cliAs(NEWER, {}, 'upgrade', '--dry-run')
  t.deepEqual(plan.json.pending, ['9999-later'])
  t.is(plan.json.serving.length, 2)
  const refused = await world.cliAs(NEWER, {}, 'upgrade', '--yes')
  t.is(refused.failure.error, 'nodes_serving')
  t.regex(refused.failure.message, name)
  t.regex(refused.failure.message, /9999-later[\s\S]*svcctl drain --wait/)
  await node('b').stop()
  const started = await t.throwsAsync(node('b').start({ program: NEWER }))
  t.regex(started?.message ?? '', /nodes_serving|change what they read/)

  const folder = await mkdtemp(join(tmpdir(), 'svc-rolling-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const passphrase = join(folder, 'passphrase')
  await writeFile(passphrase, PASSPHRASE, { mode: 0o600 })
  const flags = ['--passphrase-file', passphrase]
  const { path } = await world.cli('backup', 'create', '--to', folder, ...flags)
  const target = { SVC_DATA_DIR: join(folder, 'new') }
  const restored = await world.cliAs([], target, 'backup', 'restore', path, ...flags)
  t.is(restored.failure.error, 'nodes_serving')
  t.regex(restored.failure.message, name)

  // The older one serves all the while, and its going lets the newer one in.
  t.is((await fetch(`${node('a').url}/readyz`)).status, 200)
  await node('b').start()
})

const rolling: typeof test = findProxy('haproxy') ? test : anyTest.serial.skip

rolling(
  'nodes: behind HAProxy each of two is replaced by a newer one, and callers go on',
  async (t) => {
    t.timeout(300_000)
    const { node } = world
    const front = await startProxy(t, 'haproxy', (port) =>
      nodesFile(port, [node('a').url, node('b').url]),
    )
    const { secret } = await world.cli('key', 'create', '--name', 'EHR')
    const token = await tokenFor(secret, front)
    let isOver = false
    let answered = 0
    let longestMs = 0
    const refusals = new Map<number, number>()
    async function caller(n: number) {
      let lastMs = performance.now()
      for (let call = 0; !isOver; call++) {
        const status = await openVisit(front, token, `visita-${n}-${call}`).catch(() => 0)
        const atMs = performance.now()
        refusals.set(status, (refusals.get(status) ?? 0) + 1)
        if (status === 200 || status === 201) {
          longestMs = Math.max(longestMs, atMs - lastMs)
          lastMs = atMs
          answered++
        }
        await sleep(300)
      }
      longestMs = Math.max(longestMs, performance.now() - lastMs)
    }
    const callers = Promise.all([0, 1, 2].map(caller))
    await sleep(1000)
    for (const name of ['a', 'b']) {
      await node(name).stop()
      await node(name).start({ program: NEWER, env: { LATER_STEP: 'adds' } })
      await sleep(1500)
    }
    isOver = true
    await callers
    t.log(
      `${answered} visits opened, at most ${Math.round(longestMs)} ms between two of a caller`,
      [...refusals],
    )
    t.true(answered > 50)
    t.true(longestMs < 2000, `${longestMs} ms without an answer`)
    const { json } = await world.cliAs(NEWER, { LATER_STEP: 'adds' }, 'upgrade', '--dry-run')
    t.deepEqual(json.pending, [], 'the first of them took the step beside the older one')
  },
)

async function tokenFor(secret: string, url: string): Promise<string> {
  const issued = await fetch(`${url}/integration/session-token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-token': secret },
    body: JSON.stringify({ expiration: 7200, doctor_id: 'dra.ana' }),
  })
  return ((await issued.json()) as { access: string }).access
}

async function openVisit(url: string, token: string, visit: string): Promise<number> {
  const opened = await fetch(`${url}/api/v1/ehrs/by-external-id`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ consultation_id: visit, doctor_id: 'dra.ana', patient_id: 'p' }),
  })
  await opened.text()
  return opened.status
}

/** The file for several servers, as it is shipped, with these. */
function nodesFile(port: number, urls: readonly string[]): string {
  const file = new URL('../../config/operations/proxy/haproxy.cfg', import.meta.url)
  return readFileSync(file, 'utf8')
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replace(/^ {2}server appliance .*\n/m, '')
    .replace(/^ {2}# (option|retr|default-server)/gm, '  $1')
    .replace(/^ {2}# server (\w) .*$/gm, (_, name: string) => {
      const url = urls[name === 'a' ? 0 : 1] as string
      return `  server ${name} ${new URL(url).host}`
    })
}
