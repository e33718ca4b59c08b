/**
 * Runs a set of cases through a writer and, where a case has sound, through a speech model too. A
 * case with sound is written twice: from the words as they stand in it and from what was heard, so
 * that the two can be told apart. One after the other: what runs beside each other on a small box
 * measures the box.
 */

import type {
  DocumentInput,
  GeneratedDocument,
  Template,
} from '../../../core/document/models/ports.ts'
import { emptyContent } from '../../../core/document/models/template-schema.ts'
import { isAppError } from '../../../core/errors.ts'
import { caseInput, type EvaluationCase } from '../../../core/evaluation/case.ts'
import type { CaseResult, Part } from '../../../core/evaluation/report.ts'
import { documentScorer } from '../../../core/evaluation/score-document.ts'
import { speechScorer } from '../../../core/evaluation/word-errors.ts'
import type { TranscriptSegment } from '../../../core/transcription/ports.ts'

export interface EvaluationDeps {
  templates: readonly Template[]
  write(input: DocumentInput, signal: AbortSignal): Promise<GeneratedDocument>
  /** Null: no sound is heard. */
  hear: HearCase | null
  /** Milliseconds. */
  now: () => number
  signal: AbortSignal
  onStep(done: number, of: number, what: string): void
}

/** @throws {AppError} as the speech engine does */
export type HearCase = (
  one: EvaluationCase,
  signal: AbortSignal,
) => Promise<{ segments: TranscriptSegment[]; audioMs: number }>

/**
 * @param cases checked before: each fits one of the models. @throws `signal.reason` when aborted
 */
export async function runEvaluation(
  cases: readonly EvaluationCase[],
  { templates, write, hear, now, signal, onStep }: EvaluationDeps,
): Promise<CaseResult[]> {
  const scoreDocument = documentScorer()
  const scoreSpeech = speechScorer()
  const results: CaseResult[] = []
  const steps = cases.length + (hear ? cases.filter(({ sound }) => sound).length : 0)

  async function writeCase(
    one: EvaluationCase,
    part: Part,
    heard?: { segments: TranscriptSegment[]; speech: CaseResult['speech'] },
  ): Promise<CaseResult> {
    const template = templateOf(one, templates)
    const startedAt = now()
    const outcome = await write(caseInput(one, template, heard?.segments), signal).catch(
      (error: unknown) => failureCode(error, signal),
    )
    const isFailed = typeof outcome === 'string'
    const content = isFailed ? emptyContent(template) : outcome.content
    return {
      id: one.id,
      templateId: one.templateId,
      part,
      failure: isFailed ? outcome : null,
      score: scoreDocument(one, template, content),
      speech: heard?.speech ?? null,
      seconds: (now() - startedAt) / 1000,
    }
  }

  for (const one of cases) {
    onStep(results.length, steps, one.id)
    results.push(await writeCase(one, 'read'))
    if (!hear || !one.sound) continue
    onStep(results.length, steps, `${one.id}, its sound`)
    const startedAt = now()
    const { segments, audioMs } = await hear(one, signal)
    const seconds = (now() - startedAt) / 1000
    const said = one.turns.map(({ text }) => text)
    const errors = scoreSpeech(
      said,
      segments.map(({ text }) => text),
    )
    const speech = { ...errors, audioS: audioMs / 1000, seconds }
    results.push(await writeCase(one, 'heard', { segments, speech }))
  }
  onStep(steps, steps, '')
  return results
}

function templateOf({ id, templateId }: EvaluationCase, templates: readonly Template[]): Template {
  const found = templates.find((template) => template.id === templateId)
  if (found) return found
  throw new Error(`${id}: there is no document model ${templateId}`)
}

/**
 * A document that is refused is a finding; anything but an expected failure is a bug and ends the
 * run.
 */
function failureCode(error: unknown, signal: AbortSignal): string {
  signal.throwIfAborted()
  // Longer than one document may take: one that failed, and the others go on.
  if (error instanceof Error && error.name === 'TimeoutError') return 'generation_timeout'
  if (!isAppError(error)) throw error
  return error.code
}
