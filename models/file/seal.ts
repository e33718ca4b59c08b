/**
 * Names, texts and thumbnails of files at rest, each sealed with the consultation's key as what it
 * is.
 */
import { AppError } from '../../core/errors.ts'
import type { FileRecord } from '../../core/file/file.ts'
import type { ConsultationVault } from '../../core/vault/ports.ts'
import { sealer } from '../vault/seal.ts'

type Part = 'name' | 'text' | 'thumbnail'
type Whose = Pick<FileRecord, 'id' | 'consultationId'>

export interface FileSeal {
  seal(file: Whose, part: Part, bytes: Uint8Array): Promise<Buffer>
  /** @throws {AppError} `vault_damaged` */
  open(file: Whose, part: Part, sealed: Uint8Array): Promise<Buffer>
}

export function fileSeal(vault: Pick<ConsultationVault, 'keyFor' | 'findKey'>): FileSeal {
  return {
    async seal(file, part, bytes) {
      const key = await vault.keyFor(file.consultationId)
      return Buffer.from(sealer(key).seal(bytes, contextOf(file, part)))
    },
    async open(file, part, sealed) {
      const key = await vault.findKey(file.consultationId)
      if (!key) throw keyGone()
      return Buffer.from(sealer(key).open(sealed, contextOf(file, part)))
    },
  }
}

export function keyGone(): AppError {
  return new AppError(
    'unavailable',
    'vault_damaged',
    'A chave desta consulta não existe mais: os dados dela não podem ser lidos.',
  )
}

function contextOf({ id, consultationId }: Whose, part: Part): string {
  return `${consultationId} file ${id} ${part}`
}
