import type { Config } from '../config/settings.ts'
import { computeGate } from '../core/engine/compute-gate.ts'
import { AppError } from '../core/errors.ts'
import { caseInput } from '../core/evaluation/case-input.ts'
import { silentLog } from '../core/log.ts'
import type { TemplatePreviewer } from '../core/templates/ports.ts'
import { previewTemplate } from '../core/templates/preview-template.ts'
import { readTranscript } from '../core/templates/read-transcript.ts'
import { chooseEngine } from './choose-engine.ts'
import { readEvaluationSet } from './evaluation-set.ts'
import type { Platform } from './platform.ts'

/** Trying a document model with the installed engines, on an invented conversation: no data folder is opened, nothing is kept. */
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
  const { cases } = await readEvaluationSet(installRoot, 'product')
  const one = cases.find(({ id }) => id === (caseId ?? SAMPLE))
  if (one) return caseInput(one, template)
  const names = cases.map(({ id }) => id).join(', ')
  throw new AppError(
    'not-found',
    'case_unknown',
    `No invented consultation is called "${caseId}". There are: ${names}`,
  )
}

function typed(text: string) {
  return { segments: readTranscript(text), contextMarkdown: '', backgroundHistory: null, files: [] }
}
