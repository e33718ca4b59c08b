// Own process: changes the environment.
import { createHash } from 'node:crypto'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import { AppError } from '../../core/errors.ts'
import { freePort } from '../helpers/free-port.ts'
import {
  buildModelWorld,
  cutAfter,
  startModelServer,
  status,
  whole,
} from '../helpers/model-server.ts'

test('a download arrives whole, with progress, and leaves no other file', async (t) => {
  const { store, content, progress, fetchFrom } = await buildModelWorld(t)
  const server = await startModelServer(t, [whole(content)])

  const stored = await fetchFrom(server.url)

  t.deepEqual(await readFile(stored.path), content)
  t.deepEqual(await readdir(store.folder), ['x.bin'])
  t.deepEqual(progress.at(-1), {
    phase: 'download',
    doneBytes: content.length,
    totalBytes: content.length,
  })
})

test('a line that breaks twice is taken up where it broke, in one run', async (t) => {
  const { content, waits, fetchFrom, received } = await buildModelWorld(t)
  const cut = cutAfter(content, 100_000, received)
  const server = await startModelServer(t, [cut, cut, whole(content)])

  const stored = await fetchFrom(server.url)

  t.deepEqual(await readFile(stored.path), content)
  t.deepEqual(
    server.requests.map(({ range }) => range),
    [undefined, 'bytes=100000-', 'bytes=200000-'],
  )
  t.is(server.requests[1]?.ifRange, '"v1"')
  t.deepEqual(waits, [1000, 1000])
})

test('an unknown name is reported at once, and leaves no file', async (t) => {
  const { store, waits, fetchFrom } = await buildModelWorld(t)
  const error = await t.throwsAsync(fetchFrom('http://models.invalid'), { instanceOf: AppError })
  t.is(error.code, 'download_failed')
  t.regex(error.message, /models\.invalid cannot be found/)
  t.deepEqual(waits, [])
  t.deepEqual(await readdir(store.folder), [])
})

test('a later run goes on with what an earlier one left', async (t) => {
  const { store, content, progress, fetchFrom, received } = await buildModelWorld(t)
  const broken = await startModelServer(t, [cutAfter(content, 100_000, received), status(503)])
  const error = await t.throwsAsync(fetchFrom(broken.url), { instanceOf: AppError })
  t.is(error.code, 'download_failed')
  t.regex(error.message, /kept.*run the same command again/)
  t.deepEqual(await store.partials(), [{ file: 'x.bin', receivedBytes: 100_000 }])

  const healed = await startModelServer(t, [whole(content)])
  progress.length = 0
  const stored = await fetchFrom(healed.url)

  t.deepEqual(await readFile(stored.path), content)
  t.is(healed.requests[0]?.range, 'bytes=100000-')
  t.deepEqual(progress[0], { phase: 'hash', doneBytes: 100_000, totalBytes: null })
})

test('a file that changed at the source is downloaded again from the start', async (t) => {
  const { store, content, fetchFrom, received } = await buildModelWorld(t)
  const old = Buffer.alloc(content.length, 7)
  const before = await startModelServer(t, [cutAfter(old, 100_000, received), status(503)])
  await t.throwsAsync(fetchFrom(before.url))

  const after = await startModelServer(t, [whole(content, { etag: '"v2"' })])
  const stored = await fetchFrom(after.url)
  t.deepEqual(await readFile(stored.path), content)
  t.deepEqual(await readdir(store.folder), ['x.bin'])
})

test('a source without ranges starts over, and the result is right', async (t) => {
  const { content, fetchFrom, received } = await buildModelWorld(t)
  const plain = (_: unknown, response: import('node:http').ServerResponse) =>
    void response.writeHead(200, { 'content-length': content.length }).end(content)
  const server = await startModelServer(t, [cutAfter(content, 100_000, received), plain])
  t.deepEqual(await readFile((await fetchFrom(server.url)).path), content)
})

test('bytes left over from another file, without an entity tag, cost one more fetch and no more', async (t) => {
  const { store, content, fetchFrom } = await buildModelWorld(t)
  const server = await startModelServer(t, [whole(content)])
  await t.throwsAsync(fetchFrom((await startModelServer(t, [status(503)])).url))
  await writeFile(join(store.folder, 'x.bin.part'), Buffer.alloc(5000, 1))

  const stored = await fetchFrom(server.url)
  t.deepEqual(await readFile(stored.path), content)
  t.is(server.requests.length, 2)
})

test('a file with another SHA-256 is removed and refused', async (t) => {
  const { store, content, fetchFrom } = await buildModelWorld(t)
  const server = await startModelServer(t, [whole(content)])
  const error = await t.throwsAsync(fetchFrom(server.url, 'a'.repeat(64)), { instanceOf: AppError })
  t.is(error.code, 'model_checksum_mismatch')
  t.deepEqual(await readdir(store.folder), [])
})

test('a truncated answer without a length is noticed by its SHA-256', async (t) => {
  const { store, content, fetchFrom } = await buildModelWorld(t)
  const short = (_: unknown, response: import('node:http').ServerResponse) =>
    void response.writeHead(200).end(content.subarray(0, 1000))
  const server = await startModelServer(t, [short])
  const error = await t.throwsAsync(fetchFrom(server.url), { instanceOf: AppError })
  t.is(error.code, 'model_checksum_mismatch')
  t.deepEqual(await readdir(store.folder), [])
})

test('a source that falls silent is given up and asked again', async (t) => {
  const { content, fetchFrom } = await buildModelWorld(t)
  const silent = (_: unknown, response: import('node:http').ServerResponse) => {
    response.writeHead(200, { 'content-length': content.length, etag: '"v1"' })
    response.write(content.subarray(0, 50_000))
  }
  const server = await startModelServer(t, [silent, whole(content)])
  t.deepEqual(await readFile((await fetchFrom(server.url)).path), content)
  t.is(server.requests[1]?.range, 'bytes=50000-')
})

test('waiting grows while nothing comes, follows Retry-After, and ends', async (t) => {
  const { waits, fetchFrom } = await buildModelWorld(t)
  const server = await startModelServer(t, [
    status(503),
    status(503),
    status(429, { 'retry-after': '7' }),
    status(500),
  ])
  const error = await t.throwsAsync(fetchFrom(server.url), { instanceOf: AppError })
  t.is(error.code, 'download_failed')
  t.regex(error.message, /answered 500/)
  t.deepEqual(waits, [1000, 2000, 7000, 8000, 16_000])
})

test('a redirect to where the bytes are is followed', async (t) => {
  const { content, fetchFrom } = await buildModelWorld(t)
  const storage = await startModelServer(t, [whole(content)])
  const location = `${storage.url}/storage?signature=1`
  const server = await startModelServer(t, [status(302, { location })])
  t.deepEqual(await readFile((await fetchFrom(server.url)).path), content)
  t.is(storage.requests[0]?.url, '/storage?signature=1')
})

const refuses = test.macro({
  title: (_, what: string, code: string) => `${what} is told at once as ${code}`,
  async exec(t, _what: string, code: string, statusCode: number, headers: Record<string, string>) {
    const { waits, fetchFrom } = await buildModelWorld(t)
    const server = await startModelServer(t, [status(statusCode, headers)])
    const error = await t.throwsAsync(fetchFrom(server.url), { instanceOf: AppError })
    t.is(error.code, code)
    t.deepEqual(waits, [])
  },
})
test(refuses, 'a missing file', 'model_not_at_source', 404, {})
test(refuses, 'a file behind a login', 'model_access_refused', 401, {})
test(refuses, 'a web page instead of the file', 'download_failed', 200, {
  'content-type': 'text/html; charset=utf-8',
})
test(refuses, 'a redirect to a local file', 'download_redirect_refused', 302, {
  location: 'file:///etc/passwd',
})
test(refuses, 'a redirect that never ends', 'download_redirect_refused', 302, {
  location: '/again',
})

test('a login page of a proxy does not destroy what has arrived', async (t) => {
  const { store, content, fetchFrom, received } = await buildModelWorld(t)
  const server = await startModelServer(t, [
    cutAfter(content, 100_000, received),
    status(200, { 'content-type': 'text/html' }),
  ])
  await t.throwsAsync(fetchFrom(server.url), { instanceOf: AppError })
  t.deepEqual(await store.partials(), [{ file: 'x.bin', receivedBytes: 100_000 }])
})

test('a refused connection is reported in words, after the last attempt', async (t) => {
  const { fetchFrom } = await buildModelWorld(t)
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const { port } = gone.address() as import('node:net').AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  const error = await t.throwsAsync(fetchFrom(`http://127.0.0.1:${port}`), { instanceOf: AppError })
  t.regex(error.message, /refuses connections.*USB stick/)
})

test('giving up on purpose keeps what arrived', async (t) => {
  const { store, content, sha256 } = await buildModelWorld(t)
  const stop = new AbortController()
  const slow = (_: unknown, response: import('node:http').ServerResponse) => {
    response.writeHead(200, { 'content-length': content.length, etag: '"v1"' })
    response.write(content.subarray(0, 50_000))
  }
  const server = await startModelServer(t, [slow])
  const onProgress = () => stop.abort(new Error('stopped by hand'))
  const target = { file: 'x.bin', url: `${server.url}/x.bin`, sha256, sizeBytes: null }
  await t.throwsAsync(store.download(target, { signal: stop.signal, onProgress }), {
    message: 'stopped by hand',
  })
  const [partial] = await store.partials()
  t.true((partial?.receivedBytes ?? 0) > 0)
})

test('two programs never fetch the same file at once, and a dead one’s lock is taken over', async (t) => {
  const { store, content, fetchFrom } = await buildModelWorld(t)
  const server = await startModelServer(t, [whole(content)])
  await t.throwsAsync(fetchFrom((await startModelServer(t, [status(404)])).url))
  const lock = join(store.folder, 'x.bin.lock')
  await writeFile(lock, '')
  const error = await t.throwsAsync(fetchFrom(server.url), { instanceOf: AppError })
  t.is(error.code, 'model_busy')

  const longAgo = new Date(Date.now() - 60_000)
  await utimes(lock, longAgo, longAgo)
  await t.notThrowsAsync(fetchFrom(server.url))
})

// Serial: the environment is the whole process's.
test.serial('the hospital’s proxy is used', async (t) => {
  const { content, sha256, store, options } = await buildModelWorld(t)
  const server = await startModelServer(t, [whole(content)])
  const tunnels: string[] = []
  const proxy = await startProxy(tunnels)
  t.teardown(() => proxy.close())
  const { port } = proxy.address() as import('node:net').AddressInfo
  process.env.http_proxy = `http://127.0.0.1:${port}`
  t.teardown(() => delete process.env.http_proxy)

  await store.download(
    { file: 'p.bin', url: `${server.url}/p.bin`, sha256, sizeBytes: null },
    options,
  )
  t.deepEqual(tunnels, [server.url.replace('http://', '')])
})

test.serial('a proxy that is not there is called that, and not the source', async (t) => {
  const { fetchFrom } = await buildModelWorld(t)
  t.teardown(() => delete process.env.http_proxy)
  process.env.http_proxy = 'http://proxy.hospital.invalid:3128'
  const unknown = await t.throwsAsync(fetchFrom('http://source.example'), { instanceOf: AppError })
  t.regex(unknown.message, /the proxy proxy\.hospital\.invalid:3128 \(http_proxy\) cannot be found/)

  process.env.http_proxy = `http://127.0.0.1:${await freePort()}`
  const refusing = await t.throwsAsync(fetchFrom('http://source.example'), { instanceOf: AppError })
  t.regex(refusing.message, /the proxy 127\.0\.0\.1:\d+ \(http_proxy\) refuses connections/)
})

test('a file on a stick is copied whole; one that changes meanwhile is refused', async (t) => {
  const { root, store, content, sha256, options } = await buildModelWorld(t)
  const sourcePath = join(root, 'stick.bin')
  await writeFile(sourcePath, content)
  const stored = await store.copyIn({ file: 'y.bin', sourcePath, sha256 }, options)
  t.is(
    createHash('sha256')
      .update(await readFile(stored.path))
      .digest('hex'),
    sha256,
  )

  const wrong = store.copyIn({ file: 'z.bin', sourcePath, sha256: 'b'.repeat(64) }, options)
  t.is((await t.throwsAsync(wrong, { instanceOf: AppError })).code, 'model_checksum_mismatch')
  t.deepEqual(await readdir(store.folder), ['y.bin'])
})

test('a record counts only while its file is as it was', async (t) => {
  const { store, content, sha256, fetchFrom } = await buildModelWorld(t)
  const server = await startModelServer(t, [whole(content)])
  const { sizeBytes, modifiedMs, path } = await fetchFrom(server.url)
  await store.keepRecord('x.bin', {
    name: 'x',
    kind: 'text',
    sha256,
    sizeBytes,
    modifiedMs,
    verifiedAt: '2026-01-01T00:00:00.000Z',
    source: server.url,
    licence: null,
    licenceAcceptedAt: null,
  })
  t.is((await store.find('x.bin'))?.record?.sha256, sha256)
  await writeFile(path, Buffer.alloc(sizeBytes))
  t.is((await store.find('x.bin'))?.record, null)
})

async function startProxy(tunnels: string[]): Promise<Server> {
  const proxy = createServer()
  proxy.on('connect', (request, client, head) => {
    tunnels.push(request.url ?? '')
    const [host, port] = (request.url ?? '').split(':')
    const upstream = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.write(head)
      upstream.pipe(client).pipe(upstream)
    })
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return proxy
}
