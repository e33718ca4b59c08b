/** Where sealed content rests: one suite over a folder and over an S3-compatible store. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Content, ContentStore } from '../../core/store/ports.ts'
import { folderStore } from '../../models/store/folder-store.ts'
import { openS3Store } from '../../models/store/s3-store.ts'
import { fullServer, startS3 } from '../helpers/s3-server.ts'

const PART = 5 << 20

/** What s3rver does not know: signatures, and which parts of an upload are there. */
const full = (fullServer || process.env.TEST_REQUIRE_S3 === '1' ? test : test.skip) as unknown as (
  title: string,
  body: (t: ExecutionContext) => Promise<void>,
) => void

const kinds: Record<string, (t: ExecutionContext) => Promise<ContentStore>> = {
  async folder(t) {
    const root = await mkdtemp(join(tmpdir(), 'svc-store-'))
    t.teardown(() => rm(root, { recursive: true, force: true }))
    return folderStore(root)
  },
  async S3(t) {
    const { place } = await startS3(t)
    return openS3Store(place, { partBytes: PART })
  },
}

for (const [kind, open] of Object.entries(kinds)) {
  test(`${kind}: what is put is found, read in pieces, listed in order, replaced and removed`, async (t) => {
    const store = await open(t)
    t.teardown(store.close)
    const long = randomBytes(2 * PART + 77)
    await store.put('audio/v1/r1/0.svc', content(Buffer.from('som')))
    await store.put('audio/v1/r1/1.svc', content(long))
    await store.put('audio/v10/r2/0.svc', content(Buffer.alloc(0)))
    await store.put('files/v1/é nome', content(Buffer.from('arquivo')))

    t.deepEqual(await store.find('audio/v1/r1/0.svc'), { name: 'audio/v1/r1/0.svc', sizeBytes: 3 })
    t.is(await store.find('audio/v1/r1'), null)
    t.is(await store.find('audio/v1/r9/0.svc'), null)
    t.is((await store.find('audio/v10/r2/0.svc'))?.sizeBytes, 0)
    t.deepEqual(
      await store.read('audio/v1/r1/1.svc', PART - 3, 9),
      long.subarray(PART - 3, PART + 6),
    )
    t.deepEqual(
      await store.read('audio/v1/r1/1.svc', 2 * PART + 70, 99),
      long.subarray(2 * PART + 70),
    )
    t.is((await store.read('audio/v1/r1/1.svc', 3 * PART, 9)).length, 0)
    t.is((await store.read('nothing/there', 0, 9)).length, 0)
    t.is(String(await store.read('files/v1/é nome', 0, 99)), 'arquivo')

    const sound = ['audio/v1/r1/0.svc', 'audio/v1/r1/1.svc', 'audio/v10/r2/0.svc']
    t.deepEqual(await names(store, ''), [...sound, 'files/v1/é nome'])
    t.deepEqual(await names(store, 'audio/v1'), sound.slice(0, 2))
    await store.put('audio/v1/r1/0.svc', content(Buffer.from('outro som')))
    t.is(String(await store.read('audio/v1/r1/0.svc', 0, 99)), 'outro som')
    await store.remove('audio/v1')
    await store.remove('audio/v1')
    t.deepEqual(await names(store, 'audio'), sound.slice(2))
    await store.remove('files/v1/é nome')
    t.deepEqual(await names(store, 'files'), [])
  })
}

test('S3: a request that is dropped, and one whose answer is, are sent again with the same bytes', async (t) => {
  const server = await startS3(t)
  const store = await openS3Store(server.place, { partBytes: PART })
  t.teardown(store.close)
  const tried = new Map<string, number>()
  server.decide = (line) => {
    const times = (tried.get(line) ?? 0) + 1
    tried.set(line, times)
    if (times === 1) return 'drop'
    return times === 2 ? 'drop answer' : 'pass'
  }
  const small = Buffer.from('som de uma consulta')
  await store.put('a', content(small))
  t.is(tried.size, 1)
  t.is([...tried.values()][0], 3)
  t.deepEqual(await store.read('a', 0, 99), small)
  const parts = (await openS3Store(server.place, { partBytes: PART })).put
  server.decide = (line) => {
    const times = (tried.get(line) ?? 0) + 1
    tried.set(line, times)
    return times === 1 && /partNumber=2/.test(line) ? 'drop answer' : 'pass'
  }
  const long = randomBytes(2 * PART + 5)
  await parts('long', content(long))
  t.is(server.asked.filter((line) => /PUT.*partNumber=2/.test(line)).length, 2)
  server.decide = () => 'pass'
  t.is(digest(await whole(store, 'long', long.length)), digest(long))
})

full('S3: an upload that broke off goes on with the parts that are there', async (t) => {
  const server = await startS3(t)
  const long = randomBytes(3 * PART + 5)
  const put = async () => {
    const store = await openS3Store(server.place, { partBytes: PART, attempts: 1 })
    return store.put('long', content(long))
  }
  server.decide = (line) => (/partNumber=3/.test(line) ? 'drop' : 'pass')
  await t.throwsAsync(put())
  server.decide = () => 'pass'
  const before = server.asked.length
  await put()
  const sent = server.asked.slice(before).filter((line) => line.startsWith('PUT'))
  t.deepEqual(
    sent.map((line) => /partNumber=(\d)/.exec(line)?.[1]),
    ['3', '4'],
  )
  const store = await openS3Store(server.place)
  t.is(digest(await whole(store, 'long', long.length)), digest(long))
})

full('S3: what the store refuses is a fault with its word, and never a key', async (t) => {
  const server = await startS3(t)
  const wrong = { ...server.place, secretAccessKey: 'de-outro' }
  const store = await openS3Store(wrong, { attempts: 1 })
  const refused = await t.throwsAsync(store.put('a', content(Buffer.from('x'))))
  t.like(refused, { code: 'storage_failed' })
  t.regex(refused.message, /SignatureDoesNotMatch/)
  t.notRegex(JSON.stringify([refused.message, refused.stack]), /de-outro/)
  const elsewhere = await openS3Store({ ...server.place, bucket: 'outro' }, { attempts: 1 })
  t.regex((await t.throwsAsync(elsewhere.read('a', 0, 9))).message, /NoSuchBucket/)
  await server.close()
  const gone = await openS3Store(server.place, { attempts: 1 })
  t.regex((await t.throwsAsync(gone.read('a', 0, 9))).message, /ECONNREFUSED/)
})

function content(bytes: Buffer): Content {
  return {
    sizeBytes: bytes.length,
    sha256: digest(bytes),
    read: async (position, length) => bytes.subarray(position, position + length),
  }
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function whole(store: ContentStore, name: string, sizeBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (let at = 0; at < sizeBytes; at += 1 << 20) pieces.push(await store.read(name, at, 1 << 20))
  return Buffer.concat(pieces)
}

async function names(store: ContentStore, folder: string): Promise<string[]> {
  const found: string[] = []
  for await (const { name } of store.list(folder)) found.push(name)
  return found
}
