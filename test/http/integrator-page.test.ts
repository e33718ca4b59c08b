/**
 * The way to the first record as the page for integrators prints it, against the simulator whose
 * people and numbers it names.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { CLIENT_PASSWORD } from '../../bin/tools/rnds-simulator/certificates.ts'
import { buildCli } from '../helpers/cli.ts'
import { CNES, startChain } from '../helpers/rnds-chain.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/guias/integrador.md'), 'utf8')
const [, way = ''] = /### Do credenciamento ao primeiro registro\n([\s\S]*?)\n### /.exec(page) ?? []
const commands = [...way.matchAll(/^svcctl (.*)$/gm)].map(([, rest = '']) => rest.split(' '))
/** What the page’s curl sends to a path. */
const bodyTo = (path: string) =>
  JSON.parse(new RegExp(`${path}[\\s\\S]*?-d '({.*})'`).exec(way)?.[1] ?? 'null')

test('the administrator’s commands of the page lead to a professional whom the network knows', async (t) => {
  const { run, start } = await buildCli(t)
  await run(['init'])
  const simulator = start(['rnds', 'simulator', '--simulator-port', '0', '--json'])
  while (!simulator.said.stdout.includes('}\n}')) {
    if (simulator.child.exitCode !== null) return t.fail(simulator.said.stderr)
    await sleep(50)
  }
  const { auth_url, ehr_url, certificate_path } = JSON.parse(simulator.said.stdout)
  const hosts = ['--auth-url', auth_url, '--ehr-url', ehr_url]
  const said = []
  for (const command of commands) {
    const given = command.flatMap((word) => {
      if (word === 'certificado.pfx') return [certificate_path, '--password-stdin']
      return word === 'homologation' ? ['simulator', ...hosts] : [word]
    })
    const { code, stdout, stderr } = await run(given, {}, `${CLIENT_PASSWORD}\n`)
    t.is(code, 0, `${command.join(' ')}\n${stdout}${stderr}`)
    said.push(stdout)
  }
  t.is(commands.length, 5)
  const { missing } = (await run(['rnds', 'profile', 'show', '--json'])).json
  t.deepEqual(missing, [])
  t.regex(said.at(-1)!, new RegExp(bodyTo('/rnds/submit').practitioner_cbo))
})

test('what the page sends from a backend is the first record, accepted', async (t) => {
  const { visit: open } = await startChain(t, { profile: { cnes: CNES, defaults: { cbo: null } } })
  const visit = await open()
  const opened = await visit.prepare(bodyTo('/integration/ehrs/'))
  t.is(opened.status, 201, JSON.stringify(opened.body))
  t.is(Object.keys(opened.body)[0], 'id', 'where the page’s sed looks for it')
  const body = bodyTo('/rnds/submit')
  t.is((await visit.submit({ ...body, practitioner_cbo: undefined })).status, 422, 'two are known')
  const sent = await visit.submit(body)
  t.is(sent.status, 200, JSON.stringify(sent.body))
  t.is((await visit.status()).body.status, 'accepted')
})
