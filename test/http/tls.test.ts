import { X509Certificate } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type TLSSocket } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import type { SimulatorIdentity } from '../../bin/tools/rnds-simulator/certificates.ts'
import { buildCli } from '../helpers/cli.ts'
import { freePort } from '../helpers/free-port.ts'
import { testIdentity } from '../helpers/identities.ts'

test('the service speaks HTTPS itself, and takes over a renewed certificate without ending a connection', async (t) => {
  const [first, second] = await identities()
  const { start, run, write, port } = await prepare(t, first)
  await run(['init', '--origin', 'https://ehr.example'])
  const server = start(['serve'])
  await until(() => /Serving on https:/.test(server.said.stderr))

  const before = await open(port, first)
  const answer = await ask(before, '/healthz')
  t.regex(answer, /^HTTP\/1\.1 200/)
  t.regex(answer, /strict-transport-security: max-age/i)
  await t.throwsAsync(open(port, first, { maxVersion: 'TLSv1.1' }))
  const status = await run(['status', '--json'])
  t.like(status.json, { reachable: true, url: `https://127.0.0.1:${port}` })

  // Somebody writes it just now: what is there is no certificate, and the one before stays.
  await write({ ...second, serverPem: second.serverPem.slice(0, 300) })
  server.child.kill('SIGHUP')
  await until(() => said(server.said).includes('tls_certificate_damaged'))
  t.is(await shown(port, first), serial(first))

  await write(second)
  server.child.kill('SIGHUP')
  await until(() => said(server.said).includes('tls.certificate_taken'))
  t.is(await shown(port, second), serial(second))
  t.regex(await ask(before, '/healthz'), /^HTTP\/1\.1 200/, 'the connection from before goes on')

  const metrics = await ask(await open(port, second), '/metrics')
  t.regex(
    metrics,
    /^svc_tls_certificate_until_seconds 1\.\d+e\+09$|^svc_tls_certificate_until_seconds \d{10}$/m,
  )
  for (const name of [
    'svc_disk_free_bytes',
    'svc_transcription_jobs',
    'svc_live_recordings',
    'svc_speech_engine',
    'svc_document_generator',
    'svc_build_info',
    'svc_audio_durable_seconds_count 0',
    'svc_audio_held_seconds_total 0',
    'process_resident_memory_bytes',
  ])
    t.true(metrics.includes(`\n${name}`), name)

  before.destroy()
  server.child.kill('SIGTERM')
  t.is((await server.ended).code, 0)
})

for (const [what, code, exit, break_] of [
  [
    'a key of another certificate',
    'tls_key_mismatch',
    65,
    (one, other) => ({ ...one, serverKeyPem: other.serverKeyPem }),
  ],
  ['a key that is none', 'tls_key_damaged', 65, (one) => ({ ...one, serverKeyPem: 'not a key' })],
  [
    'a certificate that is none',
    'tls_certificate_damaged',
    65,
    (one) => ({ ...one, serverPem: 'nothing' }),
  ],
  ['a file that is not there', 'tls_file_unreadable', 69, () => null],
] as readonly [
  string,
  string,
  number,
  (one: SimulatorIdentity, other: SimulatorIdentity) => SimulatorIdentity | null,
][])
  test(`nothing is served under ${what}`, async (t) => {
    const [one, other] = await identities()
    const { run } = await prepare(t, break_(one, other))
    const served = await run(['serve', '--json'])
    t.is(served.failure.error, code)
    t.is(served.code, exit)
    t.false(served.stderr.includes('BEGIN'))
  })

/** Two that know nothing of each other. */
const identities = () => Promise.all([testIdentity(), testIdentity('stranger')])

async function prepare(t: ExecutionContext, identity: SimulatorIdentity | null) {
  const port = await freePort()
  const { root, ...cli } = await buildCli(t, {
    SVC_SPEECH_ENGINE: 'off',
    SVC_GENERATOR: 'rules',
    SVC_PORT: String(port),
    SVC_TLS_CERTIFICATE_FILE: 'tls/cert.pem',
    SVC_TLS_KEY_FILE: 'tls/key.pem',
    SVC_PUBLIC_URL: `https://localhost:${port}`,
  })
  await mkdir(join(root, 'tls'))
  const write = ({ serverPem, serverKeyPem }: SimulatorIdentity) =>
    Promise.all([
      writeFile(join(root, 'tls', 'cert.pem'), serverPem),
      writeFile(join(root, 'tls', 'key.pem'), serverKeyPem, { mode: 0o600 }),
    ])
  if (identity) await write(identity)
  return { ...cli, port, write }
}

/** A connection that believes this authority only. */
function open(port: number, { caPem }: SimulatorIdentity, options = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const minVersion = 'TLSv1' as const
    const socket = connect({
      port,
      host: '127.0.0.1',
      ca: caPem,
      servername: 'localhost',
      minVersion,
      ...options,
    })
    socket.once('secureConnect', () => resolve(socket)).once('error', reject)
  })
}

/** One request on an open connection, which stays open; its whole answer. */
function ask(socket: TLSSocket, path: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  return new Promise((resolve, reject) => {
    let answer = ''
    const take = (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      const [head = '', body] = answer.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (body === undefined || body.length < length) return
      socket.off('data', take)
      resolve(answer)
    }
    socket.on('data', take).once('error', reject)
  })
}

/** The serial number of what a new connection is shown. */
async function shown(port: number, authority: SimulatorIdentity): Promise<string> {
  const socket = await open(port, authority)
  const { serialNumber } = socket.getPeerCertificate()
  socket.destroy()
  return serialNumber
}

const serial = ({ serverPem }: SimulatorIdentity) => new X509Certificate(serverPem).serialNumber

const said = ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(20)
}
