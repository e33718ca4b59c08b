import type { Sequelize } from 'sequelize'
import type {
  DocumentOrigin,
  DocumentOriginStore,
} from '../../core/document/record/document-origin.ts'
import type { ConsultationSeal } from '../vault/consultation-seal.ts'
import { DocumentOriginRow } from './origin-row.ts'

/** Origins in the database, sealed as the documents themselves. */
export function documentOriginStore({
  sequelize,
  seal,
}: {
  sequelize: Sequelize
  seal: ConsultationSeal
}): DocumentOriginStore {
  const Origins = DocumentOriginRow.attach(sequelize)

  return {
    async keep({ documentId, consultationId, ...body }, at) {
      const context = contextOf(documentId)
      const sealedBody = await seal.seal(consultationId, context, JSON.stringify(body))
      await Origins.create({ documentId, consultationId, sealedBody, createdAt: at })
    },

    async find(documentId) {
      const row = await Origins.findByPk(documentId)
      if (!row) return null
      const { consultationId, sealedBody } = row
      const body = await seal.open(consultationId, contextOf(documentId), sealedBody)
      const facts = JSON.parse(body) as Omit<DocumentOrigin, 'documentId' | 'consultationId'>
      return { ...facts, documentId, consultationId }
    },
  }
}

function contextOf(documentId: string): string {
  return `document ${documentId} origin`
}
