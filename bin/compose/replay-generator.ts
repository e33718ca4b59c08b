/**
 * For `svcctl doc replay`: the engine that wrote a document, made again beside a running service
 * and below it.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspectGguf } from '../../ai-local/llama/inspect-model.ts'
import { RUNAWAY } from '../../ai-local/llama/runaway.ts'
import { modelStore } from '../../ai-local/model-files/model-store.ts'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import { llamaGenerator } from '../../core/document/generation/llama-generator.ts'
import type { DocumentGenerator, Recipe } from '../../core/document/models/ports.ts'
import type { DocumentOrigin } from '../../core/document/record/document-origin.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { AppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import type { Platform } from '../platform.ts'

/** @throws {AppError} `replay_model_missing`, `replay_not_possible`, `replay_rules_changed` */
export async function replayGenerator(
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
