import test from 'ava'
import type { FileRecord } from '../../core/file/file.ts'
import type { ContentKeys, FileContents, FileStore } from '../../core/file/ports.ts'
import { receiveFile } from '../../core/file/receive-file.ts'

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])

const ROW: FileRecord = {
  id: 'f1',
  consultationId: 'c1',
  name: 'a.png',
  source: 'user',
  sizeBytes: PNG.length,
  fingerprint: null,
  state: 'waiting',
  type: null,
  pages: null,
  textLength: null,
  textFrom: null,
  use: null,
  hasThumbnail: false,
  failure: null,
  uploadExpiresAt: new Date(1000),
  createdAt: new Date(0),
}
const LIMITS = {
  maxBytes: 100,
  maxFiles: 9,
  maxTotalBytes: 900,
  maxPdfPages: 9,
  addressMs: 1000,
}

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

test('a second try that overtakes the answer of the first takes nothing away', async (t) => {
  let row: FileRecord | null = { ...ROW }
  let finds = 0
  const gated = deferred()
  const stored = deferred()
  const files = {
    async find() {
      finds += 1
      // Both were let in while the file was still waiting for its bytes.
      const seen = { ...ROW }
      if (finds === 2) gated.resolve()
      return seen
    },
    list: async () => (row ? [row] : []),
    async markReceived(_id: string, fingerprint: string) {
      if (row?.state !== 'waiting') return 'spent'
      row = { ...row, state: 'processing', fingerprint }
      return 'received'
    },
    async remove() {
      row = null
    },
  } as unknown as FileStore
  let fingerprints = 0
  const keys = {
    isSignedBy: async () => true,
    async fingerprint() {
      fingerprints += 1
      await (fingerprints === 1 ? gated.promise : stored.promise)
      return 'same'
    },
  } as unknown as ContentKeys
  const contents = {
    open: async () => ({
      append: async () => {},
      sha256: () => '',
      keep: async () => {},
      [Symbol.asyncDispose]: async () => {},
    }),
    remove: async () => {},
  } as unknown as FileContents
  const receive = receiveFile({
    files,
    keys,
    contents,
    limits: LIMITS,
    now: () => new Date(0),
    onReceived() {},
    onRefused() {},
  })
  const input = () => ({
    fileId: ROW.id,
    address: { expires: 1, signature: 'x' },
    body: (async function* () {
      yield PNG
    })(),
    statedBytes: PNG.length,
  })
  const first = receive(input())
  // Its bytes are there, and it is about to say so.
  while (fingerprints < 1) await new Promise(setImmediate)
  const second = receive(input())
  t.is((await first).state, 'processing')
  stored.resolve()
  t.is((await second).id, ROW.id)
  t.like(row, { id: ROW.id, state: 'processing' })
})
