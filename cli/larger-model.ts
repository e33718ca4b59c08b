import { largerSpeechModel } from '../core/model-file/advise-models.ts'
import { boxModel } from '../core/model-file/catalogue.ts'
import type { CliDeps, Flags } from './deps.ts'

/**
 * The command that leads from the model in the box to a larger one; null where this machine carries
 * none, or another is in use.
 */
export async function largerModelCommand(deps: CliDeps, flags: Flags): Promise<string | null> {
  const { speechEngine, speechModel } = deps.settings.load(flags).values
  if (speechEngine !== 'auto' || speechModel !== boxModel.file) return null
  const larger = largerSpeechModel(await deps.boxFacts(flags), new Map())
  return larger && `svcctl model pull ${larger} && svcctl model use ${larger}`
}
