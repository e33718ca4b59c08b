/**
 * PDFs under a password, by the oldest method of the standard (RC4, 40 bits): what every reader
 * opens without asking as long as the user's password is empty.
 */
import { createHash } from 'node:crypto'
import { makePdf } from './make-pdf.ts'

const PADDING = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
)
const PERMISSIONS = -44
const ID = Buffer.alloc(16, 7)
/** Of the first page's drawing in `makePdf`. */
const DRAWING = 5

/** @param user empty: only changing the file asks for the owner's */
export function encryptedPdf(lines: readonly string[], owner: string, user = ''): Buffer {
  const owned = rc4(md5(padded(owner)).subarray(0, 5), padded(user))
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(PERMISSIONS)
  const key = md5(Buffer.concat([padded(user), owned, permissions, ID])).subarray(0, 5)
  const plain = makePdf([lines]).toString('latin1')
  const [, drawing = ''] = /5 0 obj\n<<[^>]*>>\nstream\n([\s\S]*?)\nendstream/.exec(plain) ?? []
  const ofObject = md5(Buffer.concat([key, Buffer.from([DRAWING, 0, 0, 0, 0])])).subarray(0, 10)
  const sealed = rc4(ofObject, Buffer.from(drawing, 'latin1')).toString('latin1')
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
  const encryption = `<< /Filter /Standard /V 1 /R 2 /O ${hex(owned)} /U ${hex(rc4(key, PADDING))} /P ${PERMISSIONS} >>`
  const trailer = `/Encrypt ${encryption} /ID [${hex(ID)} ${hex(ID)}]`
  return Buffer.from(
    makePdf([lines], { trailer })
      .toString('latin1')
      .replace(drawing, () => sealed),
    'latin1',
  )
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32)
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest()
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b]!, state[a]!])
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255
      j = (j + state[i]!) & 255
      swap(i, j)
      return byte ^ state[(state[i]! + state[j]!) & 255]!
    }),
  )
}
