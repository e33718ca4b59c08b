/**
 * The audit, opened: keys, chain, trail, seals and what proves them, over one database and one
 * folder.
 */
import { createHash } from 'node:crypto'
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import { placeless, type TrailReader, worded } from '../../core/audit/entry.ts'
import type { AuditAct, AuditTrail } from '../../core/audit/ports.ts'
import {
  type ChainProofs,
  type ChainReport,
  type TailReport,
  verifyChain,
  verifyTail,
} from '../../core/audit/verify-chain.ts'
import type { Log } from '../../core/log.ts'
import type { Sealer } from '../../core/vault/ports.ts'
import { type AuditChain, auditChain, readAuditHead } from './chain.ts'
import { documentLinks } from './document-links.ts'
import { type AuditKeys, isSigned, openAuditKeys } from './keys.ts'
import { auditReader } from './reader.ts'
import { auditSeals } from './seals.ts'
import { type OpenTrail, openAuditTrail } from './trail.ts'

interface Deps {
  sequelize: Sequelize
  sealer: Sealer
  /** `audit/` in the data folder. */
  folder: string
  sealsFolder: string
  spoolFolder: string
  now: () => Date
  newId: () => string
  version: string
  log: Log
}

export interface OpenAudit {
  trail: AuditTrail & Pick<OpenTrail, 'settled'>
  /** In a transaction of the caller's: the act is there exactly when that one is. */
  within: OpenTrail['within']
  /**
   * Ties the newest line of the documents' audit into the chain, in the transaction that wrote it.
   */
  linkDocumentLine(line: DocumentLine, transaction: Transaction): Promise<void>
  /**
   * What other programs left to be put on record is taken up first. @returns how many days were
   * sealed now
   */
  sealDays(): Promise<number>
  close(): Promise<void>
}

export interface DocumentLine {
  /** Number of the line in `document_audit`. */
  sequence: number
  consultationId: string
  documentId: string
  version: number
  kind: string
}

/** What reads and proves the trail, and writes nothing. */
export interface AuditExamination {
  reader: TrailReader
  /** By the key that seals the days: Ed25519, base64. */
  sign(text: string): string
  publicKey: string
  verify(onProgress?: (entries: number) => void): Promise<ChainReport>
  /** Checks the newest `count` entries. */
  verifyTail(count: number): Promise<TailReport>
}

/** @throws {AppError} `vault_damaged`, `audit_key_missing` */
export async function openAudit(deps: Deps): Promise<OpenAudit> {
  const { sequelize } = deps
  const keys = await openAuditKeys(deps)
  const chain = auditChain({ sequelize, keys })
  const links = documentLinks(sequelize)
  await begin(deps, chain, keys, links)
  const trail: OpenTrail = await openAuditTrail({ ...deps, chain, keys })
  const seals = auditSeals({ ...deps, folder: deps.sealsFolder, chain, keys })

  return {
    trail,
    within: trail.within,
    async linkDocumentLine(line, transaction) {
      const { sequence, consultationId, documentId, version, kind } = line
      const digest = (await links.digests([sequence], transaction)).get(sequence)
      if (digest === undefined) throw new Error('the line to tie into the audit is not there')
      await trail.within(transaction, {
        actor: { kind: 'system', id: 'documents' },
        action: 'document.recorded',
        subject: { kind: 'document', id: documentId },
        organizationId: null,
        outcome: 'success',
        requestId: null,
        consultationId,
        facts: { kind, version, line: sequence, digest },
      })
    },
    async sealDays() {
      await trail.takeUp()
      return seals.sealDays()
    },
    close: trail.close,
  }
}

/**
 * For reading alone: nothing is taken up, nothing put on record. @throws {AppError}
 * `vault_damaged`, `audit_key_missing`
 */
export async function examineAudit(
  deps: Pick<Deps, 'sequelize' | 'sealer' | 'folder' | 'sealsFolder' | 'now' | 'newId'>,
): Promise<AuditExamination> {
  const { sequelize, folder } = deps
  const keys = await openAuditKeys(deps)
  const chain = auditChain({ sequelize, keys })
  const seals = auditSeals({ ...deps, folder: deps.sealsFolder, chain, keys })
  const links = documentLinks(sequelize)
  const reader = auditReader({ sequelize, keys })
  return {
    reader,
    sign: keys.sign,
    publicKey: keys.publicKey,
    async verify(onProgress) {
      // The memory of the end first: what is added meanwhile only lies behind it.
      const head = await readAuditHead(folder, keys)
      return verifyChain(
        {
          pages: () => reader.read({}),
          sealFiles: seals.files,
          head,
          isGuarded: await isGuarded(sequelize),
          documentLines: (numbers) => links.proofs(numbers),
          countDocumentLines: links.count,
          documentLinesUpTo: (last) => links.proofsUpTo(last),
        },
        proofsOf(keys),
        onProgress,
      )
    },
    async verifyTail(count) {
      const head = await readAuditHead(folder, keys)
      const entries = await reader.newest({}, count)
      const macAtHead = head.kind === 'head' ? await chain.macAt(head.sequence) : null
      return verifyTail(entries, { head, isGuarded: await isGuarded(sequelize) }, macAtHead, keys)
    },
  }
}

function proofsOf({ mac, publicKey }: AuditKeys): ChainProofs {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  return { mac, sha256, isSigned, publicKey }
}

/** The first entry: what the documents' own audit held before there was a chain. */
async function begin(
  deps: Deps,
  chain: AuditChain,
  keys: AuditKeys,
  links: ReturnType<typeof documentLinks>,
): Promise<void> {
  const { sequelize, now, newId, version } = deps
  if ((await chain.end()).sequence > 0) return
  await sequelize.transaction(async (transaction) => {
    await chain.lock(transaction)
    if ((await chain.end(transaction)).sequence > 0) return
    const lines = await links.last(transaction)
    const digest = await links.upTo(lines, transaction)
    const act: AuditAct = {
      actor: { kind: 'system', id: 'audit' },
      action: 'audit.began',
      subject: null,
      organizationId: null,
      requestId: null,
      outcome: 'success',
      facts: { version, lines, digest },
    }
    await chain.addWithin(transaction, [
      worded(placeless(act, { id: newId(), at: now(), ...keys })),
    ])
  })
}

/** Whether the database itself still refuses to change the trail. */
async function isGuarded(sequelize: Sequelize): Promise<boolean> {
  const isSqlite = sequelize.getDialect() === 'sqlite'
  const names = isSqlite
    ? ['audit_entries_no_update', 'audit_entries_no_delete']
    : ['audit_entries_append_only', 'audit_entries_no_truncate']
  const sql = isSqlite
    ? `SELECT name FROM sqlite_master WHERE type = 'trigger' AND name IN (:names)`
    : `SELECT tgname AS name FROM pg_trigger WHERE tgenabled <> 'D' AND tgname IN (:names)`
  const found = await sequelize.query(sql, { type: QueryTypes.SELECT, replacements: { names } })
  return found.length === names.length
}
