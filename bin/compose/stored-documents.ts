/**
 * `svcctl doc replay` and `svcctl doc explain`: what is stored of a document, and what it was
 * written from, read beside a running service. The data folder is read and nothing in it is
 * changed.
 */

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspectGguf } from '../../ai-local/llama/inspect-model.ts'
import { RUNAWAY } from '../../ai-local/llama/runaway.ts'
import { modelStore } from '../../ai-local/model-files/model-store.ts'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import { explainDocument } from '../../core/document/checks/explain-document.ts'
import { llamaGenerator } from '../../core/document/generation/llama-generator.ts'
import { replayDocument } from '../../core/document/generation/replay-document.ts'
import type { DocumentGenerator, Recipe } from '../../core/document/models/ports.ts'
import type { DocumentOrigin } from '../../core/document/record/document-store.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { AppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import { documentStore } from '../../models/document/documents.ts'
import { DocumentDossierRow } from '../../models/document/dossier.ts'
import { documentOriginStore } from '../../models/document/origins.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'
import { consultationVault } from '../../models/vault/vault.ts'
import { recording } from '../audited-admin.ts'
import { commandLog } from '../command-log.ts'
import type { Platform } from '../platform.ts'
import { beginAct } from '../record-act.ts'
import { openAccess } from './access.ts'
import { composeAdminAudit } from './audit.ts'

export async function openStoredDocuments(config: Config, platform: Platform) {
  const log = commandLog()
  const { version: productVersion, now } = platform
  const { database, sealer } = await openAccess(config, platform, log, { make: false })
  const { sequelize, isReadOnly } = database
  const seal = consultationSeal(consultationVault({ sequelize, sealer, now }))
  const origins = documentOriginStore({ sequelize, seal })
  const audit = composeAdminAudit({ config, platform, sequelize, sealer, log, isReadOnly })
  const dossiers = DocumentDossierRow.attach(sequelize)
  const acts = {
    replay: replayDocument({
      origins,
      productVersion,
      openGenerator: (origin) => replayGenerator(origin, config, platform),
    }),
    explain: explainDocument({
      origins,
      productVersion,
      documents: documentStore({ sequelize, seal }),
      wasAsked: async (id) => (await dossiers.count({ where: { documentId: id } })) > 0,
    }),
  }
  // On record from before anything of it is read, with what came of it.
  const on = recording(audit.trail, audit.actor, beginAct({ config, platform }))
  return {
    ...on(acts, {
      replay: ([id]) => ({ action: 'document.replayed', subject: { kind: 'document', id } }),
      explain: ([id]) => ({ action: 'document.explained', subject: { kind: 'document', id } }),
    }),
    async [Symbol.asyncDispose]() {
      await audit.close()
      await database.close()
    },
  }
}

/**
 * For `svcctl doc replay`: the engine that wrote a document, made again beside a running service
 * and below it.
 * @throws {AppError} `replay_model_missing`, `replay_not_possible`, `replay_rules_changed`
 */
async function replayGenerator(
  { source, recipe }: DocumentOrigin,
  config: Config,
  platform: Platform,
): Promise<DocumentGenerator> {
  switch (source.generator) {
    case 'rules':
      return (await import('../rules-here.ts')).rulesHere(platform)
    case 'llama': {
      const [digest = ''] = source.version.split(' ')
      const number = (name: string) => Number(recipe[name] ?? 0)
      const bound = (name: string) => number(name) || null
      sameRunaway(recipe)
      const { llamaTextGenerator } = await import('../../ai-local/llama/llama-text-generator.ts')
      const text = llamaTextGenerator({
        model: { path: await modelWith(digest, config, platform), sha256: digest, name: digest },
        childPath: fileURLToPath(platform.built('llama-child.js')),
        gate: computeGate(),
        log: silentLog,
        contextTokens: number('contextTokens') || config.textContextTokens,
        threads: number('threads'),
        keptStateBytes: 0,
      })
      const fieldsPerRequest = number('fieldsPerRequest')
      return llamaGenerator({
        text,
        kind: 'llama',
        version: digest,
        fieldsPerRequest,
        stops: {
          // Older documents tell of no bounds: they had today's.
          ...(bound('maxTokens') ? { maxTokens: number('maxTokens') } : {}),
          textChars: bound('textChars'),
          listItems: bound('listItems'),
        },
      })
    }
    default:
      throw new AppError(
        'rejected',
        'replay_not_possible',
        `The document was written by "${source.generator}": whether another server still has the same model cannot be proven here.`,
      )
  }
}

/**
 * A text that went in circles was stopped by the rule of its release; by another it may end
 * elsewhere.
 */
function sameRunaway(recipe: Recipe): void {
  const differs = Object.entries(RUNAWAY).filter(
    ([name, now]) => recipe[name] !== undefined && recipe[name] !== now,
  )
  if (differs.length === 0) return
  throw new AppError(
    'rejected',
    'replay_rules_changed',
    'Texts that go in circles are stopped by another rule in this release. Install the release that wrote the document to replay it.',
    {
      details: differs.map(([name, now]) => ({
        name,
        written: String(recipe[name]),
        now: String(now),
      })),
    },
  )
}

/**
 * Whatever it is called now: the digest tells. The engine proves it once more before it loads the
 * file.
 */
async function modelWith(digest: string, config: Config, { now }: Platform): Promise<string> {
  const { models } = dataFolder(config.dataDir)
  const installed = await modelStore({ folder: models, now }).list()
  const known = installed.find(({ record }) => record?.sha256 === digest)
  if (known) return known.path
  const { textModel } = config
  const unproven = [
    ...installed
      .filter(({ file, record }) => !record && file.endsWith('.gguf'))
      .map(({ path }) => path),
    ...(textModel ? [textModel.includes('/') ? textModel : join(models, textModel)] : []),
  ]
  for (const path of new Set(unproven)) {
    const { sha256 } = await inspectGguf(path).catch(() => ({ sha256: '' }))
    if (sha256 === digest) return path
  }
  throw new AppError(
    'rejected',
    'replay_model_missing',
    `The language model that wrote the document (SHA-256 ${digest}) is not installed any more.`,
  )
}
