import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { unhinderedMs } from '../../bin/doctor/probes.ts'
import { tlsFacts } from '../../bin/tls/facts.ts'
import type { Config } from '../../config/settings.ts'
import { testIdentity } from '../helpers/identities.ts'

test('a certificate is compared with a name and an address, and its key is distinguished from a wrong one', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-tls-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const [one, other] = await Promise.all([testIdentity(), testIdentity('stranger')])
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const tlsCertificateFile = put('cert.pem', one.serverPem)
  const own = put('own.key', one.serverKeyPem)
  const wrong = put('wrong.key', other.serverKeyPem)
  const facts = (tlsKeyFile: string, publicUrl: string) =>
    tlsFacts({ tlsCertificateFile, tlsKeyFile, publicUrl } as Config)

  t.like(await facts(own, 'https://127.0.0.1:8443'), { issue: null, fitsPublicUrl: true })
  for (const publicUrl of ['https://other.example', 'https://10.9.8.7', 'https://[2001:db8::1]'])
    t.like(await facts(own, publicUrl), { issue: null, fitsPublicUrl: false }, publicUrl)
  t.like(await facts(wrong, 'https://127.0.0.1'), { fittingKey: own })
  rmSync(own)
  t.like(await facts(wrong, 'https://127.0.0.1'), { fittingKey: null })
})

test('one slow moment is no slow disk: the fastest quarter is reported', async (t) => {
  let calls = 0
  let clockMs = 0
  const mostlySlow = async () => {
    clockMs += calls++ % 3 === 0 ? 1 : 60
  }
  t.is(await unhinderedMs(9, mostlySlow, () => clockMs), 1)
  t.is(calls, 9, 'and looked at once, where it is quick')
})
