import { hash, randomBytes } from 'node:crypto'
import type { Secrets } from '../../core/access/ports.ts'

/** Node's randomness and SHA-256 behind the domain's port. */
export const secrets: Secrets = {
  randomBytes: (size) => new Uint8Array(randomBytes(size)),
  randomText: (bytes) => randomBytes(bytes).toString('base64url'),
  digest: (text) => hash('sha256', text, 'hex'),
}
