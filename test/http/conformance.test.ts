// Own process: the run looks at an installation as an integrator does, from outside.
/** `npm run conformance` against the built product, and against one that departs. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import { conformance, ITEMS } from '../../bin/tools/conformance/run.ts'
import { startAppliance } from '../helpers/appliance.ts'

async function run(...given: string[]) {
  let said = ''
  const write = (text: string) => {
    said += text
  }
  const code = await conformance(given, write, new Date())
  return { code, said }
}

test('an installation as shipped holds every item', async (t) => {
  const { url, apiKey } = await startAppliance(t, { SVC_SPEECH_ENGINE: 'off' })
  const { code, said } = await run(`${url}/`, apiKey)
  t.is(code, 0, said)
  t.true(said.endsWith(`${ITEMS.length} of ${ITEMS.length} hold.\n`), said)
  t.false(said.includes('DEPARTS'))
  t.false(said.includes(apiKey))
  t.true(said.includes('not asked'))
  t.is((await run(url, 'svc_key_wrong')).code, 2)
})

test('each departure from the contract is named, and the run fails', async (t) => {
  // It says yes to everything: whatever has to be refused departs.
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    const part = Buffer.from('{"exp":2,"iat":1}').toString('base64url')
    response.end(JSON.stringify({ access: `x.${part}.x`, token: `x.${part}.x`, id: 'y' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const { code, said } = await run(`http://127.0.0.1:${port}`, 'svc_key_x')
  t.is(code, 1)
  const departs = said.split('\n').filter((line) => line.startsWith('DEPARTS'))
  // But for what is to be allowed.
  t.true(departs.length > ITEMS.length - 5, said)
  t.true(said.includes('  expected 401, got 200'))
})

test('without an address or a key it says how it is called', async (t) => {
  for (const given of [[], ['https://a.example'], ['nowhere', 'svc_key_x']]) {
    const { code, said } = await run(...given)
    t.is(code, 2)
    t.true(said.startsWith('usage:'))
  }
})
