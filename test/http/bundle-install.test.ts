/**
 * What the installer refuses, each time with a sentence that says why, and nothing of it left on
 * the machine.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { signingKey } from '../../bin/bundle/key.ts'
import { readBundle } from '../../bin/bundle/read.ts'
import { type TarEntry, tarBytes } from '../../bin/bundle/tar.ts'
import { formatManifest, parseManifest } from '../../core/bundle/manifest.ts'
import { bundleWorld } from '../helpers/bundle-world.ts'

test('a bundle that does not fit, is incomplete or is not ours is refused before anything changes', async (t) => {
  t.timeout(600_000)
  const world = await bundleWorld(t)
  const { root, prefix, dataDir, install, key } = world
  const made = await world.make('0.1.0')
  const trust = ['--key', key.fingerprint]
  const { manifest } = made
  const whole = await readFile(made.path)
  t.is(createHash('sha256').update(whole).digest('hex'), made.sha256)

  /** The same bundle with another manifest, signed as one that the key's owner made. */
  async function signedAs(name: string, changes: Partial<typeof manifest>) {
    const text = Buffer.from(formatManifest({ ...manifest, ...changes }))
    const member = (path: string, bytes: Uint8Array): TarEntry => ({
      path,
      mode: 0o644,
      content: { bytes },
    })
    const installer = await readFile(new URL('../../config/bundle/install.sh', import.meta.url))
    const entries = [
      member('install.sh', installer),
      member('manifest', text),
      member('manifest.sig', key.sign(text)),
      member('signer.pem', Buffer.from(key.publicPem)),
    ]
    const path = join(root, name)
    const parts: Uint8Array[] = []
    for await (const bytes of tarBytes(entries)) parts.push(bytes)
    await writeFile(path, Buffer.concat(parts))
    return path
  }
  async function changed(name: string, at: number) {
    const path = join(root, name)
    await writeFile(path, whole)
    const file = await open(path, 'r+')
    await file.write(Buffer.from([(whole[at] ?? 0) ^ 1]), 0, 1, at)
    await file.close()
    return path
  }

  const inManifest = whole.indexOf('svc-bundle 1\nid') + 400
  const stranger = (await signingKey(join(root, 'stranger.pem'))).fingerprint
  const cases: [string, string[], number, RegExp, Record<string, string>?, string[]?][] = [
    ['nobody said whose', [made.path], 77, new RegExp(`--key ${key.fingerprint}`)],
    ['another key', [made.path, '--key', stranger], 77, /signed by another key/],
    [
      'a changed installer',
      [await changed('i.tar', 2000), ...trust],
      65,
      /install\.sh in it is not/,
    ],
    ['a changed manifest', [await changed('a.tar', inManifest), ...trust], 77, /signature/],
    [
      'a changed byte',
      [await changed('b.tar', whole.length - 90_000), ...trust],
      65,
      /damaged: program/,
    ],
    ['half a file', [await cut(root, whole), ...trust], 65, /damaged/],
    ['no bundle', [join(root, 'key.pem'), ...trust], 65, /damaged, or is no bundle/],
    ['no file', [join(root, 'nothing.tar'), ...trust], 66, /cannot be read/],
    [
      'another architecture',
      [await signedAs('arm.tar', { platform: { os: 'linux', arch: 'sparc' } }), ...trust],
      ...([69, /for linux sparc; this machine is linux/] as const),
    ],
    [
      'an older C library',
      [await signedAs('libc.tar', { glibc: '9.99' }), ...trust],
      ...([69, /has glibc .*; the bundle needs 9\.99/] as const),
    ],
    [
      'an old processor',
      [await signedAs('cpu.tar', { cpu: ['avx9001'] }), ...trust],
      ...([69, /too old.*avx9001/] as const),
    ],
    [
      'too little room',
      [await signedAs('large.tar', { unpackedBytes: 2 ** 50 }), ...trust],
      ...([73, /MiB free; \d+ MiB are needed/] as const),
    ],
    [
      'a disk that fills up meanwhile',
      [made.path, ...trust],
      ...([73, /could not be unpacked.*is the disk full/] as const),
      {},
      ['bash', '-c', 'ulimit -f 20000; exec sh "$@"', 'sh'],
    ],
  ]
  for (const [what, args, code, words, env = {}, shell = ['sh']] of cases) {
    const done = await install(args, env, shell).ended
    t.is(done.code, code, `${what}: ${done.said}`)
    t.regex(done.said, words, what)
    t.regex(done.said, /Nothing was changed\./, what)
    t.false(existsSync(prefix) || existsSync(dataDir), `${what} left something`)
  }

  const looked = await install(['--check', made.path, ...trust]).ended
  t.is(looked.code, 0, looked.said)
  t.false(existsSync(prefix))

  // svcctl sees the same, byte by byte.
  await t.throwsAsync(readBundle(join(root, 'b.tar'), { whole: true }), { code: 'bundle_damaged' })
  await t.throwsAsync(readBundle(join(root, 'a.tar'), { whole: false }), {
    code: 'bundle_signature_wrong',
  })
  await t.throwsAsync(readBundle(join(root, 'arm.tar'), { whole: true }), {
    code: 'bundle_damaged',
  })
  const read = await readBundle(made.path, { whole: true })
  t.is(read.signer, key.fingerprint)
  t.deepEqual(read.manifest, parseManifest(formatManifest(manifest)))
})

async function cut(root: string, whole: Buffer) {
  const path = join(root, 'half.tar')
  await writeFile(path, whole.subarray(0, whole.length / 2))
  return path
}
