/**
 * Reads a bundle without unpacking it: its manifest, or all of it, every byte against its digest.
 * Parts are taken one by one as they pass; what is in the file and not in the manifest is a fault
 * as well.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadEntry } from 'tar'
import {
  type BundleManifest,
  type BundlePart,
  damaged,
  INSTALLER,
  MANIFEST,
  PROGRAM,
  parseManifest,
  SBOM,
  SIGNATURE,
  SIGNER,
} from '../../core/bundle/manifest.ts'
import { AppError } from '../../core/errors.ts'
import { eachTarEntry, gunzipped } from '../tar-entries.ts'
import { signerOf } from './key.ts'

export interface ReadBundle {
  manifest: BundleManifest
  /** Fingerprint of the key that signed it. */
  signer: string
}

interface ReadOptions {
  /**
   * Every digest, also of what the program unpacks to; otherwise the manifest and its signature
   * only.
   */
  whole: boolean
  signal?: AbortSignal
  onProgress?(doneBytes: number): void
}

/** Parts that are small enough to be held. */
const SMALL_BYTES = 16 << 20

/** @throws {AppError} `bundle_missing`, `bundle_damaged`, `bundle_signature_wrong` */
export async function readBundle(path: string, options: ReadOptions): Promise<ReadBundle> {
  const held = new Map<string, Buffer>()
  const seen = new Set<string>()
  let read: ReadBundle | null = null
  let done = 0
  const opened = () => {
    read ??= open(held)
    return read
  }
  await eachTarEntry(
    () => createReadStream(path),
    async (entry) => {
      const name = entry.path
      if (seen.has(name)) throw damaged(`${name} is in it twice`)
      seen.add(name)
      if (name === INSTALLER || name === MANIFEST || name === SIGNATURE || name === SIGNER) {
        if (entry.size > SMALL_BYTES) throw damaged(`${name} is too large`)
        held.set(name, await buffer(entry))
        return
      }
      const { manifest } = opened()
      if (!options.whole) return void entry.resume()
      const part = manifest.parts.find((one) => one.name === name)
      if (!part) throw damaged(`${name} is not in its manifest`)
      await (name === PROGRAM ? checkProgram(entry, part, manifest) : check(entry, part))
    },
    ({ length }) => {
      options.signal?.throwIfAborted()
      done += length
      options.onProgress?.(done)
    },
  ).catch((error: NodeJS.ErrnoException) => {
    throw inWords(error, path, options.signal)
  })
  const { manifest, signer } = opened()
  const installer = manifest.parts.find((part) => part.name === INSTALLER)
  if (
    installer?.sha256 !==
    createHash('sha256')
      .update(held.get(INSTALLER) ?? '')
      .digest('hex')
  )
    throw damaged(`${INSTALLER} is not what was signed`)
  const missing = manifest.parts.find(({ name }) => !seen.has(name))
  if (missing) throw damaged(`${missing.name} is missing`)
  return { manifest, signer }
}

/** The bill of materials. @throws as `readBundle` */
export async function readSbom(path: string): Promise<string> {
  let text: string | null = null
  await eachTarEntry(
    () => createReadStream(path),
    async (entry) => {
      if (entry.path === SBOM && entry.size <= SMALL_BYTES) text = String(await buffer(entry))
      else entry.resume()
    },
  )
  if (text === null) throw damaged(`${SBOM} is missing`)
  return text
}

function open(held: Map<string, Buffer>): ReadBundle {
  const [text, signature, pem] = [MANIFEST, SIGNATURE, SIGNER].map((name) => held.get(name))
  if (!text || !signature || !pem) throw damaged('its manifest or signature is missing')
  const signer = signerOf(text, signature, String(pem))
  if (signer === null)
    throw new AppError(
      'rejected',
      'bundle_signature_wrong',
      'The signature does not belong to this content: somebody changed the bundle, or it is damaged. Do not install it.',
    )
  return { manifest: parseManifest(String(text)), signer }
}

async function check(entry: ReadEntry, { name, sizeBytes, sha256 }: BundlePart): Promise<void> {
  const found = await digest(entry)
  if (found.sha256 !== sha256 || found.sizeBytes !== sizeBytes)
    throw damaged(`${name} is not what was signed`)
}

/** Both the part as it lies there, and each file it unpacks to. */
async function checkProgram(entry: ReadEntry, part: BundlePart, manifest: BundleManifest) {
  const outer = createHash('sha256')
  const files = new Map(manifest.files.map((one) => [one.path, one]))
  const links = new Map(manifest.links.map((one) => [one.path, one.target]))
  const passing = async function* () {
    for await (const bytes of entry) {
      outer.update(bytes)
      yield bytes
    }
  }
  await eachTarEntry(
    () => gunzipped(Readable.from(passing())),
    async (inner) => {
      if (inner.type === 'SymbolicLink') {
        if (links.get(inner.path) !== inner.linkpath) throw damaged(`${inner.path} leads elsewhere`)
        links.delete(inner.path)
        return void inner.resume()
      }
      const file = files.get(inner.path)
      if (!file) throw damaged(`${inner.path} is not in its manifest`)
      const found = await digest(inner)
      if (found.sha256 !== file.sha256 || found.sizeBytes !== file.sizeBytes)
        throw damaged(`${inner.path} is not what was signed`)
      files.delete(inner.path)
    },
  )
  const [missing] = [...files.keys(), ...links.keys()]
  if (missing !== undefined) throw damaged(`${missing} is missing`)
  if (outer.digest('hex') !== part.sha256) throw damaged(`${part.name} is not what was signed`)
}

async function digest(entry: ReadEntry) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const bytes of entry) {
    hash.update(bytes)
    sizeBytes += bytes.length
  }
  return { sha256: hash.digest('hex'), sizeBytes }
}

function inWords(error: unknown, path: string, signal: AbortSignal | undefined): unknown {
  if (error instanceof AppError || signal?.aborted) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    return new AppError('not-found', 'bundle_missing', `${path} cannot be read (${code}).`, {
      cause: error,
    })
  // What tar, gzip or the end of the file object to.
  return damaged('it cannot be unpacked')
}
