import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import { buildCli } from '../helpers/cli.ts'
import { freePort } from '../helpers/free-port.ts'

/** Without speech: what is compiled and heard has its own tests. */
const settings = { SVC_SPEECH_ENGINE: 'off', SVC_GENERATOR: 'rules' }

test('the demo starts on an empty folder, prints its address, answers status, and stops in good order', async (t) => {
  const { start, run } = await buildCli(t, { ...settings, SVC_PORT: String(await freePort()) })
  const server = start(['demo'])
  const address = await until(() => /Open\s+(http:\S+\/demo)/.exec(server.said.stderr)?.[1])

  t.is((await fetch(address)).status, 200)
  const status = await run(['status', '--json'])
  t.is(status.code, 0, status.stderr)
  t.like(status.json, {
    reachable: true,
    server: { status: 'ready', generator: { kind: 'rules' } },
  })
  t.like(status.json.server, {
    queue: { queued: 0, running: 0, waiting: 0, failed: 0 },
    recordings: { recording: 0, paused: 0 },
  })
  t.true(status.json.server.disk.free_bytes > 0)
  const words = (await run(['status'])).stdout
  t.regex(words, /server +ready at http/)
  t.regex(words, /recordings +0 going on, 0 paused/)
  t.regex(words, /final texts +0 running, 0 queued$/m)
  const watching = start(['status', '--watch', '--json'])
  await until(() => watching.said.stdout.split('\n')[2])
  watching.child.kill('SIGINT')
  t.is((await watching.ended).code, 0)
  for (const line of watching.said.stdout.trim().split('\n'))
    t.like(JSON.parse(line), { reachable: true, server: { status: 'ready' } })
  const organizations = (await run(['org', 'list', '--json'])).json.organizations
  t.is(organizations.length, 1)

  server.child.kill('SIGTERM')
  t.is((await server.ended).code, 0)
  t.is((await run(['status', '--json'])).code, 69)
})

test('the log says once that the model of an earlier version is read as the one in the box', async (t) => {
  const earlier = { ...settings, SVC_SPEECH_MODEL: 'ggml-demo-pt.bin' }
  const { start } = await buildCli(t, { ...earlier, SVC_PORT: String(await freePort()) })
  const server = start(['serve'])
  await until(() => /Serving on (http:\S+)/.exec(server.said.stderr)?.[1])
  server.child.kill('SIGTERM')
  await server.ended
  const lines = server.said.stdout.split('\n').filter((line) => line.includes('config.read_as'))
  t.is(lines.length, 1)
  t.like(JSON.parse(lines[0] ?? ''), {
    key: 'speechModel',
    given: 'ggml-demo-pt.bin',
    value: 'ggml-base-q5_0.bin',
  })
})

test('the server of another data folder is nobody’s server here', async (t) => {
  const port = { ...settings, SVC_PORT: String(await freePort()) }
  const { start, run } = await buildCli(t, port)
  const here = await buildCli(t, port)
  await here.run(['init'])
  await run(['init'])
  const server = start(['serve'])
  await until(() => /Serving on (http:\S+)/.exec(server.said.stderr)?.[1])
  t.regex((await run([])).stdout, /^The service runs at http/m)
  t.regex((await here.run([])).stdout, /^Prepared; the service does not run\./m)
  const status = await here.run(['status', '--json'])
  t.is(status.code, 69)
  t.like(status.json, { reachable: false, server: null })
  const findings = (await here.run(['doctor', '--json'])).json.findings as Finding[]
  t.like(
    findings.find(({ id }) => id === 'network.port'),
    { severity: 'error' },
  )
})

interface Finding {
  id: string
  severity: string
}

test('a change by svcctl takes effect at the next request to a running server', async (t) => {
  const { root, start, run } = await buildCli(t, {
    ...settings,
    SVC_PORT: String(await freePort()),
  })
  const { secret, id } = (await run(['init', '--json'])).json.key
  const server = start(['serve'])
  const url = await until(() => /Serving on (http:\S+)/.exec(server.said.stderr)?.[1])
  const exchange = () =>
    fetch(`${url}/integration/session-token/`, {
      method: 'POST',
      headers: { 'x-svc-token': secret, 'content-type': 'application/json' },
      body: '{}',
    })

  const token = await exchange()
  t.is(token.status, 200)
  const { access } = (await token.json()) as { access: string }
  const validate = () =>
    fetch(`${url}/api/v1/session/validate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: '{}',
    })
  t.is((await validate()).status, 200)

  const api = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is what the test asserts
    return (await response.json()) as any
  }
  const consultation = { consultation_id: 'c', doctor_id: 'd', patient_id: 'p' }
  const { id: ehr } = await api('PUT', '/ehrs/by-external-id', consultation)
  /** As the doctor's list of models has it. */
  const listed = async () => {
    const { templates } = await api('GET', `/ehrs/${ehr}/templates`)
    return templates.find(({ slug }: { slug: string }) => slug === 'visita')
  }
  const install = async (fields: string[]) => {
    const about = fields.map((name) => ({ name, type: 'string', description: 'O que se disse.' }))
    const model = { slug: 'visita', name: 'Visita', purpose: 'Registro.', fields: about }
    await writeFile(join(root, 'visita.json'), JSON.stringify(model))
    const installed = await run(['template', 'install', join(root, 'visita.json'), '--json'])
    t.is(installed.code, 0, installed.stderr)
    return installed
  }
  t.is(await listed(), undefined)
  t.like((await install(['Queixa'])).json, { version: 1, unchanged: false })
  t.like(await listed(), { version: 1, fields: [{ name: 'Queixa' }] })
  await install(['Queixa', 'Conduta'])
  t.like(await listed(), { version: 2, fields: [{ name: 'Queixa' }, { name: 'Conduta' }] })
  t.is((await run(['template', 'rollback', 'visita'])).code, 0)
  t.like(await listed(), { version: 1 })
  t.is((await run(['template', 'remove', 'visita', '--yes'])).code, 0)
  t.is(await listed(), undefined)

  await run(['key', 'revoke', id, '--end-sessions', '--yes'])
  t.is((await exchange()).status, 401)
  t.is((await validate()).status, 401)
  server.child.kill('SIGTERM')
  t.is((await server.ended).code, 0)
})

test('an address of another machine is reported with advice', async (t) => {
  const { runApart } = await buildCli(t, { SVC_SPEECH_ENGINE: 'off', SVC_HOST: '192.0.2.77' })
  const served = await runApart(['serve'])
  t.is(served.code, 69)
  t.regex(served.stderr, /no network card .* svcctl config set host 0\.0\.0\.0/)
})

test('a port in use is reported with advice', async (t) => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  t.teardown(() => other.close())
  const { port } = other.address() as AddressInfo
  const { runApart } = await buildCli(t, settings)
  const served = await runApart(['serve', '--port', String(port), '--json'])
  t.is(served.code, 69)
  t.is(served.failure.error, 'port_in_use')
})

/** Asks until there is an answer; the test's own time limit ends it. */
async function until<Answer>(ask: () => Answer | undefined): Promise<Answer> {
  for (;;) {
    const answer = ask()
    if (answer !== undefined) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
