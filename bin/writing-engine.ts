/**
 * The engine that writes documents, which another model can take the place of while the service
 * runs: what is being written ends on the old one, what comes next begins on the new. A model that
 * cannot write is found out before anything depends on it.
 */
import { AppError } from '../core/errors.ts'
import type { SwitchModel } from '../core/model-file/model-switch.ts'
import { chooseEngine, type Engine, type EngineDeps } from './choose-engine.ts'
import {
  composePhraseAhead,
  composeReadAhead,
  type PhraseAheadSources,
  type ReadAheadSources,
} from './compose/phrase-ahead.ts'

/** For loading and one short answer. */
const PROBE_TIMEOUT_MS = 5 * 60_000

export async function writingEngine(deps: EngineDeps & ReadAheadSources & PhraseAheadSources) {
  const { config, queue } = deps
  const open = (textModel: string | null) =>
    chooseEngine({ ...deps, config: { ...config, textModel } })
  const workAhead = ({ text, phrasing }: Engine) =>
    config.textReadAhead
      ? { stopReading: composeReadAhead(deps, text), lines: composePhraseAhead(deps, phrasing) }
      : null
  let file = config.textModel
  let current = await open(file)
  let ahead = workAhead(current)

  async function stopAhead() {
    await ahead?.stopReading()
    await ahead?.lines?.close()
  }

  async function take(next: Engine, nextFile: string | null) {
    const before = current
    await stopAhead()
    current = next
    file = nextFile
    ahead = workAhead(next)
    await before.generator[Symbol.asyncDispose]()
  }

  /** Between two documents, so that none is cut off. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    return queue.run(new AbortController().signal, () => {}, work)
  }

  const switchModel: SwitchModel = async (wanted, { together }) => {
    if (config.generator === 'remote' || config.generator === 'rules') return 'not-used'
    if (together) {
      const next = await open(wanted)
      try {
        await probe(next)
      } catch (error) {
        await next.generator[Symbol.asyncDispose]()
        throw error
      }
      await inTurn(() => take(next, wanted))
      return 'switched'
    }
    await inTurn(async () => {
      const before = file
      // Its process ends here, so that two never lie in memory at once.
      await take(await open(wanted), wanted)
      await probe(current).catch(async (error: unknown) => {
        await take(await open(before), before)
        throw error
      })
    })
    return 'switched'
  }

  return {
    now: () => current,
    switchModel,
    /** Its lines may be written ahead: what the feed does not tell. */
    changed: (consultationId: string) => ahead?.lines?.changed(consultationId),
    /** When it resolves, no line of the visit is being written ahead. */
    dropAhead: async (consultationId: string) => ahead?.lines?.drop(consultationId),
    async close() {
      await stopAhead()
      await current.generator[Symbol.asyncDispose]()
    },
  }
}

/** Loads the model and has it write one word under a grammar, as every document is written. */
async function probe({ text, inBox = text }: Engine): Promise<void> {
  if (!inBox) return
  try {
    await inBox.generate(
      { system: 'Responda em JSON.', user: 'Pronto?' },
      {
        schema: {
          type: 'object',
          properties: { pronto: { type: 'boolean' } },
          required: ['pronto'],
          additionalProperties: false,
        },
        maxTokens: 64,
        signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      },
    )
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'model_probe_failed',
      'The model could not be loaded or wrote nothing that can be used.',
      { cause },
    )
  }
}
