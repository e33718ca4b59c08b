import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import test from 'ava'
import { Header } from 'tar'
import { eachTarEntry, gunzipped } from '../../bin/tar-entries.ts'

const BLOCK = 512
/** More than the parser takes behind its end before it holds up whoever writes to it. */
const BEHIND = 64 << 20

function tarOf(...names: string[]): Buffer {
  const entries = names.flatMap((path) => {
    const header = Buffer.alloc(BLOCK)
    new Header({ path, size: 5, type: 'File', mode: 0o644 }).encode(header)
    const body = Buffer.alloc(BLOCK)
    body.write('words')
    return [header, body]
  })
  return Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)])
}

async function namesIn(tar: Buffer, isPacked: boolean): Promise<string[]> {
  const bytes = isPacked ? gzipSync(tar) : tar
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
    bytes.subarray(at * 65_536, (at + 1) * 65_536),
  )
  const found: string[] = []
  const source = Readable.from(pieces)
  await eachTarEntry(
    () => (isPacked ? gunzipped(source) : source),
    async (entry) => {
      const words = await text(entry)
      // The end of the file passes while its entry is still worked on.
      await sleep(100)
      found.push(`${entry.path}: ${words}`)
    },
  )
  return found
}

for (const isPacked of [false, true])
  test(`${isPacked ? 'packed' : 'plain'}: what lies behind the end of the file holds nothing up`, async (t) => {
    const tar = tarOf('a.txt', 'b.txt', 'c.txt')
    const all = ['a.txt: words', 'b.txt: words', 'c.txt: words']
    t.deepEqual(await namesIn(tar, isPacked), all)
    const long = Buffer.concat([tar, Buffer.alloc(BEHIND)])
    t.deepEqual(await namesIn(long, isPacked), all)
  })

test('an error at an entry or its bytes ends the reading', async (t) => {
  const source = () => Readable.from([tarOf('a.txt')])
  const refuse = async () => {
    throw new Error('not this one')
  }
  await t.throwsAsync(eachTarEntry(source, refuse), { message: 'not this one' })
  const count = () => {
    throw new Error('too much')
  }
  const read = async (entry: Readable) => void (await buffer(entry))
  await t.throwsAsync(eachTarEntry(source, read as never, count), { message: 'too much' })
})
