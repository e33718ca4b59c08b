import { isAppError } from '../../core/errors.ts'
import type { Sealer } from '../../core/vault/ports.ts'

/** What the master key seals and can be had again: it is looked up, or said, anew. */
export function sealedJson<Value>(sealer: Sealer, contextOf: (key: string) => string) {
  return {
    seal: (key: string, value: Value): Buffer =>
      Buffer.from(sealer.seal(Buffer.from(JSON.stringify(value)), contextOf(key))),

    /**
     * Null where it cannot be opened: an earlier version, to which somebody went back, changed the
     * master key and knows nothing of these rows; a record must not fail for it.
     */
    open(key: string, sealed: Uint8Array): Value | null {
      try {
        return JSON.parse(
          Buffer.from(sealer.open(sealed, contextOf(key))).toString('utf8'),
        ) as Value
      } catch (error) {
        if (isAppError(error) && error.code === 'vault_damaged') return null
        throw error
      }
    },
  }
}
