// Own process: starts programs. The service behind real proxies, with the files that we ship.
import { randomBytes } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import sharp from 'sharp'
import { WebSocket } from 'ws'
import type { AnnouncedFile } from '../../core/contract/files.ts'
import { demoFolder } from '../helpers/demo-service.ts'
import { findProxy, ownFile, type ProxyKind, startProxy } from '../helpers/proxies.ts'

const KINDS = ['nginx', 'apache', 'caddy', 'haproxy'] as const
const MIB = 2 ** 20

for (const kind of KINDS) {
  proxyTest(kind, 'our file passes everything on at the root', async (t) => {
    const service = await serviceAt(t, 'http://127.0.0.1')
    const url = await startProxy(t, kind, (port) => ownFile(kind, service.url, port))
    await works(t, url)
  })

  proxyTest(kind, 'our file serves it under a path of a portal', async (t) => {
    const service = await serviceAt(t, 'https://ehr.example/assistente')
    const url = await startProxy(t, kind, (port) =>
      underPath(kind, ownFile(kind, service.url, port)),
    )
    await works(t, `${url}/assistente`)
  })
}

proxyTest('nginx', 'a path that the proxy takes off needs no setting', async (t) => {
  const service = await serviceAt(t, 'http://127.0.0.1')
  const url = await startProxy(t, 'nginx', (port) =>
    underPath('nginx', ownFile('nginx', service.url, port)).replace(
      /proxy_pass ([^;]+);/,
      'proxy_pass $1/;',
    ),
  )
  await works(t, `${url}/assistente`)
})

proxyTest('caddy', 'a path that the proxy takes off needs no setting', async (t) => {
  const service = await serviceAt(t, 'http://127.0.0.1')
  const url = await startProxy(t, 'caddy', (port) =>
    underPath('caddy', ownFile('caddy', service.url, port)).replace(
      'handle /assistente/* {',
      'handle_path /assistente/* {',
    ),
  )
  await works(t, `${url}/assistente`)
})

proxyTest('nginx', 'a path that nobody told the service of is told in one sentence', async (t) => {
  const service = await serviceAt(t, 'https://ehr.example')
  const url = await startProxy(t, 'nginx', (port) =>
    underPath('nginx', ownFile('nginx', service.url, port)),
  )
  const answer = await fetch(`${url}/assistente/plugin.js`)
  t.is(answer.status, 404)
  const { message } = (await answer.json()) as { message: string }
  t.regex(message, /svcctl config set publicUrl https:\/\/ehr\.example\/assistente\/$/)
  const other = await fetch(`${url}/assistente/nothing`)
  t.notRegex(((await other.json()) as { message: string }).message, /svcctl/)
})

proxyTest('nginx', 'an address that the proxy keeps to itself is told, too', async (t) => {
  const service = await serviceAt(t, 'http://127.0.0.1:9')
  const url = await startProxy(t, 'nginx', (port) =>
    underPath('nginx', ownFile('nginx', service.url, port))
      .replace(
        /proxy_pass ([^;]+);/,
        'proxy_pass $1/; proxy_set_header X-Forwarded-Prefix /assistente;',
      )
      .replace(/proxy_set_header Host .*/, ''),
  )
  const base = `${url}/assistente`
  const { access } = await asPage<{ access: string }>(`${base}/demo/session-token`, {})
  const answer = await fetch(`${base}/api/v1/session/validate`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access}`,
      origin: 'https://portal.example',
      'sec-fetch-site': 'same-origin',
    },
  })
  t.is(answer.status, 403)
  const { message } = (await answer.json()) as { message: string }
  t.regex(message, /svcctl config set publicUrl https:\/\/portal\.example\/assistente\/$/)
})

function proxyTest(kind: ProxyKind, title: string, run: (t: ExecutionContext) => Promise<void>) {
  const name = `${kind}: ${title}`
  if (findProxy(kind)) return test.serial(name, run)
  if (process.env.TEST_REQUIRE_PROXIES === '1')
    return test(name, (t) => t.fail(`TEST_REQUIRE_PROXIES=1, and no ${kind}`))
  return test.skip(`${name} (no ${kind} here)`, run)
}

async function serviceAt(t: ExecutionContext, publicUrl: string) {
  const env = { SVC_PUBLIC_URL: publicUrl, SVC_TRUSTED_PROXIES: '1' }
  return (await demoFolder(t, env)).start()
}

function underPath(kind: ProxyKind, text: string): string {
  const [from, to] = {
    nginx: ['location / {', 'location /assistente/ {'],
    apache: ['ProxyPass "/" ', 'ProxyPass "/assistente/" '],
    caddy: ['handle /* {', 'handle /assistente/* {'],
    haproxy: ['default_backend svc', 'use_backend svc if { path_beg /assistente/ }'],
  }[kind] as [string, string]
  if (!text.includes(from)) throw new Error(`${kind} has no ${from}`)
  // What is passed on is passed on as it came.
  const kept = kind === 'apache' ? text.replace(/(:\d+)\/" flush/, '$1/assistente/" flush') : text
  return kept.replace(from, to)
}

/** Pages, API, a large file by its signed address, and the channel. */
async function works(t: ExecutionContext, base: string) {
  const page = await fetch(`${base}/demo`)
  t.is(page.status, 200)
  const addresses = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, at]) => at)
  t.true(addresses.length > 3)
  for (const at of [...addresses, 'embed.js'])
    t.is((await fetch(new URL(at ?? '', `${base}/demo`))).status, 200, at)

  const { access } = await asPage<{ access: string }>(`${base}/demo/session-token`, {})
  const authorization = `Bearer ${access}`
  const call = <Answer>(method: string, path: string, body: object) =>
    asPage<Answer>(`${base}/api/v1${path}`, body, { authorization }, method)
  const ids = { doctor_id: 'medico-demo', patient_id: 'p', consultation_id: 'c' }
  const { id } = await call<{ id: string }>('PUT', '/ehrs/by-external-id', ids)

  const content = await largePicture()
  t.true(content.length > 3 * MIB)
  const announced = { name: 'exame.png', size_bytes: content.length, source: 'user' }
  const { upload } = await call<AnnouncedFile>('POST', `/ehrs/${id}/files`, announced)
  const sent = await fetch(base + upload?.url, { method: 'PUT', body: content })
  t.true(sent.ok, `${sent.status}: ${await sent.text()}`)

  t.not(await channelSays(base, id, access), 'error')
}

/** Noise does not compress. */
function largePicture(): Promise<Buffer> {
  const side = 1100
  const raw = { width: side, height: side, channels: 3 } as const
  return sharp(randomBytes(side * side * 3), { raw })
    .png()
    .toBuffer()
}

async function asPage<Answer>(
  url: string,
  body: object,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** The first word of it to a greeting. */
function channelSays(base: string, ehrId: string, token: string): Promise<string> {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/api/v1/channel`, 'svc.v1')
  return new Promise<string>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => socket.send(JSON.stringify({ type: 'hello', token, ehr_id: ehrId })))
    socket.once('message', (data) => resolve((JSON.parse(String(data)) as { type: string }).type))
  }).finally(() => socket.terminate())
}
