import { largerSpeechModel } from '../core/model-file/advise-models.ts'
import { boxModel } from '../core/model-file/catalogue.ts'
import type { CliDeps, Flags } from './deps.ts'

/** The larger speech model that this machine carries; null: none, or another is in use. */
export async function largerModel(deps: CliDeps, flags: Flags): Promise<string | null> {
  const { speechEngine, speechModel } = deps.settings.load(flags).values
  if (speechEngine !== 'auto' || speechModel !== boxModel.file) return null
  return largerSpeechModel(await deps.modelAdvice(flags))
}
