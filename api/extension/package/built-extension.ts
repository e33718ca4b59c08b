/** The extension as the build left it, in the forms in which browsers take it. */

import { createSign } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../core/errors.ts'
import type { SigningIdentity } from './signing-identity.ts'
import type { PackZip, ZipEntry } from './zip.ts'

const MANIFEST = 'manifest.json'
const Manifest = z.looseObject({
  version: z.string(),
  browser_specific_settings: z
    .object({ gecko: z.object({ id: z.string() }).optional() })
    .optional(),
})

export interface BuiltExtension {
  version: string
  /** Of Firefox's manifest. */
  geckoId: string | undefined
  entries: readonly ZipEntry[]
}

/** @throws {AppError} `extension_not_built` */
export async function readExtension(folder: string): Promise<BuiltExtension> {
  const entries = await filesOf(folder).catch((cause) => Promise.reject(notBuilt(cause)))
  const manifest = entries.find(({ name }) => name === MANIFEST)
  if (!manifest) throw notBuilt()
  const { version, browser_specific_settings: settings } = manifestOf(manifest)
  return { version, geckoId: settings?.gecko?.id, entries }
}

/** Exactly what was built: the same digest at every hospital. */
export function plainZip({ entries }: BuiltExtension, pack: PackZip): Promise<Buffer> {
  return pack(entries)
}

/** With where the next one is, signed by this installation. */
export async function signedCrx(
  { entries }: BuiltExtension,
  { identity, updateUrl, pack }: { identity: SigningIdentity; updateUrl: string; pack: PackZip },
): Promise<Buffer> {
  const own = entries.map((entry) =>
    entry.name === MANIFEST ? withUpdates(entry, updateUrl) : entry,
  )
  return crx(await pack(own), identity)
}

function withUpdates(entry: ZipEntry, updateUrl: string): ZipEntry {
  const manifest = { ...manifestOf(entry), update_url: updateUrl }
  return { name: entry.name, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) }
}

function manifestOf({ bytes }: ZipEntry) {
  return Manifest.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
}

async function filesOf(folder: string): Promise<ZipEntry[]> {
  const listed = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = listed.filter((one) => one.isFile())
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return {
        name: path.slice(folder.length + 1).replaceAll('\\', '/'),
        bytes: await readFile(path),
      }
    }),
  )
}

function notBuilt(cause?: unknown): AppError {
  const message =
    'A extensão do navegador não está nesta instalação. Instale uma versão que a traga, ou execute npm run build.'
  return new AppError('not-found', 'extension_not_built', message, { cause })
}

const SHA256_WITH_RSA = 2
const SIGNED_HEADER_DATA = 10_000
const PUBLIC_KEY = 1
const SIGNATURE = 2
const CRX_ID = 1

/**
 * A signed extension as Chrome and Edge install it from a policy: CRX version 3, a protobuf header
 * of three fields before the zip
 * (https://chromium.googlesource.com/chromium/src/+/main/components/crx_file/crx3.proto). Written
 * here: what packages offer for it bring a protobuf library and a zip of their own for forty lines.
 */
function crx(zip: Uint8Array, { privateKey, publicKey, crxId }: SigningIdentity): Buffer {
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
