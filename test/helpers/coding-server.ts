import { randomBytes } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import { openCoding } from '../../bin/compose/coding.ts'
import { composeTerminology } from '../../bin/compose/terminology.ts'
import { builtInTemplates } from '../../config/templates.ts'
import { suggestDiagnoses } from '../../core/coding/suggest-diagnoses.ts'
import { suggestProcedures } from '../../core/coding/suggest-procedures.ts'
import type { DocumentContent } from '../../core/contract/api.ts'
import { emptyContent, parseTemplate } from '../../core/document/models/template-schema.ts'
import type { DocumentStore } from '../../core/document/record/document-store.ts'
import type { Log } from '../../core/log.ts'
import { documentStore } from '../../models/document/documents.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'
import { startServer } from './server.ts'

/** A server with coded diagnoses and procedures, an open consultation, and what was logged. */
export async function startCoding(t: ExecutionContext) {
  const { log, lines } = keptLog()
  let time = new Date('2026-01-01T12:00:00Z')
  const made: { documents?: DocumentStore } = {}
  const server = await startServer(t, {
    now: () => time,
    log,
    apiRouters({ database: { sequelize }, consultations: { openConsultation }, now }) {
      const vault = memoryVault()
      made.documents = documentStore({ sequelize, seal: consultationSeal(vault) })
      const terminology = composeTerminology(sequelize)
      return openCoding({
        sequelize,
        vault,
        terminology,
        codes: (documents) => ({
          suggestDiagnoses: suggestDiagnoses({ documents, terminology }),
          suggestProcedures: suggestProcedures({ documents, terminology }),
        }),
        openConsultation,
        now,
        log,
      }).routers
    },
  })
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  return {
    ...server,
    token,
    ehr,
    lines,
    clock: {
      at(iso: string) {
        time = new Date(iso)
      },
    },
    /** A draft of a built-in model that says this. */
    write(templateId: string, content: DocumentContent) {
      const template = builtInTemplates()
        .map(parseTemplate)
        .find(({ id }) => id === templateId)!
      return made.documents!.create({
        id: server.newId(),
        consultationId: ehr.id,
        template,
        status: 'draft',
        content: { ...emptyContent(template), ...content },
        layout: null,
        markdown: '',
        evidence: [],
        contradictions: [],
        source: { generator: 'rules', model: null, version: '1' },
        editedPaths: [],
        editedByUser: false,
        failure: null,
        reviewedAt: null,
        reviewedBy: null,
        version: 1,
        createdAt: server.now(),
        updatedAt: server.now(),
      })
    },
  }
}

function keptLog() {
  const kept: unknown[] = []
  const keep = (event: string, fields?: object) => void kept.push({ event, ...fields })
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep }
  return { log, lines: () => JSON.stringify(kept) }
}

function memoryVault() {
  const keys = new Map<string, Uint8Array>()
  return {
    async keyFor(id: string) {
      const key = keys.get(id) ?? randomBytes(32)
      keys.set(id, key)
      return key
    },
    findKey: async (id: string) => keys.get(id) ?? null,
  }
}
