import { literal, Op, type Sequelize, type Transaction } from 'sequelize'
import type { Template } from '../../core/document/models/ports.ts'
import {
  type DocumentRecord,
  type DocumentStore,
  INTERRUPTED,
} from '../../core/document/record/document-store.ts'
import { isAppError } from '../../core/errors.ts'
import { lockUnheld } from '../retention/holds.ts'
import type { ConsultationSeal } from '../vault/consultation-seal.ts'
import { documentAudit, type LinkDocumentLine } from './audit.ts'
import { DocumentRow } from './document.ts'
import type { DocumentDossier } from './dossier.ts'
import { forgetOrigin } from './origins.ts'
import { documentVersions } from './versions.ts'

/** What only the consultation's key opens. */
type Body = Pick<
  DocumentRecord,
  'content' | 'layout' | 'markdown' | 'evidence' | 'contradictions' | 'editedPaths' | 'dismissed'
> &
  Pick<DocumentRecord['source'], 'unproven'>

const HELD = literal('(SELECT id FROM consultations WHERE held_at IS NOT NULL)')

/** Who reviewed it, who deleted it. */
type People = [string | null, string | null]

/** Documents in the database; their clinical part sealed. */
export function documentStore({
  sequelize,
  seal,
  dossier,
  linkAudit,
  onGenerated,
  nodeId = null,
}: {
  sequelize: Sequelize
  seal: ConsultationSeal
  dossier?: DocumentDossier
  linkAudit?: LinkDocumentLine
  /** In the transaction that writes a generated document. */
  onGenerated?: ((document: DocumentRecord, transaction: Transaction) => Promise<void>) | undefined
  /** One of several servers: what others write goes on (models/node/claims.ts). */
  nodeId?: string | null
}): DocumentStore {
  const Documents = DocumentRow.attach(sequelize)
  const versions = documentVersions({ sequelize, seal })
  const audit = documentAudit({ sequelize, seal, link: linkAudit })
  const present = { deletedAt: null }

  async function sealPeople(
    { id, consultationId }: Pick<DocumentRecord, 'id' | 'consultationId'>,
    people: People,
  ): Promise<Buffer | null> {
    if (people.every((one) => one === null)) return null
    return seal.seal(consultationId, `${contextOf(id)} people`, JSON.stringify(people))
  }

  async function peopleOf({ id, consultationId, sealedPeople }: DocumentRow): Promise<People> {
    if (!sealedPeople) return [null, null]
    const people = await seal.open(consultationId, `${contextOf(id)} people`, sealedPeople)
    return JSON.parse(people) as People
  }

  async function toRow(record: DocumentRecord) {
    const { id, consultationId, content, layout, markdown, evidence } = record
    const { contradictions, editedPaths, reviewedBy } = record
    const body: Body = {
      content,
      layout,
      markdown,
      evidence,
      contradictions,
      editedPaths,
      // Documents of earlier releases have none, and most never get one.
      ...(record.dismissed ? { dismissed: record.dismissed } : {}),
      ...(record.source.unproven ? { unproven: true } : {}),
    }
    return {
      id,
      consultationId,
      template: JSON.stringify(record.template),
      status: record.status,
      sealedBody: await seal.seal(consultationId, contextOf(id), JSON.stringify(body)),
      generator: record.source.generator,
      model: record.source.model,
      generatorVersion: record.source.version,
      editedByUser: record.editedByUser,
      failureError: record.failure?.error ?? null,
      failureMessage: record.failure?.message ?? null,
      reviewedAt: record.reviewedAt,
      sealedPeople: await sealPeople(record, [reviewedBy, null]),
      version: record.version,
      createdAt: record.createdAt,
      updatedAt: record.updatedAt,
    }
  }

  async function toRecord(row: DocumentRow): Promise<DocumentRecord> {
    const opened = await seal.open(row.consultationId, contextOf(row.id), row.sealedBody)
    const { unproven, ...body } = JSON.parse(opened) as Omit<Body, 'layout'>
    const [reviewedBy] = await peopleOf(row)
    return {
      // Documents of earlier releases have no arrangement.
      layout: null,
      ...body,
      id: row.id,
      consultationId: row.consultationId,
      template: JSON.parse(row.template) as Template,
      status: row.status as DocumentRecord['status'],
      source: {
        generator: row.generator as DocumentRecord['source']['generator'],
        model: row.model,
        version: row.generatorVersion,
        ...(unproven ? { unproven } : {}),
      },
      editedByUser: row.editedByUser,
      failure:
        row.failureError === null
          ? null
          : { error: row.failureError, message: row.failureMessage ?? '' },
      reviewedAt: row.reviewedAt,
      reviewedBy,
      version: row.version,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    }
  }

  async function updateRow(record: DocumentRecord, version: number, transaction?: Transaction) {
    const { id, ...columns } = await toRow(record)
    const [changed] = await Documents.update(columns, {
      where: { id, version, ...present },
      ...(transaction ? { transaction } : {}),
    })
    return changed === 1
  }

  /** Asks again what may have changed since it was found. @returns whether it was emptied */
  async function purge({ id, consultationId }: Pick<DocumentRow, 'id' | 'consultationId'>) {
    return sequelize
      .transaction(async (transaction) => {
        await lockUnheld(sequelize, consultationId, transaction)
        if (await versions.wasReviewed(id, transaction)) return false
        const [changed] = await Documents.update(
          { status: 'purged', sealedBody: Buffer.alloc(0) },
          { where: { id, deletedAt: { [Op.not]: null } }, transaction },
        )
        if (changed === 0) return false
        await versions.removeAll(id, transaction)
        await forgetOrigin(sequelize, { id, consultationId }, transaction)
        return true
      })
      .catch((error: unknown) => {
        if (isAppError(error) && error.code === 'legal_hold') return false
        throw error
      })
  }

  return {
    async create(record) {
      const row = await toRow(record)
      await sequelize.transaction(async (transaction) => {
        await Documents.create({ ...row, leaseOwner: nodeId }, { transaction })
        await dossier?.begun(record, transaction)
      })
    },

    async find(id) {
      const row = await Documents.findOne({ where: { id, ...present } })
      return row ? toRecord(row) : null
    },

    async list(consultationId) {
      const rows = await Documents.findAll({
        where: { consultationId, ...present },
        order: [
          ['createdAt', 'DESC'],
          ['id', 'DESC'],
        ],
      })
      return Promise.all(rows.map(toRecord))
    },

    async update(record, expectedVersion, note) {
      const generated =
        dossier && note?.kind === 'reviewed'
          ? await versions.find(record.consultationId, record.id, 1)
          : null
      return sequelize.transaction(async (transaction) => {
        const row = await Documents.findOne({ where: { id: record.id, ...present }, transaction })
        if (!row || !(await updateRow(record, expectedVersion, transaction))) return false
        await dossier?.changed(record, note, generated, transaction)
        if (!note) return true
        const before = row.status === 'generating' ? null : await toRecord(row)
        await versions.keep({ before, after: record, note, transaction })
        await audit.append(record, note, transaction)
        if (note.kind === 'generated') await onGenerated?.(record, transaction)
        return true
      })
    },

    listVersions: versions.list,
    listAudit: audit.list,

    async findVersion(id, number) {
      const row = await Documents.findOne({ where: { id, ...present } })
      return row ? versions.find(row.consultationId, id, number) : null
    },

    async markImported(id, version, at) {
      const imported = { importedAt: at, importedVersion: version }
      await Documents.update(imported, { where: { id, version, ...present } })
    },

    async remove(id, { at, by }) {
      for (;;) {
        const row = await Documents.findOne({ where: { id, ...present } })
        if (!row) return false
        const [reviewedBy] = await peopleOf(row)
        const gone = { deletedAt: at, sealedPeople: await sealPeople(row, [reviewedBy, by]) }
        // Who reviews it in this moment is to be on it when it is put back.
        const where = { id, version: row.version, ...present }
        const [changed] = await Documents.update(gone, { where })
        if (changed === 1) return true
      }
    },

    async findRemoved(id, since) {
      const row = await Documents.findOne({ where: { id, deletedAt: { [Op.gt]: since } } })
      return row ? toRecord(row) : null
    },

    async putBack(id, since) {
      const where = { id, deletedAt: { [Op.gt]: since } }
      const row = await Documents.findOne({ where })
      if (!row) return false
      const [reviewedBy] = await peopleOf(row)
      const sealedPeople = await sealPeople(row, [reviewedBy, null])
      const [changed] = await Documents.update({ deletedAt: null, sealedPeople }, { where })
      return changed === 1
    },

    async purgeRemoved(until) {
      const rows = await Documents.findAll({
        where: {
          deletedAt: { [Op.lte]: until },
          status: { [Op.ne]: 'purged' },
          reviewedAt: null,
          // What the law holds stays, deleted or not.
          consultationId: { [Op.notIn]: HELD },
        },
        attributes: ['id', 'consultationId'],
      })
      let purged = 0
      for (const row of rows) if (await purge(row)) purged += 1
      return purged
    },

    async interruptGenerating(at) {
      const [changed] = await Documents.update(
        {
          status: 'failed',
          failureError: INTERRUPTED.error,
          failureMessage: INTERRUPTED.message,
          version: sequelize.literal('version + 1'),
          updatedAt: at,
        },
        { where: { status: 'generating', ...(nodeId !== null && { leaseOwner: null }) } },
      )
      if (changed > 0) await dossier?.interrupted(INTERRUPTED.error)
      return changed
    },
  }
}

function contextOf(id: string): string {
  return `document ${id}`
}
