import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TokenPolicy } from '../../core/access/issue-token.ts'
import type { Sealer } from '../../core/access/ports.ts'
import { type AccessUseCases, accessUseCases } from '../../core/access/use-cases.ts'
import type { ConsultationStore } from '../../core/consultation/ports.ts'
import {
  type ConsultationUseCases,
  consultationUseCases,
} from '../../core/consultation/use-cases.ts'
import { type Log, silentLog } from '../../core/log.ts'
import type { BlindIndex, MasterKey } from '../../core/vault/ports.ts'
import { accessStore } from '../../models/access/access-store.ts'
import { proofs } from '../../models/access/proofs.ts'
import { secrets } from '../../models/access/secrets.ts'
import { tokenCodec } from '../../models/access/token-codec.ts'
import { consultationStore } from '../../models/consultation/consultations.ts'
import { type Database, openDatabase } from '../../models/database/database.ts'
import { blindIndex } from '../../models/vault/blind-index.ts'
import { consultationVault, type KeyVault } from '../../models/vault/vault.ts'
import { openMasterKey } from './open-master-key.ts'
import { testDatabase } from './test-database.ts'

/** Real use cases over a real database: what every slice's tests start from. */
export interface World {
  dataDir: string
  databaseUrl: string
  database: Database
  access: AccessUseCases
  consultations: ConsultationUseCases
  consultationRows: ConsultationStore
  /** By what it finds the hosts' identifiers. */
  index: BlindIndex
  vault: KeyVault
  /** By the master key. */
  sealer: MasterKey
  log: Log
  now: () => Date
  newId: () => string
}

interface TearDown {
  teardown(step: () => Promise<void>): void
}

export interface WorldOptions {
  now?: () => Date
  log?: Log
  tokenPolicy?: TokenPolicy
  publicUrl?: string
  /** Whose database and keys it shares, as another process would; its own otherwise. */
  beside?: Pick<World, 'databaseUrl' | 'dataDir'>
}

/** @param t an ava context, or anything else that tears down at the end */
export async function openWorld(t: TearDown, options: WorldOptions = {}): Promise<World> {
  const { now = () => new Date(), log = silentLog } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'))
  const databaseUrl =
    options.beside?.databaseUrl ?? (await testDatabase(t, join(dataDir, 'svc.sqlite')))
  const database = await openDatabase({ url: databaseUrl })
  const sealer = await openMasterKey(join(options.beside?.dataDir ?? dataDir, 'keys'))
  await database.migrate({ sealer })
  t.teardown(async () => {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const common = { log, now, newId: randomUUID }
  const { sequelize } = database
  const vault = consultationVault({ sequelize, sealer, now })
  const index = blindIndex({ sequelize, sealer, now })
  const consultationRows = consultationStore({ sequelize, vault, index })
  const { tokenPolicy, publicUrl } = options
  const access = accessUseCases({
    ...common,
    store: accessStore(database.sequelize),
    secrets,
    codec: tokenCodec(),
    proofs,
    sealer: testSealer,
    ...(tokenPolicy && { tokenPolicy }),
    ...(publicUrl && { publicUrl }),
  })
  const consultations = consultationUseCases({
    ...common,
    store: consultationRows,
    organizationLanguage: async (id) => (await access.getOrganization(id)).language,
  })
  const world = { dataDir, databaseUrl, database, vault, access, consultations, consultationRows }
  return { ...world, index, sealer, ...common }
}

/**
 * Turns the bits around and carries its context along: enough to notice that it was used, and
 * rightly.
 */
const testSealer: Sealer = {
  seal: (bytes, context) => new Uint8Array([...flipped(bytes), ...Buffer.from(context)]),
  open(bytes, context) {
    const length = Buffer.byteLength(context)
    if (Buffer.from(bytes.subarray(-length)).toString() !== context) throw new Error('not sealed')
    return flipped(bytes.subarray(0, -length))
  },
}

const flipped = (bytes: Uint8Array) => bytes.map((byte) => byte ^ 0xff)
