import type { ModelTrial } from '../core/model-file/use-model.ts'

/** How a model did when it was tried. */
export function trialWords(trial: ModelTrial | null): string {
  if (trial?.tried === false)
    return 'It was not tried: the speech runtime is compiled at the first start.'
  if (!trial?.figure) return ''
  const { figure, hearing } = trial
  const words = hearing ? `, ${hearing.heard} of ${hearing.said} words of a clear voice` : ''
  return `It was tried: ${figure.value} ${figure.unit}${words}.`
}
