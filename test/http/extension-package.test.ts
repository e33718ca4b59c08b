/** The extension as browsers fetch it, on the whole service and on folders of its own. */
import { createVerify, generateKeyPairSync, hash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { extensionPages } from '../../api/extension/package/routes.ts'
import { signingIdentity } from '../../api/extension/package/signing-identity.ts'
import { startServer } from '../helpers/server.ts'

const BASE = 'https://svc.hospital.example/assistente'
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const identity = signingIdentity(privateKey.export({ format: 'der', type: 'pkcs8' }))
const MANIFEST = { manifest_version: 3, name: 'x', version: '1.2.3' }

async function startPages(t: ExecutionContext, files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-extension-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const pages = extensionPages({ folder, identity: async () => identity, publicUrl: `${BASE}/` })
  return startServer(t, { pageRouters: () => [pages] })
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

/** Names and contents, by the directory at the end, as a browser reads it. */
function unzipped(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  const found: Record<string, string> = {}
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString()
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    found[name] = inflateRawSync(zip.subarray(start, start + size)).toString()
    at += 46 + nameLength
  }
  return found
}

/** The fields of a protobuf message, by number; all of ours are bytes. */
function fieldsOf(message: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>()
  let at = 0
  const varint = () => {
    let [value, shift] = [0, 0]
    for (;;) {
      const byte = message.readUInt8(at++)
      value += (byte & 127) * 2 ** shift
      shift += 7
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const id = varint() >> 3
    const size = varint()
    fields.set(id, message.subarray(at, at + size))
    at += size
  }
  return fields
}

test('the zip is the build, the same bytes each time, whatever the files’ order and times', async (t) => {
  const files = {
    'chrome/manifest.json': JSON.stringify(MANIFEST),
    'chrome/a/panel.js': 'panel',
    'chrome/ação.txt': 'ç',
  }
  const [one, other] = [
    await startPages(t, files),
    await startPages(t, Object.fromEntries(Object.entries(files).reverse())),
  ]
  const zip = await bytesOf(await one.request('GET', '/extension/svc.zip'))
  t.true(zip.equals(await bytesOf(await other.request('GET', '/extension/svc.zip'))))
  t.deepEqual(unzipped(zip), {
    'a/panel.js': 'panel',
    'ação.txt': 'ç',
    'manifest.json': JSON.stringify(MANIFEST),
  })
  const page = await (await one.request('GET', '/extension')).text()
  t.true(page.includes(hash('sha256', zip)))
  t.true(page.includes(`${BASE}/`))
  t.true(page.includes(identity.id))
})

test('the signed one carries the build and its place of updates, and its signature holds', async (t) => {
  const server = await startPages(t, { 'chrome/manifest.json': JSON.stringify(MANIFEST) })
  const answer = await server.request('GET', '/extension/svc.crx')
  t.is(answer.headers.get('content-type'), 'application/x-chrome-extension')
  const crx = await bytesOf(answer)
  t.is(crx.subarray(0, 4).toString(), 'Cr24')
  t.is(crx.readUInt32LE(4), 3)
  const size = crx.readUInt32LE(8)
  const [header, zip] = [fieldsOf(crx.subarray(12, 12 + size)), crx.subarray(12 + size)]
  const proof = fieldsOf(header.get(2) as Buffer)
  const signedData = header.get(10_000) as Buffer
  const publicKey = proof.get(1) as Buffer
  const length = Buffer.alloc(4)
  length.writeUInt32LE(signedData.length)
  const verify = createVerify('RSA-SHA256')
  for (const part of [Buffer.from('CRX3 SignedData\0'), length, signedData, zip])
    verify.update(part)
  const key = { key: publicKey, format: 'der', type: 'spki' } as const
  t.true(verify.verify(key, proof.get(2) as Buffer))
  const crxId = hash('sha256', publicKey).slice(0, 32)
  t.is(fieldsOf(signedData).get(1)?.toString('hex'), crxId)
  t.is(
    identity.id,
    [...crxId].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]).join(''),
  )
  t.deepEqual(JSON.parse(unzipped(zip)['manifest.json'] as string), {
    ...MANIFEST,
    update_url: `${BASE}/extension/updates.xml`,
  })
  const updates = await (await server.request('GET', '/extension/updates.xml')).text()
  t.regex(updates, new RegExp(`appid="${identity.id}"`))
  t.true(updates.includes(`codebase="${BASE}/extension/svc.crx" version="1.2.3"`))
  const again = await server.request('GET', '/extension/svc.crx')
  t.true(crx.equals(await bytesOf(again)))
  const etag = String(again.headers.get('etag'))
  // Else fetch asks for what no cache has.
  const known = { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } }
  t.is((await server.request('GET', '/extension/svc.crx', known)).status, 304)
})

test('where it was not built, each address says so', async (t) => {
  const server = await startPages(t, {})
  for (const path of ['', '/', '/svc.zip', '/svc.crx', '/updates.xml', '/svc.xpi']) {
    const { status, body } = await server.call('GET', `/extension${path}`)
    t.is(status, 404, path)
    t.is(body.error, 'extension_not_built', path)
  }
  t.is((await server.call('GET', '/extension/toString')).body.error, 'not_found')
})

test('the page runs its own script and nothing else, and no other page holds it', async (t) => {
  const server = await startPages(t, { 'chrome/manifest.json': JSON.stringify(MANIFEST) })
  const answer = await server.request('GET', '/extension')
  const policy = String(answer.headers.get('content-security-policy'))
  const page = await answer.text()
  for (const [tag, directive] of [
    ['script', 'script-src'],
    ['style', 'style-src'],
  ] as const) {
    const text = page.split(`<${tag}>`)[1]?.split(`</${tag}>`)[0] ?? ''
    t.true(policy.includes(`${directive} 'sha256-${hash('sha256', text, 'base64')}'`))
  }
  t.regex(policy, /default-src 'none'.*frame-ancestors 'none'/)
  t.is(answer.headers.get('referrer-policy'), 'no-referrer')
})
