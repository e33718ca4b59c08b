/**
 * The first check of a file, in the browser, so that a refusal comes at once and nothing is sent in
 * vain. It decides by content (SPEC-GAPS 1.12); the server checks everything again and has the last
 * word.
 */
import type { FilesBody, FileType } from '../../core/contract/files.ts'
import { contentType, type PictureSize, pictureSize } from './upload-content.ts'
import { UploadFault } from './upload-fault.ts'

export type UploadLimits = FilesBody['limits']

/** Until the server has said its own. */
export const USUAL_LIMITS: UploadLimits = {
  types: [
    'application/pdf',
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/tiff',
    'image/gif',
    'image/bmp',
  ],
  max_bytes: 20 * 1024 * 1024,
  max_files: 20,
  max_total_bytes: 100 * 1024 * 1024,
}

export interface CheckedFile {
  /** Without path and control characters. */
  name: string
  /** The bytes that were checked; of its `type`. */
  content: Blob
  /** Hex; undefined where the browser computes none (a page without HTTPS). */
  sha256: string | undefined
}

const NAME_LENGTH = 255
const MIN_SIDE_PX = 32
const MAX_SIDE_PX = 65_000
const MAX_AREA_PX = 50_000_000
const JPEG_QUALITY = 0.92

/** @throws {UploadFault} */
export async function checkFile(file: File, limits: UploadLimits): Promise<CheckedFile> {
  const name = cleanName(file.name)
  if (name === '' || [...name].length > NAME_LENGTH) throw new UploadFault('FILE_NAME_INVALID')
  if (file.size > limits.max_bytes) throw new UploadFault('FILE_TOO_LARGE')
  const bytes = await read(file)
  if (bytes.length === 0) throw new UploadFault('FILE_EMPTY')
  const type = contentType(bytes)
  if (type === 'heic') return checked(await convertHeic(file, name), limits)
  return checked({ name, bytes, type }, limits)
}

async function checked(
  { name, bytes, type }: { name: string; bytes: Uint8Array; type: FileType | undefined },
  limits: UploadLimits,
): Promise<CheckedFile> {
  if (!type || !limits.types.includes(type)) throw new UploadFault('FILE_TYPE_NOT_ALLOWED')
  if (bytes.length > limits.max_bytes) throw new UploadFault('FILE_TOO_LARGE')
  const content = new Blob([bytes as Uint8Array<ArrayBuffer>], { type })
  if (type !== 'application/pdf' && type !== 'image/tiff') checkSize(pictureSize(bytes, type))
  return { name, content, sha256: await digest(bytes) }
}

/** Whether all of it is there is for the server to say: it reads what browsers do not show. */
function checkSize(size: PictureSize | undefined) {
  if (!size) throw new UploadFault('IMAGE_INVALID')
  const { width, height } = size
  const area = width * height
  const isOutside = Math.min(width, height) < MIN_SIDE_PX || Math.max(width, height) > MAX_SIDE_PX
  if (isOutside || area > MAX_AREA_PX) throw new UploadFault('IMAGE_DIMENSIONS')
}

/**
 * Some browsers show pictures of phones, and so can save them as JPEG. @throws {UploadFault} where
 * this one cannot
 */
async function convertHeic(file: File, name: string) {
  const refuse = (cause?: unknown) =>
    new UploadFault('FILE_TYPE_NOT_ALLOWED', { cause, detail: 'heic' })
  const bitmap = await createImageBitmap(file).catch((cause) => {
    throw refuse(cause)
  })
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const jpeg = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY),
  )
  if (!jpeg) throw refuse()
  return {
    name: name.replace(/\.[^.]*$/, '').concat('.jpg'),
    bytes: new Uint8Array(await jpeg.arrayBuffer()),
    type: 'image/jpeg' as const,
  }
}

/** A folder that was dropped looks like a file without a type, and cannot be read. */
async function read(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (cause) {
    if (file.type === '' && !file.name.includes('.'))
      throw new UploadFault('FILE_TYPE_NOT_ALLOWED', { cause })
    throw new UploadFault('UPLOAD_FAILED', { cause, detail: 'unreadable' })
  }
}

/** As the box does it (core/file/announce-file.ts). */
function cleanName(name: string): string {
  const visible = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}/\\]/gu, '')
  return visible.replaceAll(/\s+/gu, ' ').trim()
}

async function digest(bytes: Uint8Array): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const hash = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
