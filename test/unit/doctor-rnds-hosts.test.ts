// Own process: listens to warnings of the process.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'node:tls'
import test from 'ava'
import { rndsHosts } from '../../bin/doctor/rnds.ts'
import type { Establishment } from '../../core/rnds/compile-record/establishment.ts'

test('a rehearsal on an address is reached, and Node has nothing to say of it', async (t) => {
  const said: string[] = []
  const listen = ({ message }: Error) => said.push(message)
  process.on('warning', listen)
  t.teardown(() => process.off('warning', listen))
  const asked: unknown[] = []
  const server = createServer({
    SNICallback: (name, done) => {
      asked.push(name)
      done(null)
    },
  }).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const establishment = { environment: 'simulator', authUrl: url, ehrUrl: url, uf: 'SP' }
  const [facts] = await rndsHosts(
    [
      {
        organizationId: 'o',
        establishment: establishment as unknown as Establishment,
        certificateUntil: null,
      },
    ],
    { rndsProxy: null, rndsCaFile: null },
  )
  t.truthy(facts)
  await sleep(20)
  t.deepEqual(said, [])
  t.deepEqual(asked, [])
})
