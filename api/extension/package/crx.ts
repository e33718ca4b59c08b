/**
 * A signed extension as Chrome and Edge install it from a policy: CRX version 3, a protobuf header
 * of three fields before the zip
 * (https://chromium.googlesource.com/chromium/src/+/main/components/crx_file/crx3.proto). Written
 * here: what packages offer for it bring a protobuf library and a zip of their own for forty lines.
 */
import { createSign } from 'node:crypto'
import type { SigningIdentity } from './signing-identity.ts'

const SHA256_WITH_RSA = 2
const SIGNED_HEADER_DATA = 10_000
const PUBLIC_KEY = 1
const SIGNATURE = 2
const CRX_ID = 1

export function crx(zip: Uint8Array, { privateKey, publicKey, crxId }: SigningIdentity): Buffer {
  const signedData = field(CRX_ID, crxId)
  const sign = createSign('RSA-SHA256')
  sign.update('CRX3 SignedData\0')
  sign.update(length(signedData))
  sign.update(signedData)
  sign.update(zip)
  const proof = Buffer.concat([
    field(PUBLIC_KEY, publicKey),
    field(SIGNATURE, sign.sign(privateKey)),
  ])
  const header = Buffer.concat([
    field(SHA256_WITH_RSA, proof),
    field(SIGNED_HEADER_DATA, signedData),
  ])
  return Buffer.concat([Buffer.from('Cr24'), number(3), length(header), header, zip])
}

/** A field of bytes: its number and kind, how long it is, and the bytes. */
function field(id: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([varint(id * 8 + 2), varint(bytes.length), bytes])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}

const length = ({ length }: Uint8Array) => number(length)

function number(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}
