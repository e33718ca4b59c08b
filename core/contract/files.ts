/**
 * Uploaded files (reports, exams) on the wire (spec §1.6, §2.1; SPEC-GAPS 1.12). Three steps: `POST
 * /api/v1/ehrs/{id}/files` announces a file and answers with a signed address, `PUT` sends its
 * bytes there without a token, and the box reads it behind the scenes; `file.changed` on the
 * recording channel tells how far it is.
 *
 * The `PUT` answers 202, with another file's id where this content was here already and nobody had
 * said so. An address that is over, altered or used is 403 `signed_url_failed`; after a connection
 * that broke the same address works again. What the bytes are refused for (`file_type_not_allowed`)
 * also ends the file (`failed`).
 */

import type { InputUseInfo } from './input-use.ts'

/** By content, never by name. */
export const FILE_TYPES = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/tiff',
  'image/gif',
  'image/bmp',
] as const
export type FileType = (typeof FILE_TYPES)[number]

/** `error.code` of `svc.plugin.file.upload.error` (SPEC-GAPS 1.12). */
export type UploadErrorCode =
  | 'FILE_TYPE_NOT_ALLOWED'
  | 'FILE_EMPTY'
  | 'FILE_TOO_LARGE'
  | 'FILE_NAME_INVALID'
  | 'TOO_MANY_FILES'
  | 'QUOTA_EXCEEDED'
  | 'PDF_INVALID'
  | 'PDF_ENCRYPTED'
  | 'PDF_TOO_MANY_PAGES'
  | 'IMAGE_INVALID'
  | 'IMAGE_DIMENSIONS'
  | 'IMAGE_HEIC'
  | 'CONSULTATION_NOT_READY'
  | 'AUTH_FAILED'
  | 'SIGNED_URL_FAILED'
  | 'NETWORK_ERROR'
  | 'UPLOAD_FAILED'
  | 'UPLOAD_CANCELED'
  | 'MALWARE_DETECTED'
  | 'PROCESSING_FAILED'
  | 'PROCESSING_TIMEOUT'

/** Body of `POST /api/v1/ehrs/{id}/files`. */
export interface AnnounceFileBody {
  name: string
  size_bytes: number
  source: 'user' | 'host'
  /**
   * Hex, of the whole file: the same content in the same consultation is answered with the file
   * that is there, and no other content is taken at the address.
   */
  sha256?: string
}

/**
 * 201 with where to send the bytes, or 200 and `upload` null: this content is here already. Refused
 * announcements are error bodies whose `error` is the lower-case code (`file_too_large`) and whose
 * `details` hold `{ code: UploadErrorCode }`.
 */
export interface AnnouncedFile {
  file: FileInfo
  upload: {
    method: 'PUT'
    /** Absolute path with a signature; needs no token, works once, until `expires_at`. */
    url: string
    expires_at: string
  } | null
}

/** `GET /api/v1/files/{id}`; the answer of the signed `PUT` (202). */
export interface FileInfo {
  id: string
  name: string
  /** Null until the content has been seen. */
  type: FileType | null
  size_bytes: number
  source: 'user' | 'host'
  /** `waiting`: announced, no bytes yet. */
  state: 'waiting' | 'processing' | 'ready' | 'failed'
  pages: number | null
  /** Characters of text that were found in it; null until it is ready. */
  text_length: number | null
  /**
   * Whether the text was printed in the file or read off a picture by a program (and may have
   * mistakes).
   */
  text_from: 'file' | 'recognition' | null
  /** `GET /api/v1/files/{id}/thumbnail` has a picture (image/webp, 160 px at most). */
  has_thumbnail: boolean
  /** How much of it was read, and which parts were not; null until it is ready. */
  use: InputUseInfo | null
  error: { code: UploadErrorCode; message: string } | null
  created_at: string
}

/** `GET /api/v1/ehrs/{id}/files`, oldest first, without those still waiting for their bytes. */
export interface FilesBody {
  files: FileInfo[]
  /** For the words of a refusal and for a first check in the browser. */
  limits: {
    types: readonly FileType[]
    max_bytes: number
    max_files: number
    max_total_bytes: number
  }
}

/** `GET /api/v1/files/{id}/text`: what generators read, by page. */
export interface FileTextBody {
  pages: string[]
}
// Also: `POST /api/v1/files/{id}/retry` → 202 FileInfo (processes a failed file again), `DELETE
// /api/v1/files/{id}` → 204.
