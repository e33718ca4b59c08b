/**
 * Sealed content in an S3-compatible store. The store proves every piece by its MD5 before it takes
 * it, and the whole by the reader's own digest. What is long goes in parts; a broken upload goes on
 * with the parts that are there already and have the same bytes. The client sends a piece again
 * where the network failed: the same bytes, under the same name.
 *
 * The client is loaded here alone, and only where a store is configured (decision 2).
 */
import { createHash } from 'node:crypto'
import type { MultipartUpload, S3Client } from '@aws-sdk/client-s3'
import { AppError } from '../../core/errors.ts'
import type { Content, ContentStore, StoredObject } from '../../core/store/ports.ts'
import { readExactly } from './read-exactly.ts'

export interface S3Place {
  bucket: string
  /** Before every name; empty: none. */
  prefix: string
  /** `https://s3.hospital.example`; null: the region's own of AWS. */
  endpoint: string | null
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Options {
  /** Bytes of a part; the protocol asks for 5 MiB at least. */
  partBytes?: number
  /** How often one request is tried. */
  attempts?: number
  /** For one answer, in ms. */
  answerMs?: number
}

const PART_BYTES = 8 << 20
const ATTEMPTS = 5
const CONNECT_MS = 5000
const ANSWER_MS = 60_000

export async function openS3Store(place: S3Place, options: S3Options = {}): Promise<ContentStore> {
  const { partBytes = PART_BYTES, attempts = ATTEMPTS, answerMs = ANSWER_MS } = options
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region: place.region,
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: answerMs },
    // Stores of other makers do not know the newer checksums: MD5 is known to all.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(place.endpoint && { endpoint: place.endpoint, forcePathStyle: true }),
  })
  const Bucket = place.bucket
  const keyOf = (name: string) => (place.prefix === '' ? name : `${place.prefix}/${name}`)
  const nameOf = (key: string) => (place.prefix === '' ? key : key.slice(place.prefix.length + 1))

  async function putWhole(name: string, content: Content): Promise<void> {
    const Body = await readExactly(content, 0, content.sizeBytes)
    const Metadata = { sha256: content.sha256 }
    const ContentMD5 = md5(Body, 'base64')
    await client.send(
      new sdk.PutObjectCommand({ Bucket, Key: keyOf(name), Body, ContentMD5, Metadata }),
    )
  }

  async function putParts(name: string, content: Content): Promise<void> {
    const target = { Bucket, Key: keyOf(name) }
    const known = (await unfinished(target.Key)).find(({ Key }) => Key === target.Key)?.UploadId
    const upload = { ...target, UploadId: known ?? (await begin(target, content.sha256)) }
    const there = known === undefined ? new Map<number, string>() : await partsOf(upload)
    const Parts: { PartNumber: number; ETag: string }[] = []
    for (let at = 0, PartNumber = 1; at < content.sizeBytes; at += partBytes, PartNumber++) {
      const Body = await readExactly(content, at, Math.min(partBytes, content.sizeBytes - at))
      const tag = there.get(PartNumber)
      if (tag !== undefined && unquoted(tag) === md5(Body, 'hex')) {
        Parts.push({ PartNumber, ETag: tag })
        continue
      }
      const ContentMD5 = md5(Body, 'base64')
      const { ETag = '' } = await client.send(
        new sdk.UploadPartCommand({ ...upload, PartNumber, Body, ContentMD5 }),
      )
      Parts.push({ PartNumber, ETag })
    }
    await client.send(
      new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }),
    )
  }

  async function begin(target: { Bucket: string; Key: string }, sha256: string): Promise<string> {
    const { UploadId = '' } = await client.send(
      new sdk.CreateMultipartUploadCommand({ ...target, Metadata: { sha256 } }),
    )
    return UploadId
  }

  /** Uploads that broke off; none where the store does not list them. */
  async function unfinished(Prefix: string): Promise<MultipartUpload[]> {
    const { Uploads = [] } = await client
      .send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix }))
      .catch(noneIfUnknown)
    return Uploads
  }

  /** Parts that lie there of what never came to be whole. */
  async function abandon(name: string): Promise<void> {
    const key = keyOf(name)
    for (const { Key = '', UploadId } of await unfinished(key).catch(failed))
      if (Key === key || Key.startsWith(`${key}/`))
        await client
          .send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
          .catch(nullIfMissing)
  }

  async function partsOf(upload: { Bucket: string; Key: string; UploadId: string }) {
    const found = new Map<number, string>()
    for (let PartNumberMarker: string | undefined; ; ) {
      const page = await client.send(new sdk.ListPartsCommand({ ...upload, PartNumberMarker }))
      for (const { PartNumber, ETag } of page.Parts ?? [])
        if (PartNumber && ETag) found.set(PartNumber, ETag)
      if (!page.IsTruncated || !page.NextPartNumberMarker) return found
      PartNumberMarker = page.NextPartNumberMarker
    }
  }

  async function* list(folder: string): AsyncGenerator<StoredObject, void> {
    const Prefix = keyOf(folder === '' ? '' : `${folder}/`)
    for (let ContinuationToken: string | undefined; ; ) {
      const page = await client
        .send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
        .catch(failed)
      for (const { Key, Size = 0 } of page.Contents ?? [])
        if (Key) yield { name: nameOf(Key), sizeBytes: Size }
      if (!page.IsTruncated) return
      ContinuationToken = page.NextContinuationToken
    }
  }

  const removeOne = (name: string) =>
    client.send(new sdk.DeleteObjectCommand({ Bucket, Key: keyOf(name) })).catch(failed)

  return {
    put: (name, content) =>
      (content.sizeBytes <= partBytes ? putWhole(name, content) : putParts(name, content)).catch(
        failed,
      ),
    async find(name) {
      const found = await client
        .send(new sdk.HeadObjectCommand({ Bucket, Key: keyOf(name) }))
        .catch(nullIfMissing)
      return found && { name, sizeBytes: found.ContentLength ?? 0 }
    },
    async read(name, position, length) {
      if (length === 0) return Buffer.alloc(0)
      const Range = `bytes=${position}-${position + length - 1}`
      const found = await client
        .send(new sdk.GetObjectCommand({ Bucket, Key: keyOf(name), Range }))
        .catch(nullIfMissing)
      const bytes = await found?.Body?.transformToByteArray().catch(failed)
      return bytes ? Buffer.from(bytes) : Buffer.alloc(0)
    },
    list,
    async remove(name) {
      await abandon(name)
      await removeOne(name)
      for await (const below of list(name)) await removeOne(below.name)
    },
    close: async () => destroy(client),
  }
}

function destroy(client: S3Client): void {
  client.destroy()
}

function md5(bytes: Uint8Array, encoding: 'base64' | 'hex'): string {
  return createHash('md5').update(bytes).digest(encoding)
}

function unquoted(tag: string): string {
  return tag.replaceAll('"', '')
}

interface Refusal {
  name?: string
  code?: string
  $metadata?: { httpStatusCode?: number }
}

/** What the store answered, in its own word for it. */
export function refusalOf(error: unknown): { word: string; status: number | null } {
  const { name, code, $metadata } = error as Refusal
  return { word: code ?? name ?? 'unknown', status: $metadata?.httpStatusCode ?? null }
}

function nullIfMissing(error: unknown): null {
  const { word, status } = refusalOf(error)
  // A range behind the end; a name that is not there. A bucket that is not there is a fault.
  if (status === 416 || (status === 404 && word !== 'NoSuchBucket')) return null
  throw failure(error)
}

function noneIfUnknown(error: unknown): { Uploads?: MultipartUpload[] } {
  const { status } = refusalOf(error)
  if (status === 501 || status === 405 || status === 404) return {}
  throw error
}

function failed(error: unknown): never {
  throw failure(error)
}

function failure(cause: unknown): AppError {
  const { word } = refusalOf(cause)
  return new AppError(
    'unavailable',
    'storage_failed',
    `O armazenamento de som e arquivos não atendeu (${word}). Avise o administrador.`,
    { cause, retryAfterS: 5 },
  )
}
