import type { Config } from '../../config/settings.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { caseInput } from '../../core/evaluation/case.ts'
import { silentLog } from '../../core/log.ts'
import {
  previewTemplate,
  readTranscript,
  type TemplatePreviewer,
} from '../../core/templates/preview-template.ts'
import { chooseEngine } from '../choose-engine.ts'
import { readProductCase } from '../evaluation-set.ts'
import type { Platform } from '../platform.ts'

/**
 * Trying a document model with the installed engines, on an invented conversation: no data folder
 * is opened, nothing is kept.
 */
export function composePreview(
  config: Config,
  platform: Platform,
  signal: AbortSignal,
): TemplatePreviewer {
  return {
    async run(template, { caseId, transcript, onField }) {
      const sources =
        transcript === null ? await sample(platform, caseId, template) : typed(transcript)
      const gate = computeGate()
      const { generator } = await chooseEngine({ config, platform, gate, log: silentLog })
      try {
        return await previewTemplate(template, sources, generator, { signal, onField })
      } finally {
        await generator[Symbol.asyncDispose]()
      }
    },
  }
}

const SAMPLE = 'anamnese-01'

async function sample(
  { installRoot }: Platform,
  caseId: string | null,
  template: Parameters<typeof caseInput>[1],
) {
  return caseInput(await readProductCase(installRoot, caseId ?? SAMPLE), template)
}

function typed(text: string) {
  return { segments: readTranscript(text), contextMarkdown: '', backgroundHistory: null, files: [] }
}
