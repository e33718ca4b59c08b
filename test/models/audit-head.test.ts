import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { readAuditHead, writeAuditHead } from '../../models/audit/chain.ts'

test('no bit of the head can be changed unnoticed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-test-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const pair = generateKeyPairSync('ed25519')
  const keys = {
    publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    sign: (text: string) => sign(null, Buffer.from(text), pair.privateKey).toString('base64'),
  }
  const end = { sequence: 17, mac: 'ab'.repeat(32) }
  await writeAuditHead(folder, keys, end)
  t.deepEqual(await readAuditHead(folder, keys), { kind: 'head', ...end })

  const path = join(folder, 'head.json')
  const bytes = await readFile(path)
  const unnoticed: string[] = []
  for (let at = 0; at < bytes.length; at++)
    for (let bit = 0; bit < 8; bit++) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] as number) ^ (1 << bit)
      await writeFile(path, altered)
      if ((await readAuditHead(folder, keys)).kind !== 'broken') unnoticed.push(`${at}.${bit}`)
    }
  t.deepEqual(unnoticed, [])
})
