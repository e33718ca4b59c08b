import { createHash } from 'node:crypto'
import type { Sequelize } from 'sequelize'
import type { ApiMount } from '../../api/app.ts'
import type { StreamTimes } from '../../api/v1/structured-output/answer-stream.ts'
import {
  structuredOutputDescriptions,
  structuredOutputRoutes,
} from '../../api/v1/structured-output/routes.ts'
import type { OpenConsultation } from '../../core/consultation/consultation.ts'
import type { DocumentInput } from '../../core/document/models/ports.ts'
import { readableSources } from '../../core/document/pieces/visit-budget.ts'
import type { ShareOf } from '../../core/engine/fair-shares.ts'
import type { Log } from '../../core/log.ts'
import {
  type StructuredOutputDeps,
  structuredOutput,
} from '../../core/structured-output/structured-output.ts'
import type { DiagnosisStore, Terminology } from '../../core/terminology/ports.ts'
import type { TranscriptSegment } from '../../core/transcription/ports.ts'
import type { ConsultationVault } from '../../core/vault/ports.ts'
import type { UseFacts } from '../../core/visit-use/use-facts.ts'
import { documentStore } from '../../models/document/documents.ts'
import { structuredOutputs } from '../../models/structured-output/structured-outputs.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'

const HOUR_MS = 3_600_000

interface Deps {
  sequelize: Sequelize
  vault: Pick<ConsultationVault, 'keyFor' | 'findKey'>
  terminology: Pick<Terminology, 'tables'>
  reader: StructuredOutputDeps['reader']
  diagnoses: Pick<DiagnosisStore, 'list'>
  /** What writes documents, and the line in which it is waited for. */
  engine: StructuredOutputDeps['engine']
  queue: StructuredOutputDeps['queue']
  shareOf?: ShareOf | undefined
  openConsultation: OpenConsultation
  useFacts?: ((consultationId: string) => Promise<UseFacts>) | undefined
  transcript(consultationId: string): Promise<{ segments: TranscriptSegment[] }>
  files(consultationId: string): Promise<DocumentInput['files']>
  now: () => Date
  log: Log
  /**
   * When an answer that takes long begins to be sent as lines; the usual times unless a test says
   * otherwise.
   */
  times?: StreamTimes
}

/** Documents in the shape of a host's schema. */
export function openStructuredOutput(deps: Deps) {
  const { sequelize, vault, terminology, diagnoses, reader, engine, queue, now, log } = deps
  const { openConsultation } = deps
  const seal = consultationSeal(vault)
  const documents = documentStore({ sequelize, seal })
  const cache = structuredOutputs({ sequelize, seal, now })
  const routers: ApiMount[] = [
    {
      router: structuredOutputRoutes({
        openConsultation,
        useFacts: deps.useFacts,
        documents,
        structuredOutput: structuredOutput({
          documents,
          cache,
          engine,
          queue,
          shareOf: deps.shareOf,
          diagnoses,
          terminology,
          reader,
          now,
          log,
          async sources({ id, contextMarkdown, backgroundHistory }) {
            const { segments } = await deps.transcript(id)
            const files = await deps.files(id)
            return readableSources({ segments, contextMarkdown, backgroundHistory, files })
          },
          sha256: (text) => createHash('sha256').update(text).digest('hex'),
        }),
        log,
        ...(deps.times ? { times: deps.times } : {}),
      }),
    },
  ]
  return {
    routers,
    descriptions: structuredOutputDescriptions,
    chores: [
      {
        name: 'deleted-outputs',
        everyMs: HOUR_MS,
        byOne: true,
        run: () => cache.purgeDeleted(),
      },
    ],
  }
}
