/** Which engine writes documents, as the settings say. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkFormat, inspectGguf } from '../ai-local/llama/inspect-model.ts'
import { RUNAWAY } from '../ai-local/llama/runaway.ts'
import { modelStore } from '../ai-local/model-files/model-store.ts'
import { dataFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import {
  unavailableGenerator,
  unavailableText,
} from '../core/document/generation/fallback-generator.ts'
import type { FieldReader } from '../core/document/generation/field-reader.ts'
import { fieldsPerRequest, llamaGenerator } from '../core/document/generation/llama-generator.ts'
import type { DocumentGenerator, TextGenerator } from '../core/document/models/ports.ts'
import { lineCheck } from '../core/document/notes/check-line.ts'
import { type DraftingGenerator, type LineStore, lineMemory } from '../core/document/notes/draft.ts'
import { phrasingGenerator } from '../core/document/notes/phrasing-generator.ts'
import { pieceWriter } from '../core/document/notes/piece-writer.ts'
import type { ComputeGate } from '../core/engine/compute-gate.ts'
import { AppError, isAppError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import { fitnessOf } from '../core/model-file/model-fitness.ts'
import type { PhrasingEngine } from './compose/phrase-ahead.ts'
import { composeRemoteText } from './compose/remote-text.ts'
import type { Platform } from './platform.ts'

export interface EngineDeps {
  config: Config
  platform: Platform
  gate: ComputeGate
  /** In memory unless given. */
  lines?: LineStore
  /** What reads visits; in this thread unless given. */
  readers?: { rules: DraftingGenerator; fields: FieldReader }
  log: Log
}

export interface Engine {
  generator: DocumentGenerator
  /** Its language model; the rules have none. */
  text: TextGenerator | null
  /** The one of this moment, where there are two to choose from. */
  textNow?(): TextGenerator | null
  /**
   * The box's own model where nobody else may ask it: behind a server of the network, for phrasing
   * only, or left out. What it read of a visit is forgotten with the visit, and it is tried before
   * it is taken into use.
   */
  inBox?: TextGenerator | null
  /** Where documents are by rules and a model phrases them. */
  phrasing?: PhrasingEngine
}

/**
 * `auto` takes the installed language model for what it is proven for on this machine (`svcctl
 * model prove`), and the rules, which need none, for everything else. What was asked for by name is
 * never quietly replaced by something else; where it is unproven it says so.
 */
export async function chooseEngine(deps: EngineDeps): Promise<Engine> {
  const { config } = deps
  switch (config.generator) {
    case 'rules':
      return { generator: await rulesOf(deps), text: null }
    case 'remote':
      return composeRemoteText(deps, () => localEngine(deps))
    case 'llama':
      return namedEngine(deps, config.textModel ?? missing('textModel'))
    case 'auto':
      return localEngine(deps)
  }
}

async function rulesOf({ readers, platform }: EngineDeps): Promise<DraftingGenerator> {
  return readers?.rules ?? (await import('./rules-here.ts')).rulesHere(platform)
}

async function localEngine(deps: EngineDeps): Promise<Engine> {
  const { config, log } = deps
  const { textModel: file } = config
  const rules = await rulesOf(deps)
  if (!file) return { generator: rules, text: null }
  const engine = await llama(deps, file)
  const level = fitnessOf((await storedModel(deps, file))?.record)
  if (level === 'write') return engine
  const { text, generator } = engine
  // Who does not write documents rewrites none, and reads no visit ahead.
  if (level === 'phrase') return phrasing(text, generator.version, rules, deps)
  log.warn('documents.model_left_out', { file, fitness: level ?? 'unproven' })
  const disposed = { [Symbol.asyncDispose]: () => generator[Symbol.asyncDispose]() }
  return { generator: { ...rules, ...disposed }, text: null, inBox: text }
}

function phrasing(
  text: TextGenerator,
  version: string,
  rules: DraftingGenerator,
  deps: EngineDeps,
): Engine {
  const { log, lines = lineMemory() } = deps
  const writing = { text, version, lines, log, check: lineCheck(), sha256: sha256Of }
  return {
    generator: phrasingGenerator({ ...writing, rules, kind: 'llama' }),
    text: null,
    inBox: text,
    phrasing: { rules, writer: (visit) => pieceWriter(writing, visit) },
  }
}

/** Writes whole documents with the model, whatever it is proven for. */
export async function namedEngine(deps: EngineDeps, file: string): Promise<Engine & WithText> {
  const { generator, text } = await llama(deps, file)
  if (fitnessOf((await storedModel(deps, file))?.record) === 'write') return { generator, text }
  const unproven: DocumentGenerator = {
    ...generator,
    status: { ...generator.status, unproven: true },
    recipe: { ...generator.recipe, proven: 'no' },
  }
  return { generator: unproven, text }
}

interface WithText {
  text: TextGenerator
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function llama(deps: EngineDeps, file: string): Promise<Engine & WithText> {
  const { config, platform, gate, log } = deps
  const { models } = dataFolder(config.dataDir)
  const path = file.includes('/') ? file : join(models, file)
  try {
    const { sizeBytes } = await checkFormat(path)
    const sha256 = await provenDigest(deps, file, path)
    // Most boxes write by rules: a start without a model loads nothing of one.
    const { llamaTextGenerator } = await import('../ai-local/llama/llama-text-generator.ts')
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
      text,
      kind: 'llama',
      version: sha256,
      fieldsPerRequest: perRequest,
      ...(deps.readers ? { reader: deps.readers.fields } : {}),
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

/**
 * What `svcctl model` wrote down when it proved the file, as long as the file has not changed
 * since; else by reading it.
 */
async function provenDigest(deps: EngineDeps, file: string, path: string): Promise<string> {
  const stored = await storedModel(deps, file)
  return stored?.record?.sha256 ?? (await inspectGguf(path)).sha256
}

/** Of a file elsewhere nothing is written down. */
async function storedModel({ config, platform }: EngineDeps, file: string) {
  if (file.includes('/')) return null
  const { models } = dataFolder(config.dataDir)
  return modelStore({ folder: models, now: platform.now }).find(file)
}

function missing(setting: string): never {
  throw new AppError('invalid', 'setting_missing', `The setting ${setting} is missing.`)
}
