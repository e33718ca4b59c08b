import type { Sequelize } from 'sequelize'
import type { ApiMount } from '../../api/app.ts'
import { documentDescriptions } from '../../api/v1/documents/describe.ts'
import { rewriteDescriptions, rewriteRoutes } from '../../api/v1/documents/rewrite.ts'
import { documentRoutes } from '../../api/v1/documents/routes.ts'
import {
  documentUnwrittenDescriptions,
  documentUnwrittenRoutes,
  documentUseDescriptions,
  documentUseRoutes,
} from '../../api/v1/documents/unwritten-routes.ts'
import { templateDescriptions, templateRoutes } from '../../api/v1/templates/routes.ts'
import type { Config } from '../../config/settings.ts'
import type { OpenConsultation } from '../../core/consultation/consultation.ts'
import { writeDocument } from '../../core/document/generation/write-document.ts'
import {
  deleteDocument,
  UNDO_MS,
  undeleteDocument,
} from '../../core/document/record/delete-document.ts'
import {
  editDocument,
  restoreVersion,
  reviewDocument,
} from '../../core/document/record/edit-document.ts'
import { useDocument } from '../../core/document/record/use-document.ts'
import { rewriteLines } from '../../core/document/rewriting/rewrite.ts'
import {
  dismissUnwritten,
  listUnwritten,
  takeUnwritten,
} from '../../core/document/unwritten/take-unwritten.ts'
import type { RequireOpen } from '../../core/drain/drain.ts'
import type { ComputeGate } from '../../core/engine/compute-gate.ts'
import type { ShareOf } from '../../core/engine/fair-shares.ts'
import { generationQueue } from '../../core/engine/generation-queue.ts'
import type { RequireQuota, RequireRoom } from '../../core/storage-room.ts'
import { refuseWhileHeld } from '../../core/vault/hold.ts'
import type { ConsultationVault } from '../../core/vault/ports.ts'
import type { UseFacts } from '../../core/visit-use/use-facts.ts'
import type { LinkDocumentLine } from '../../models/document/audit.ts'
import { documentStore } from '../../models/document/documents.ts'
import { documentDossier } from '../../models/document/dossier.ts'
import { noteLineStore } from '../../models/document/note-lines.ts'
import { documentOriginStore } from '../../models/document/origins.ts'
import { unwrittenVisits } from '../../models/document/unwritten-visits.ts'
import { usualTemplate } from '../../models/document/usual-template.ts'
import { heldConsultations } from '../../models/retention/holds.ts'
import { submissionStore } from '../../models/rnds/submissions.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'
import type { WebhookOutbox } from '../../models/webhook/outbox.ts'
import type { Platform } from '../platform.ts'
import { writingEngine } from '../writing-engine.ts'
import { knownWords } from './name-medicines.ts'
import type { PhraseAheadSources, ReadAheadSources } from './phrase-ahead.ts'
import type { Reading } from './reading.ts'
import { builtIn, composeOwnModels, composeTemplates } from './templates.ts'

interface Deps extends ReadAheadSources, Pick<PhraseAheadSources, 'settled'> {
  config: Config
  platform: Platform
  sequelize: Sequelize
  vault: ConsultationVault
  gate: ComputeGate
  shareOf: ShareOf
  requireRoom?: RequireRoom | undefined
  requireOpen?: RequireOpen | undefined
  requireQuota?: RequireQuota | undefined
  openConsultation: OpenConsultation
  linkAudit: LinkDocumentLine
  useFacts?: ((consultationId: string) => Promise<UseFacts>) | undefined
  onGenerated: WebhookOutbox['documentGenerated']
  /** One of several servers; null: one serves. */
  nodeId: string | null
  reading: Reading
}

/**
 * Writing: the models of documents, the generator the configuration asks for, and the life of
 * documents.
 */
export async function openDocuments(deps: Deps) {
  const { config, platform, sequelize, vault, log, openConsultation, transcript, reading } = deps
  const { now, newId } = platform
  const seal = consultationSeal(vault)
  const { linkAudit, onGenerated } = deps
  const documents = documentStore({
    sequelize,
    seal,
    linkAudit,
    onGenerated,
    nodeId: deps.nodeId,
    dossier: documentDossier(sequelize, platform.version),
  })
  const submissions = submissionStore({ sequelize, seal })
  const known = builtIn()
  const { shareOwnModels: mayShare } = deps.config
  const models = composeOwnModels(sequelize, platform, { mayShare, known })
  // What a first visit is most likely written up as.
  const first = known.find(({ id }) => id === 'anamnesis')!
  const queue = generationQueue()
  const lines = noteLineStore({ sequelize, vault, now })
  const usual = usualTemplate(sequelize)
  const writer = await writingEngine({
    ...deps,
    queue,
    lines,
    readers: reading,
    templateOf: async (consultationId) => (await usual(consultationId)) ?? first,
  })

  const interrupted = await documents.interruptGenerating(now())
  if (interrupted > 0) log.warn('documents.interrupted', { count: interrupted })

  async function submittedAt(consultationId: string) {
    const records = await submissions.listOfConsultation(consultationId)
    const isOut = ({ state }: (typeof records)[number]) =>
      state === 'pending' || state === 'accepted' || state === 'replaced'
    return records.filter(isOut).map((record) => record.submittedAt)
  }

  const edit = editDocument({ documents, now })
  const unwritten = listUnwritten({
    transcript,
    textsOf: deps.textsOf,
    read: reading.unwritten,
  })

  const routers: ApiMount[] = [
    {
      router: documentRoutes({
        openConsultation,
        useFacts: deps.useFacts,
        writeDocument: writeDocument({
          documents,
          templates: models,
          generator: () => writer.now().generator,
          queue,
          transcript,
          textsOf: deps.textsOf,
          files: deps.files,
          shareOf: deps.shareOf,
          requireRoom: deps.requireRoom,
          requireOpen: deps.requireOpen,
          requireQuota: deps.requireQuota,
          origins: {
            store: documentOriginStore({ sequelize, seal }),
            productVersion: platform.version,
          },
          footer: config.documentFooter,
          words: knownWords(),
          unwritten,
          newId,
          now,
          log,
        }),
        editDocument: edit,
        listUnwritten: unwritten,
        reviewDocument: reviewDocument({ documents, now }),
        restoreVersion: restoreVersion({ documents, now }),
        deleteDocument: deleteDocument({
          documents,
          submittedAt,
          now,
          refuseWhileHeld: refuseWhileHeld(heldConsultations(sequelize)),
        }),
        undeleteDocument: undeleteDocument({ documents, openConsultation, now }),
        documents,
        footer: config.documentFooter,
      }),
    },
    {
      router: documentUnwrittenRoutes({
        openConsultation,
        documents,
        listUnwritten: unwritten,
        takeUnwritten: takeUnwritten({ list: unwritten, editDocument: edit }),
        dismissUnwritten: dismissUnwritten({ list: unwritten, documents, now }),
        footer: config.documentFooter,
      }),
    },
    {
      router: documentUseRoutes({
        openConsultation,
        documents,
        useDocument: useDocument({ documents, now }),
      }),
    },
    {
      router: rewriteRoutes({
        openConsultation,
        documents,
        rewrite: rewriteLines({
          engine: () => ({ text: writer.now().text }),
          queue,
          shareOf: deps.shareOf,
          now,
          log,
          check: reading.rewrites,
        }),
      }),
    },
    {
      router: templateRoutes({
        openConsultation,
        templates: composeTemplates(sequelize, platform, known),
        models,
      }),
    },
  ]

  async function modelForgets(consultationId: string) {
    await writer.dropAhead(consultationId)
    const { signal } = new AbortController()
    await queue.run(signal, noPosition, async () => {
      const { text, inBox = text } = writer.now()
      await inBox?.forget?.(consultationId)
    })
  }

  /**
   * A visit that was erased: when what is being written has ended, no model of this box remembers
   * it. Nothing waits for that.
   */
  async function forgetVisit(consultationId: string) {
    modelForgets(consultationId).catch((err) =>
      log.error('generation.not_forgotten', { consultationId, err }),
    )
  }

  return {
    routers,
    descriptions: [
      ...documentDescriptions,
      ...templateDescriptions,
      ...rewriteDescriptions,
      ...documentUseDescriptions,
      ...documentUnwrittenDescriptions,
    ],
    status: () => writer.now().generator.status,
    /** For what else is written by the same engine, one after the other. */
    engine() {
      const { generator, text, textNow = () => text } = writer.now()
      return { version: generator.version, text: textNow() }
    },
    switchModel: writer.switchModel,
    queue,
    chores: [
      {
        name: 'deleted-documents',
        everyMs: HOUR_MS,
        byOne: true,
        run: () => documents.purgeRemoved(new Date(now().getTime() - UNDO_MS)),
      },
    ],
    /** Visits that ended before the service did are taken up where their lines were. */
    async start() {
      const since = new Date(now().getTime() - TAKEN_UP_MS)
      for (const id of await unwrittenVisits(sequelize, since)) writer.changed(id)
    },
    /**
     * What was said in a recording that was removed: no line of the visit is left, and those of the
     * rest are written anew.
     */
    async forgetLines(consultationId: string) {
      await writer.dropAhead(consultationId)
      await lines.removeAll(consultationId)
    },
    forgetVisit,
    close: writer.close,
  }
}

function noPosition() {}

const HOUR_MS = 3_600_000
/** A visit of the day before yesterday is written up by hand by now. */
const TAKEN_UP_MS = 24 * HOUR_MS
