// Own process: starts a program that listens.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { allowsAddress } from '../../api/webhook-client/networks.ts'
import { webhookClient } from '../../api/webhook-client/send-webhook.ts'
import { freePort } from '../helpers/free-port.ts'
import { standardSignature } from '../helpers/webhook-receiver.ts'

const README = new URL('../../api/README.md', import.meta.url)

test('the receiver of the README takes what is ours, by anybody’s reckoning, and nothing else', async (t) => {
  const [, code = ''] =
    /<!-- receiver:start[^\n]*\n+```js\n([\s\S]*?)```\n+<!-- receiver:end -->/.exec(
      await readFile(README, 'utf8'),
    ) ?? []
  t.true(code.trim().split('\n').length <= 16)
  const folder = await mkdtemp(join(tmpdir(), 'svc-receiver-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'receiver.mjs'), code)
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const port = await freePort()
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  const url = `http://127.0.0.1:${port}/`
  while (!(await fetch(url).catch(() => null))) await sleep(20)

  const { send } = webhookClient({
    allowHttp: true,
    readCa: async () => null,
    userAgent: 'svc/test',
    allows: allowsAddress('127.0.0.1'),
  })
  const body = '{"event_type":"document_generated","doctor_id":"dra. Conceição"}'
  const call = { url, id: 'msg_1', body, at: new Date(), signal: new AbortController().signal }
  const taken = { kind: 'answered', status: 204, retryAfterS: null }
  const other = `whsec_${randomBytes(32).toString('base64')}`
  t.deepEqual(await send({ ...call, secrets: [secret] }), taken)
  t.deepEqual(await send({ ...call, secrets: [other, secret] }), taken, 'while two are good')
  t.like(await send({ ...call, secrets: [other] }), { status: 401 })
  const old = new Date(Date.now() - 600_000)
  t.like(await send({ ...call, secrets: [secret], at: old }), { status: 401 })

  const at = Math.floor(Date.now() / 1000)
  const post = async (text: string, signature: string) =>
    (
      await fetch(url, {
        method: 'POST',
        headers: {
          'webhook-id': 'msg_2',
          'webhook-timestamp': String(at),
          'webhook-signature': signature,
        },
        body: text,
      })
    ).status
  const signature = standardSignature(secret, 'msg_2', String(at), body)
  t.is(await post(body, signature), 204)
  t.is(await post(`${body} `, signature), 401)
  t.is(await post(body, 'v1,'), 401)
  t.is(
    said.trim().split('\n').join(' '),
    `${'msg_1 document_generated '.repeat(2)}msg_2 document_generated`,
  )
})
