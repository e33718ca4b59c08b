/**
 * A language model on the shipped cases, with the engine and the settings that documents are
 * written with (`svcctl model prove`).
 */
import type { Config } from '../config/settings.ts'
import { builtInTemplates } from '../config/templates.ts'
import type { DocumentGenerator, DocumentInput } from '../core/document/models/ports.ts'
import { parseTemplate } from '../core/document/models/template-schema.ts'
import { lineCheck } from '../core/document/notes/check-line.ts'
import { writeLine } from '../core/document/notes/piece-writer.ts'
import { rulesGenerator } from '../core/document/quoting/rules-generator.ts'
import { computeGate } from '../core/engine/compute-gate.ts'
import { AppError, isAppError } from '../core/errors.ts'
import { silentLog } from '../core/log.ts'
import type { Proof } from '../core/model-file/prove-model.ts'
import { phraseCases } from '../core/model-proof/phrase-cases.ts'
import { isFitToPhrase, provePhrasing } from '../core/model-proof/prove-phrasing.ts'
import { canWrite, proveWriting } from '../core/model-proof/prove-writing.ts'
import { timeLimit } from '../core/time-limit.ts'
import { namedEngine } from './choose-engine.ts'
import { readProductCase } from './evaluation-set.ts'
import type { Platform } from './platform.ts'
import { shippedFiling } from './sentence-encoder.ts'

/** Short visits of the tuned set that rules write well. */
const VISITS = ['som-10', 'anamnese-04', 'som-01']
/** Who takes longer for so short a visit makes a doctor wait. */
const DOCUMENT_MS = 150_000

export interface ProofOptions {
  signal: AbortSignal
  onStep(done: number, of: number, what: string): void
}

/** @throws {AppError} as the engine does; `signal.reason` when aborted */
export async function proofOf(
  config: Config,
  platform: Platform,
  file: string,
  { signal, onStep }: ProofOptions,
): Promise<Proof> {
  const { generator, text } = await namedEngine(
    { config, platform, gate: computeGate(), log: silentLog },
    file,
  )
  await using _closed = generator
  const of = phraseCases.length + VISITS.length
  let done = 0
  const onCase = () => {
    done += 1
    onStep(done, of, done < phraseCases.length ? 'phrasing' : 'writing documents')
  }
  const check = lineCheck()
  onStep(0, of, 'loading it')
  const phrase = await provePhrasing({
    cases: phraseCases,
    writeLine: (piece) => writeLine(text, piece, { signal, check, visit: 'proof' }),
    onCase,
  })
  if (!isFitToPhrase(phrase)) return { level: 'nothing', phrase, write: null }
  const rules = rulesGenerator(shippedFiling(platform))
  const write = await proveWriting({
    cases: await Promise.all(VISITS.map((id) => readProductCase(platform.installRoot, id))),
    templates: builtInTemplates().map(parseTemplate),
    byModel: (input) => inTime(generator, input, signal),
    byRules: (input) => rules.generate(input, { signal, onField() {} }),
    onCase,
  })
  return { level: canWrite(write) ? 'write' : 'phrase', phrase, write }
}

async function inTime(generator: DocumentGenerator, input: DocumentInput, signal: AbortSignal) {
  const limit = timeLimit(DOCUMENT_MS)
  try {
    return await generator.generate(input, {
      signal: AbortSignal.any([signal, limit]),
      onField() {},
    })
  } catch (cause) {
    signal.throwIfAborted()
    if (isAppError(cause) || !limit.aborted) throw cause
    throw new AppError('unavailable', 'generation_timeout', 'The document took too long.', {
      cause,
    })
  }
}
