import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sequelize } from 'sequelize'
import { checkFormat, inspectGguf } from '../ai-local/llama/inspect-model.ts'
import { llamaTextGenerator } from '../ai-local/llama/llama-text-generator.ts'
import { modelStore } from '../ai-local/model-files/model-store.ts'
import type { ApiMount } from '../api/app.ts'
import { rewriteDescriptions, rewriteRoutes } from '../api/v1/documents/rewrite.ts'
import { documentRoutes } from '../api/v1/documents/routes.ts'
import { templateDescriptions } from '../api/v1/templates/describe.ts'
import { templateRoutes } from '../api/v1/templates/routes.ts'
import { dataFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import type { OpenConsultation } from '../core/consultation/consultation.ts'
import { deleteDocument, UNDO_MS, undeleteDocument } from '../core/document/delete-document.ts'
import { editDocument, reviewDocument } from '../core/document/edit-document.ts'
import { fieldsPerRequest } from '../core/document/field-groups.ts'
import { generationQueue } from '../core/document/generation-queue.ts'
import { llamaGenerator } from '../core/document/llama-generator.ts'
import type { DocumentGenerator, TextGenerator } from '../core/document/ports.ts'
import { restoreVersion } from '../core/document/restore-version.ts'
import { rewriteLines } from '../core/document/rewrite.ts'
import { rulesGenerator } from '../core/document/rules/rules-generator.ts'
import { unavailableGenerator, unavailableText } from '../core/document/unavailable-generator.ts'
import { writeDocument } from '../core/document/write-document.ts'
import type { ComputeGate } from '../core/engine/compute-gate.ts'
import { AppError, isAppError } from '../core/errors.ts'
import type { ConsultationVault } from '../core/vault/ports.ts'
import { refuseWhileHeld } from '../core/vault/refuse-while-held.ts'
import { consultationSeal } from '../models/consultation-seal.ts'
import type { LinkDocumentLine } from '../models/document-audit.ts'
import { documentOriginStore } from '../models/document-origins.ts'
import { documentDossier } from '../models/document-dossier.ts'
import { documentStore } from '../models/documents.ts'
import { heldConsultations } from '../models/holds.ts'
import { submissionStore } from '../models/submissions.ts'
import type { WebhookOutbox } from '../models/webhook-outbox.ts'
import { composeReadAhead, type ReadAheadSources } from './compose-read-ahead.ts'
import { composeRemoteText } from './compose-remote-text.ts'
import { composeOwnModels, composeTemplates } from './compose-templates.ts'
import type { Platform } from './platform.ts'

interface Deps extends ReadAheadSources {
  config: Config
  platform: Platform
  sequelize: Sequelize
  vault: ConsultationVault
  gate: ComputeGate
  openConsultation: OpenConsultation
  linkAudit: LinkDocumentLine
  onGenerated: WebhookOutbox['documentGenerated']
}

/** Writing: the models of documents, the generator the configuration asks for, and the life of documents. */
export async function composeDocuments(deps: Deps) {
  const { config, platform, sequelize, vault, log, openConsultation, transcript } = deps
  const { now, newId } = platform
  const seal = consultationSeal(vault)
  const { linkAudit, onGenerated } = deps
  const documents = documentStore({
    ...{ sequelize, seal, linkAudit, onGenerated },
    dossier: documentDossier(sequelize, platform.version),
  })
  const submissions = submissionStore({ sequelize, seal })
  const models = composeOwnModels(sequelize, platform, { mayShare: deps.config.shareOwnModels })
  const { generator, text, textNow = () => text, inBox = text } = await chooseEngine(deps)
  const queue = generationQueue()
  const stopReading = composeReadAhead(deps, config.textReadAhead ? text : null)

  const interrupted = await documents.interruptGenerating(now())
  if (interrupted > 0) log.warn('documents.interrupted', { count: interrupted })

  async function submittedAt(consultationId: string) {
    const records = await submissions.listOfConsultation(consultationId)
    const isOut = ({ state }: (typeof records)[number]) =>
      state === 'pending' || state === 'accepted' || state === 'replaced'
    return records.filter(isOut).map((record) => record.submittedAt)
  }

  const routers: ApiMount[] = [
    {
      router: documentRoutes({
        openConsultation,
        writeDocument: writeDocument({
          documents,
          templates: models,
          generator: () => generator,
          queue,
          transcript,
          files: deps.files,
          origins: {
            store: documentOriginStore({ sequelize, seal }),
            productVersion: platform.version,
          },
          newId,
          now,
          log,
        }),
        editDocument: editDocument({ documents, now }),
        reviewDocument: reviewDocument({ documents, now }),
        restoreVersion: restoreVersion({ documents, now }),
        deleteDocument: deleteDocument({
          ...{ documents, submittedAt, now },
          refuseWhileHeld: refuseWhileHeld(heldConsultations(sequelize)),
        }),
        undeleteDocument: undeleteDocument({ documents, openConsultation, now }),
        documents,
        footer: config.documentFooter,
      }),
    },
    {
      router: rewriteRoutes({
        ...{ openConsultation, documents },
        rewrite: rewriteLines({ engine: () => ({ text }), queue, now, log }),
      }),
    },
    {
      router: templateRoutes({
        openConsultation,
        templates: composeTemplates(sequelize, platform),
        models,
      }),
    },
  ]

  return {
    routers,
    descriptions: [...templateDescriptions, ...rewriteDescriptions],
    status: () => generator.status,
    /** For what else is written by the same engine, one after the other. */
    engine: () => ({ version: generator.version, text: textNow() }),
    queue,
    purgeDeleted: () => documents.purgeRemoved(new Date(now().getTime() - UNDO_MS)),
    /** Of an erased one: when what is being written has ended, no model of this box remembers it. */
    async forgetVisit(consultationId: string) {
      const { signal } = new AbortController()
      await queue.run(signal, noPosition, async () => inBox?.forget?.(consultationId))
    },
    async close() {
      await stopReading()
      await generator[Symbol.asyncDispose]()
    },
  }
}

function noPosition() {}

type EngineDeps = Pick<Deps, 'config' | 'platform' | 'gate' | 'log'>

interface Engine {
  generator: DocumentGenerator
  /** Its language model; the rules have none. */
  text: TextGenerator | null
  /** The one of this moment, where there are two to choose from. */
  textNow?(): TextGenerator | null
  /** Behind a server of the network: the box's own. */
  inBox?: TextGenerator | null
}

/**
 * `auto` takes the language model that is installed, else the rules, which need none. What was asked for by name is
 * never quietly replaced by something else.
 */
export async function chooseEngine(deps: EngineDeps): Promise<Engine> {
  const { config } = deps
  switch (config.generator) {
    case 'rules':
      return { generator: rulesGenerator(), text: null }
    case 'remote':
      return composeRemoteText(deps, () => localEngine(deps))
    case 'llama':
      return llama(deps, config.textModel ?? missing('textModel'))
    case 'auto':
      return localEngine(deps)
  }
}

async function localEngine(deps: EngineDeps): Promise<Engine> {
  const { textModel } = deps.config
  return textModel ? llama(deps, textModel) : { generator: rulesGenerator(), text: null }
}

async function llama({ config, platform, gate, log }: EngineDeps, file: string): Promise<Engine> {
  const { models } = dataFolder(config.dataDir)
  const path = file.includes('/') ? file : join(models, file)
  try {
    const { sizeBytes } = await checkFormat(path)
    const sha256 = await provenDigest(models, file, path, platform)
    const text = llamaTextGenerator({
      // Proven a moment ago, or when it was installed: the child need not read gigabytes once more.
      model: { path, sha256: null, name: file },
      childPath: fileURLToPath(platform.built('llama-child.js')),
      gate,
      log,
      contextTokens: config.textContextTokens,
      threads: config.engineThreads,
      keptStateBytes: config.textKeptStateMiB * 2 ** 20,
    })
    const perRequest = config.textFieldsPerRequest || fieldsPerRequest(sizeBytes)
    const generator = llamaGenerator({
      ...{ text, kind: 'llama', version: sha256, fieldsPerRequest: perRequest },
      recipe: { contextTokens: config.textContextTokens, threads: config.engineThreads },
    })
    return { generator, text }
  } catch (error) {
    if (!isAppError(error)) throw error
    log.error('documents.model_unusable', { file, code: error.code })
    const generator = unavailableGenerator({ kind: 'llama', model: file }, error)
    return { generator, text: unavailableText(file, error) }
  }
}

/** What `svcctl model` wrote down when it proved the file, as long as the file has not changed since; else by reading it. */
async function provenDigest(models: string, file: string, path: string, { now }: Platform) {
  const stored = file.includes('/') ? null : await modelStore({ folder: models, now }).find(file)
  return stored?.record?.sha256 ?? (await inspectGguf(path)).sha256
}

function missing(setting: string): never {
  throw new AppError('invalid', 'setting_missing', `The setting ${setting} is missing.`)
}
