/**
 * Keys that follow from a consultation's own (HKDF-SHA256), one per use: they are gone when it is
 * destroyed.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { ContentKeys } from '../../core/file/ports.ts'
import type { ConsultationVault } from '../../core/vault/ports.ts'

export function contentKeys(vault: Pick<ConsultationVault, 'keyFor'>): ContentKeys {
  async function mac(consultationId: string, use: string, text: string): Promise<Buffer> {
    const key = await vault.keyFor(consultationId)
    const own = new Uint8Array(hkdfSync('sha256', key, '', `${use} ${consultationId}`, 32))
    return createHmac('sha256', own).update(text).digest()
  }

  return {
    sign: async (consultationId, text) =>
      (await mac(consultationId, 'upload-address', text)).toString('base64url'),
    async isSignedBy(consultationId, text, signature) {
      const right = await mac(consultationId, 'upload-address', text)
      const given = Buffer.from(signature, 'base64url')
      return given.length === right.length && timingSafeEqual(given, right)
    },
    fingerprint: async (consultationId, sha256) =>
      (await mac(consultationId, 'file-fingerprint', sha256)).toString('hex'),
  }
}
