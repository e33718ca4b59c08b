/** Which engine writes documents, as the settings say. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkFormat, inspectGguf } from '../ai-local/llama/inspect-model.ts'
import { llamaTextGenerator } from '../ai-local/llama/llama-text-generator.ts'
import { RUNAWAY } from '../ai-local/llama/runaway.ts'
import { modelStore } from '../ai-local/model-files/model-store.ts'
import { dataFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import { fieldsPerRequest } from '../core/document/generation/field-groups.ts'
import { llamaGenerator } from '../core/document/generation/llama-generator.ts'
import {
  unavailableGenerator,
  unavailableText,
} from '../core/document/generation/unavailable-generator.ts'
import type { DocumentGenerator, TextGenerator } from '../core/document/ports.ts'
import { rulesGenerator } from '../core/document/rules/rules-generator.ts'
import type { ComputeGate } from '../core/engine/compute-gate.ts'
import { AppError, isAppError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import { composeRemoteText } from './compose/remote-text.ts'
import type { Platform } from './platform.ts'

export interface EngineDeps {
  config: Config
  platform: Platform
  gate: ComputeGate
  log: Log
}

export interface Engine {
  generator: DocumentGenerator
  /** Its language model; the rules have none. */
  text: TextGenerator | null
  /** The one of this moment, where there are two to choose from. */
  textNow?(): TextGenerator | null
  /** The box's own engine, where a server of the network writes and this one is its fallback. */
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
      recipe: {
        contextTokens: config.textContextTokens,
        threads: config.engineThreads,
        ...RUNAWAY,
      },
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
