/**
 * Clinical text at rest, sealed under the consultation's own data key: with that key destroyed,
 * every copy of the text is unreadable. What the text is and whose is authenticated, so that rows
 * cannot be exchanged.
 */
import { createHmac } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import type { ConsultationVault } from '../../core/vault/ports.ts'
import { sealer } from './seal.ts'

export interface ConsultationSeal {
  /** @param context what the text is: must be the same at `open`, is not stored */
  seal(consultationId: string, context: string, text: string): Promise<Buffer>
  /** @throws {AppError} `vault_damaged` when the key is gone, or the bytes were altered */
  open(consultationId: string, context: string, sealed: Uint8Array): Promise<string>
  /** The same for the same text, and for nobody without the consultation's key. Hex. */
  name(consultationId: string, text: string): Promise<string>
}

export function consultationSeal(
  vault: Pick<ConsultationVault, 'keyFor' | 'findKey'>,
): ConsultationSeal {
  return {
    async seal(consultationId, context, text) {
      const key = await vault.keyFor(consultationId)
      return Buffer.from(sealer(key).seal(Buffer.from(text), `${consultationId} ${context}`))
    },

    async name(consultationId, text) {
      const key = await vault.keyFor(consultationId)
      return createHmac('sha256', key).update(`name ${consultationId} ${text}`).digest('hex')
    },

    async open(consultationId, context, sealed) {
      const key = await vault.findKey(consultationId)
      if (!key)
        throw new AppError(
          'unavailable',
          'vault_damaged',
          'A chave desta consulta não existe mais: os dados dela não podem ser lidos.',
        )
      return Buffer.from(sealer(key).open(sealed, `${consultationId} ${context}`)).toString('utf8')
    },
  }
}
