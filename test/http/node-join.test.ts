// Own process: starts a database server, a server, and programs beside it.
/**
 * A new server takes the master key by a one-time code: real programs, one real PostgreSQL. What
 * is sent is watched as an account of the database can.
 */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import anyTest from 'ava'
import type { Sequelize } from 'sequelize'
import { openDatabase } from '../../models/database/database.ts'
import { postgresPlace } from '../helpers/postgres.ts'
import { postgresTest as test } from '../helpers/postgres-test.ts'
import { openServingNodes, type ServingNodes } from '../helpers/serving-nodes.ts'

const SVCCTL = new URL('../../bin/svcctl', import.meta.url).pathname

let world: ServingNodes
let watcher: { sequelize: Sequelize; close(): Promise<void> }
let line: Listening
const sent: string[] = []

anyTest.before(async () => {
  if (!postgresPlace) return
  world = await openServingNodes(['a', 'b'])
  // Out of the shared folder, where no storage server reads it.
  const [shared, own] = [join(world.root, 'shared', 'keys'), join(world.root, 'node-a', 'keys')]
  await mkdir(join(world.root, 'node-a'), { recursive: true, mode: 0o700 })
  await rename(shared, own)
  await world.node('a').start()
  watcher = await openDatabase({ url: world.databaseUrl })
  const { connectionManager } = watcher.sequelize
  line = (await connectionManager.getConnection({ type: 'write' })) as Listening
  line.on('notification', ({ payload = '' }) => sent.push(payload))
  await line.query('LISTEN svc_node_join')
})
anyTest.after.always(async () => {
  // The pool waits for what was taken from it.
  if (line) watcher.sequelize.connectionManager.releaseConnection(line)
  await watcher?.close()
  await world?.close()
})

test('node join: a new server serves with the key that a code brought, and nobody else reads it', async (t) => {
  t.timeout(180_000)
  await t.throwsAsync(world.node('b').start(), { message: /svcctl node invite/ })
  const invite = begin('a', ['node', 'invite', '--json'])
  const code = await codeOf(invite)
  const joined = await ended(begin('b', ['node', 'join', '--code-file', await codeFile(code)]))
  t.is(joined.code, 0, joined.stderr)
  t.is((await ended(invite)).code, 0)
  const [mine, theirs] = ['a', 'b'].map((name) => join(world.root, `node-${name}`, 'keys'))
  const key = await readFile(join(mine as string, 'master.key'))
  t.deepEqual(await readFile(join(theirs as string, 'master.key')), key)
  t.is((await stat(join(theirs as string, 'master.key'))).mode & 0o777, 0o600)
  t.false(existsSync(join(world.root, 'shared', 'keys', 'master.key')))

  await world.node('b').start()
  const issued = await Promise.all(
    ['a', 'b'].map(async (name) => {
      const { secret } = await world.cli('key', 'create', '--name', name)
      const response = await fetch(`${world.node(name).url}/integration/session-token/`, {
        method: 'POST',
        headers: { 'x-svc-token': secret, 'content-type': 'application/json' },
        body: JSON.stringify({ expiration: 7200, doctor_id: 'dra.ana' }),
      })
      const { access, ...refusal } = (await response.json()) as { access?: string }
      t.is(response.status, 200, JSON.stringify(refusal))
      return access
    }),
  )
  // A token of one is good at the other: both open the signing key.
  for (const [name, token] of [
    ['b', issued[0]],
    ['a', issued[1]],
  ] as const) {
    const response = await fetch(`${world.node(name).url}/api/v1/ehrs/by-external-id`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ consultation_id: name, doctor_id: 'dra.ana', patient_id: 'p' }),
    })
    t.true(response.ok, await response.text())
  }

  t.is(sent.length, 2)
  const all = sent.join('\n')
  for (const secret of [code, code.slice(6), code.replaceAll('-', '')])
    t.false(all.includes(secret))
  for (const form of ['hex', 'base64', 'latin1'] as const) t.false(all.includes(key.toString(form)))
  const trail = JSON.stringify(await world.cli('audit', 'tail'))
  t.regex(trail, /node\.invited/)
  t.regex(trail, /node\.joined/)

  // Once: the code is over, and who has the key needs none.
  const again = await ended(begin('b', ['node', 'join', '--code-file', await codeFile(code)]))
  t.is(again.failure?.error, 'join_not_needed')
  await rename(theirs as string, `${theirs}.away`)
  const used = await ended(begin('b', ['node', 'join', '--code-file', await codeFile(code)]))
  t.is(used.failure?.error, 'join_code_unknown', used.stderr)
  await rename(`${theirs}.away`, theirs as string)

  const rotated = await ended(begin('a', ['vault', 'rotate', '--yes', '--json']))
  t.is(rotated.failure?.error, 'nodes_serving', rotated.stderr)
})

test('node join: wrong codes are refused, the fifth ends the invitation, and each is on record', async (t) => {
  t.timeout(180_000)
  const keys = join(world.root, 'node-b', 'keys')
  await world.node('b').stop()
  await rename(keys, `${keys}.before`)
  const invite = begin('a', ['node', 'invite', '--json'])
  const code = await codeOf(invite)
  const wrong = await codeFile(code.slice(0, -1) + (code.endsWith('7') ? '8' : '7'))
  for (let n = 0; n < 5; n++) {
    const refused = await ended(begin('b', ['node', 'join', '--code-file', wrong]))
    t.is(refused.failure?.error, 'join_code_refused', refused.stderr)
    t.is(refused.code, 77)
  }
  const over = await ended(invite)
  t.is(over.failure?.error, 'join_tries_spent', over.stderr)
  const late = await ended(begin('b', ['node', 'join', '--code-file', await codeFile(code)]))
  t.is(late.failure?.error, 'join_code_unknown', late.stderr)
  const mistyped = await ended(begin('b', ['node', 'join', '--code-file', await codeFile('abc')]))
  t.is(mistyped.failure?.error, 'join_code_invalid')
  t.false(existsSync(join(keys, 'master.key')))
  const { entries } = await world.cli('audit', 'tail', '--lines', '40')
  const acts = (entries as { action: string }[]).map(({ action }) => action)
  t.is(acts.filter((action) => action === 'node.join_refused').length, 5)
  const brief = await ended(begin('a', ['node', 'invite', '--minutes', '0.02', '--json']))
  t.is(brief.failure?.error, 'join_expired', brief.stderr)
  await rename(`${keys}.before`, keys)
})

function begin(name: string, args: string[]) {
  const env = { ...world.cliEnv, SVC_NODE_DIR: join(world.root, `node-${name}`) }
  const child = spawn(process.execPath, [SVCCTL, ...args, '--json'], { env, stdio: 'pipe' })
  const said = { stdout: '', stderr: '' }
  child.stdin.end()
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text
    })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { said, closed }
}

async function codeOf({ said, closed }: ReturnType<typeof begin>): Promise<string> {
  let isOver = false
  void closed.then(() => {
    isOver = true
  })
  for (;;) {
    const [, code] = /"code":\s*"([^"]+)"/.exec(said.stdout) ?? []
    if (code) return code
    if (isOver) throw new Error(said.stderr)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function ended({ said, closed }: ReturnType<typeof begin>) {
  const code = await closed
  const at = said.stderr.indexOf('{')
  const failure = at < 0 ? null : (JSON.parse(said.stderr.slice(at)) as { error: string })
  return { code, ...said, failure }
}

async function codeFile(code: string): Promise<string> {
  const path = join(world.root, 'code')
  await writeFile(path, `${code.toLowerCase()}\n`, { mode: 0o600 })
  return path
}

/** What we use of the `pg` package. */
interface Listening {
  query(sql: string): Promise<unknown>
  on(event: 'notification', listener: (message: { payload?: string }) => void): void
}
