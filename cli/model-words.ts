import { type Advice, largerSpeechModel } from '../core/model-file/advise-models.ts'
import { boxModel, EARLIER_BOX_FILE, findModel } from '../core/model-file/catalogue.ts'
import type { FitnessLevel, ModelFitness } from '../core/model-file/model-fitness.ts'
import type { ModelTrial } from '../core/model-file/use-model.ts'
import type { CliDeps, Flags } from './deps.ts'

/** The pair that does best on this machine, in the same words wherever it is told. */
export function pairWords({ speech, text }: Pick<Advice, 'speech' | 'text'>): string {
  const heard = speech === null ? 'no speech model of the catalogue' : `${speech} for speech`
  const written = text === null ? 'rules for documents' : `${text} for documents`
  return `${heard}, ${written}`
}

/** How a model did when it was tried. */
export function trialWords(trial: ModelTrial | null): string {
  if (trial?.tried === false)
    return 'It was not tried: the speech runtime is compiled at the first start.'
  if (!trial?.figure) return ''
  const { figure, hearing } = trial
  const words = hearing ? `, ${hearing.heard} of ${hearing.said} words of a clear voice` : ''
  return `It was tried: ${figure.value} ${figure.unit}${words}.`
}

/** A backup names models and does not hold them: how one is had again on another machine. */
export function modelAgain(file: string): string {
  if (file === boxModel.file || file === EARLIER_BOX_FILE) return 'comes with the program'
  const known = findModel(file)
  if (!known) return 'in no catalogue: keep the file, and bring it with svcctl model import FILE'
  return `svcctl model pull ${known.name}, or svcctl model import FILE`
}

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

/** The larger speech model that this machine carries; null: none, or another is in use. */
export async function largerModel(deps: CliDeps, flags: Flags): Promise<string | null> {
  const { speechEngine, speechModel } = deps.settings.load(flags).values
  if (speechEngine !== 'auto' || speechModel !== boxModel.file) return null
  return largerSpeechModel(await deps.modelAdvice(flags))
}
