import type { MasterKey } from '../../core/vault/ports.ts'
import type { KeyAccess } from '../../models/master-key/key-sources.ts'
import { readMasterKey } from '../../models/master-key/read-master-key.ts'
import { sealer } from '../../models/vault/seal.ts'

/**
 * The master key without a database that could say which one is in force, made when there is none.
 * The product opens it through its keyring (models/master-key/keyring.ts).
 */
export async function openMasterKey(keysDir: string, access?: KeyAccess): Promise<MasterKey> {
  const { key, fingerprint } = await readMasterKey({ keysDir, ...(access && { access }) })
  return { ...sealer(key), fingerprint }
}
