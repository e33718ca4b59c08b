/**
 * Why a file is not taken (SPEC-GAPS 1.12). The host sees the code in capitals, the error body
 * carries it in lower case, and the message may be shown as it is. The other codes of the contract
 * are the browser's: it alone knows of its network, its cancellations and its token.
 */
import type { FileType, UploadErrorCode } from '../contract/files.ts'
import { AppError, type ErrorKind, isAppError } from '../errors.ts'
import type { FileLimits } from './limits.ts'

interface Refusal {
  kind: ErrorKind
  error: string
  message(limits: FileLimits): string
}

const REFUSALS = {
  FILE_TYPE_NOT_ALLOWED: {
    kind: 'unsupported',
    error: 'file_type_not_allowed',
    message: (limits) => `Este tipo de arquivo não é aceito. Envie ${accepted(limits)}.`,
  },
  FILE_EMPTY: {
    kind: 'rejected',
    error: 'file_empty',
    message: (limits) => `O arquivo está vazio. Envie ${accepted(limits)}.`,
  },
  FILE_TOO_LARGE: {
    kind: 'too-large',
    error: 'file_too_large',
    message: (limits) => `O arquivo é grande demais. Envie ${accepted(limits)}.`,
  },
  FILE_NAME_INVALID: {
    kind: 'rejected',
    error: 'file_name_invalid',
    message: () => 'O nome do arquivo não é válido. Use de 1 a 255 caracteres.',
  },
  TOO_MANY_FILES: {
    kind: 'conflict',
    error: 'too_many_files',
    message: ({ maxFiles }) =>
      `Esta consulta já tem o máximo de ${maxFiles} arquivos. Remova um deles para enviar outro.`,
  },
  QUOTA_EXCEEDED: {
    kind: 'conflict',
    error: 'quota_exceeded',
    message: ({ maxTotalBytes }) =>
      `Os arquivos desta consulta passariam de ${megabytes(maxTotalBytes)} no total. Remova algum para enviar outro.`,
  },
  PDF_INVALID: {
    kind: 'rejected',
    error: 'pdf_invalid',
    message: () =>
      'O PDF está danificado e não pôde ser aberto. Gere o PDF de novo, por exemplo com "Imprimir em PDF".',
  },
  PDF_ENCRYPTED: {
    kind: 'rejected',
    error: 'pdf_encrypted',
    message: () => 'O PDF só abre com uma senha. Envie uma cópia sem senha.',
  },
  PDF_TOO_MANY_PAGES: {
    kind: 'rejected',
    error: 'pdf_too_many_pages',
    message: ({ maxPdfPages }) =>
      `O arquivo passa de ${maxPdfPages} páginas. Envie só a parte que interessa.`,
  },
  IMAGE_INVALID: {
    kind: 'rejected',
    error: 'image_invalid',
    message: () =>
      'A imagem está danificada ou é uma animação. Envie uma imagem simples, como JPG ou PNG.',
  },
  IMAGE_DIMENSIONS: {
    kind: 'rejected',
    error: 'image_dimensions',
    message: () =>
      `A imagem precisa ter de ${PICTURE_SIDES.min} a ${PICTURE_SIDES.max.toLocaleString('pt-BR')} pixels de cada lado e no máximo ${PICTURE_PIXELS / 1e6} megapixels.`,
  },
  IMAGE_HEIC: {
    kind: 'unsupported',
    error: 'image_heic',
    message: (limits) =>
      `Fotos HEIC não podem ser lidas aqui. Salve a foto como JPG e envie de novo. São aceitos ${accepted(limits)}.`,
  },
  SIGNED_URL_FAILED: {
    kind: 'forbidden',
    error: 'signed_url_failed',
    message: () => 'O endereço de envio não vale mais. Envie o arquivo de novo.',
  },
  UPLOAD_FAILED: {
    kind: 'rejected',
    error: 'upload_failed',
    message: () => 'O arquivo não chegou inteiro. Envie de novo.',
  },
  PROCESSING_FAILED: {
    kind: 'unavailable',
    error: 'processing_failed',
    message: () => 'O arquivo não pôde ser lido. Tente de novo.',
  },
  PROCESSING_TIMEOUT: {
    kind: 'unavailable',
    error: 'processing_timeout',
    message: () => 'A leitura do arquivo demorou demais. Tente de novo ou envie menos páginas.',
  },
} satisfies Partial<Record<UploadErrorCode, Refusal>>

/** The codes that this side produces. */
export type RefusalCode = keyof typeof REFUSALS

/** Pixels of a side, and of the whole picture. */
export const PICTURE_SIDES = { min: 32, max: 65_000 }
export const PICTURE_PIXELS = 50_000_000

/** `details[0].code` is the code in capitals. */
export function refusal(code: RefusalCode, limits: FileLimits): AppError {
  const { kind, error } = REFUSALS[code]
  return new AppError(kind, error, refusalMessage(code, limits), { details: [{ code }] })
}

/** pt-BR; says what is accepted instead. */
export function refusalMessage(code: RefusalCode, limits: FileLimits): string {
  const { message }: Refusal = REFUSALS[code]
  return message(limits)
}

/** The code of a refusal that was thrown; undefined for every other error. */
export function refusalCode(error: unknown): RefusalCode | undefined {
  const code = isAppError(error) ? error.details?.[0]?.code : undefined
  return typeof code === 'string' && Object.hasOwn(REFUSALS, code)
    ? (code as RefusalCode)
    : undefined
}

/** Whether trying again can help: the content itself was not judged. */
export function mayBeRetried(code: RefusalCode): boolean {
  return code === 'PROCESSING_FAILED' || code === 'PROCESSING_TIMEOUT'
}

/** What a file must be to be told broken by its own kind's code. */
export function brokenCode(type: FileType | null): RefusalCode {
  if (type === null) return 'FILE_TYPE_NOT_ALLOWED'
  return type === 'application/pdf' ? 'PDF_INVALID' : 'IMAGE_INVALID'
}

function accepted({ maxBytes }: FileLimits): string {
  return `PDF, JPG, PNG, WEBP, TIFF, GIF ou BMP até ${megabytes(maxBytes)}`
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 2 ** 20)} MB`
}
