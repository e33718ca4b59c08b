/**
 * The routes of structured output over a real database and a real socket, with the engine of the
 * test's choice.
 */

import { randomBytes } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import type { StreamTimes } from '../../api/v1/structured-output/answer-stream.ts'
import { openStructuredOutput } from '../../bin/compose/structured-output.ts'
import { composeTerminology } from '../../bin/compose/terminology.ts'
import type { DocumentContent } from '../../core/contract/api.ts'
import type { TextGenerator } from '../../core/document/models/ports.ts'
import type { DocumentRecord, DocumentStore } from '../../core/document/record/document-store.ts'
import { renderMarkdown } from '../../core/document/record/markdown.ts'
import { generationQueue } from '../../core/engine/generation-queue.ts'
import type { Log } from '../../core/log.ts'
import { dataReader } from '../../core/structured-output/data-reader.ts'
import type { DiagnosisStore } from '../../core/terminology/ports.ts'
import { documentStore } from '../../models/document/documents.ts'
import { diagnosisStore } from '../../models/terminology/confirmed-codes.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'
import { segments } from './documents.ts'
import { runChore } from './run-chore.ts'
import { startServer } from './server.ts'
import { shippedSenses } from './shipped-rules.ts'
import { VISIT, visitMaterial } from './structured-material.ts'

export async function startStructuredServer(
  t: ExecutionContext,
  engine: { version: string; text: TextGenerator | null } = { version: 'rules-1', text: null },
  /** Of answers as lines; by default none of a test is late. */
  times: StreamTimes = { firstMs: 120_000, everyMs: 120_000 },
) {
  const kept: string[] = []
  const keep = (event: string, fields?: object) =>
    void kept.push(JSON.stringify({ event, ...fields }))
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep }
  const made: {
    documents?: DocumentStore
    diagnoses?: DiagnosisStore
    purge?: () => Promise<unknown>
  } = {}
  const asked = { count: 0 }
  const said = [...VISIT]
  const server = await startServer(t, {
    log,
    apiRouters({ database: { sequelize }, consultations: { openConsultation }, now }) {
      const vault = memoryVault()
      const seal = consultationSeal(vault)
      made.documents = documentStore({ sequelize, seal })
      made.diagnoses = diagnosisStore({ sequelize, seal, now })
      const terminology = composeTerminology(sequelize)
      const structured = openStructuredOutput({
        sequelize,
        vault,
        openConsultation,
        now,
        log,
        times,
        diagnoses: made.diagnoses,
        reader: dataReader(terminology, shippedSenses),
        terminology: {
          ...terminology,
          async tables() {
            const tables = await terminology.tables()
            asked.count += 1
            return tables
          },
        },
        engine: () => engine,
        queue: generationQueue(),
        transcript: async () => ({ segments: segments(said) }),
        files: async () => [],
      })
      made.purge = () => runChore(structured, 'deleted-outputs')
      return structured.routers
    },
  })
  const documents = made.documents as DocumentStore
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  const { document } = (await visitMaterial({ said: VISIT })).input
  const first: DocumentRecord = { ...document, id: server.newId(), consultationId: ehr.id }
  await documents.create(first)
  const path = `/api/v1/documents/${first.id}/structured-output`

  return {
    ...server,
    /** How many requests have come so far that they look for a kept answer next. */
    asked,
    /** The lines of the visit, as they stand now. */
    said,
    documents,
    token,
    ehr,
    first,
    path,
    log: () => kept.join('\n'),
    diagnoses: made.diagnoses as DiagnosisStore,
    purgeDeleted: made.purge as () => Promise<unknown>,
    /** Another model, or another version of it, is in use from now on. */
    changeEngine(version: string) {
      engine.version = version
    },
    ask: (schema: unknown, version = 1) =>
      server.call('POST', path, { token, body: { schema, version } }),
    check: (schema: unknown) =>
      server.call('POST', '/api/v1/structured-schemas/check', { token, body: { schema } }),
    /** As the doctor's edit does. */
    async edit(change: DocumentContent): Promise<DocumentRecord> {
      const before = (await documents.find(first.id)) as DocumentRecord
      const content = { ...before.content, ...change }
      const markdown = renderMarkdown(before.template, content)
      const version = before.version + 1
      const after = { ...before, content, markdown, version }
      await documents.update(after, before.version)
      return after
    },
  }
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

/** A language model that says what the test wants; `asked` are the prompts it was given. */
export function scriptedText(
  answer: (signal: AbortSignal, keys: string[]) => Promise<object> | object,
) {
  const asked: { user: string; keys: string[] }[] = []
  const text: TextGenerator = {
    model: 'scripted',
    async generate({ user }, { schema, signal }) {
      const keys = Object.keys(schema.properties ?? {})
      asked.push({ user, keys })
      return JSON.stringify(await answer(signal, keys))
    },
    async [Symbol.asyncDispose]() {},
  }
  return { text, asked }
}
