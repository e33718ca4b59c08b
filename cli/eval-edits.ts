import { AppError } from '../core/errors.ts'
import type { Evaluation, EvaluationSet } from '../core/evaluation/ports.ts'
import type { CliDeps } from './deps.ts'

/** `svcctl eval --edits`: the error set that the checks are measured on, as a file. */
export async function writeErrorSet(
  { terminal }: CliDeps,
  evaluation: Evaluation,
  { name, cases }: EvaluationSet,
  path: string,
): Promise<void> {
  if (name === 'held-out')
    throw new AppError(
      'invalid',
      'usage',
      'Nothing of the held-out set is written out, so that nothing is tuned on it.',
    )
  const written = await evaluation.writeEdits(path, cases)
  terminal.result(written, () => `${written.edits} edits of ${written.cases} cases are in ${path}.`)
}
