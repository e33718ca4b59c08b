import type { FitnessLevel, ModelFitness } from '../core/model-file/model-fitness.ts'

/** What a language model is for here, in few words. */
export function fitnessWords(level: FitnessLevel | null): string {
  return level === null ? 'unproven' : SHORT[level]
}

const SHORT: Record<FitnessLevel, string> = {
  nothing: 'not fit for documents',
  phrase: 'fit to phrase',
  write: 'fit to write documents',
}

/** The same at length, with what was found. */
export function fitnessSheet(
  name: string,
  { level, phrase, write, seconds }: ModelFitness,
): string {
  const lines = [
    `${name} ${LONG[level]}`,
    '',
    `Phrasing: of ${phrase.cases} answers, ${phrase.firstTry} lines accepted at the first try; ${phrase.right} right in the end, ${phrase.wrong} accepted and not right.`,
  ]
  if (write)
    lines.push(
      `Documents: ${write.found} of ${write.facts} facts in place (rules: ${write.foundByRules}), ${write.unsupported} statements without a source (rules: ${write.unsupportedByRules})${write.cases < WHOLE ? `; decided after ${write.cases} of ${WHOLE}` : ''}.`,
    )
  return [...lines, `It took ${seconds} s.`].join('\n')
}

const WHOLE = 3
const LONG: Record<FitnessLevel, string> = {
  nothing: 'is not fit for documents here: rules write them, and better than it would.',
  phrase:
    'is fit to phrase: it puts a question with its answer into a line of the record. Whole documents it writes worse than rules do, so they are put together by rules.',
  write: 'is fit to write: its documents are at least as good as those of the rules.',
}
