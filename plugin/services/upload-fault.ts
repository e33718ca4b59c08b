/**
 * Why a file did not get through, by the codes of SPEC-GAPS 1.12; whatever else goes wrong is
 * translated here.
 */
import type { UploadErrorCode } from '../../core/contract/files.ts'
import { PluginError } from '../host/plugin-error.ts'
import { ApiError } from './api-client.ts'

/** A cause that a code's words do not tell: the catalogue has words of its own for it. */
export type FaultDetail =
  | 'heic'
  | 'unreadable'
  | 'receivedOnly'
  | 'threeAtOnce'
  /** A proxy takes no body of that size. */
  | 'refusedInFront'

export class UploadFault extends Error {
  readonly code: UploadErrorCode
  readonly detail: FaultDetail | undefined

  constructor(code: UploadErrorCode, options?: ErrorOptions & { detail?: FaultDetail }) {
    super(code, options)
    this.name = 'UploadFault'
    this.code = code
    this.detail = options?.detail
  }
}

/** Whether the same file may get through another time. */
const MAY_TRY_AGAIN: Record<UploadErrorCode, boolean> = {
  FILE_TYPE_NOT_ALLOWED: false,
  FILE_EMPTY: false,
  FILE_TOO_LARGE: false,
  FILE_NAME_INVALID: false,
  TOO_MANY_FILES: true,
  QUOTA_EXCEEDED: true,
  PDF_INVALID: false,
  PDF_ENCRYPTED: false,
  PDF_TOO_MANY_PAGES: false,
  IMAGE_INVALID: false,
  IMAGE_DIMENSIONS: false,
  IMAGE_HEIC: false,
  CONSULTATION_NOT_READY: true,
  AUTH_FAILED: true,
  SIGNED_URL_FAILED: true,
  NETWORK_ERROR: true,
  UPLOAD_FAILED: true,
  UPLOAD_CANCELED: true,
  MALWARE_DETECTED: false,
  PROCESSING_FAILED: true,
  PROCESSING_TIMEOUT: true,
}

/** The administrator of a proxy can let it through. */
export function mayTryAgain({ code, detail }: UploadFault): boolean {
  return detail === 'refusedInFront' || MAY_TRY_AGAIN[code]
}

/** `otherwise`: what a failure without a name of its own comes to at this step. */
export function toUploadFault(error: unknown, otherwise: UploadErrorCode): UploadFault {
  if (error instanceof UploadFault) return error
  const cause = error instanceof Error ? error : undefined
  return new UploadFault(codeOf(error) ?? otherwise, { cause })
}

/** The server's refusals are our codes in lower case (core/contract/files.ts). */
function codeOf(error: unknown): UploadErrorCode | undefined {
  if (!(error instanceof PluginError)) return undefined
  if (error instanceof ApiError && error.status === 0) return 'NETWORK_ERROR'
  if (error.code === 'AUTH_FAILED' || error.code === 'TOKEN_TIMEOUT') return 'AUTH_FAILED'
  if (error.code === 'UNMOUNTED') return 'UPLOAD_CANCELED'
  const code = error.code.toUpperCase()
  return code in MAY_TRY_AGAIN ? (code as UploadErrorCode) : undefined
}
