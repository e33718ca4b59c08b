import { AppError } from '../errors.ts'
import { findModel } from './catalogue.ts'
import type { VerifyModel } from './installed-model.ts'
import { type Box, type Fit, modelFit } from './model-fit.ts'
import type { SwitchableKind, SwitchState } from './model-switch.ts'
import type { TransferOptions } from './ports.ts'
import type { Hearing } from './probe-sound.ts'

/** How a model did when it was tried. */
export interface ModelTrial {
  /**
   * False where nothing is there to try it with: the speech runtime is compiled at the first start.
   */
  tried: boolean
  figure: { unit: 'times real time' | 'tokens a second'; value: number } | null
  /** Share of a clear voice that a speech model wrote. */
  hearing: Hearing | null
}

/** What the running server made of it; null where none runs: the next start takes it. */
export interface LiveSwitch {
  /** `pending`: the setting is written, and the server has not taken it up yet. */
  state: SwitchState['state'] | 'pending'
  together: boolean | null
  reason: string | null
}

export interface UsedModel {
  name: string
  file: string
  setting: 'speechModel' | 'textModel'
  fit: Fit
  live: LiveSwitch | null
  trial: ModelTrial | null
}

interface Deps {
  verify: VerifyModel
  kindOf(file: string): Promise<'speech' | 'vad' | 'text' | null>
  box: Box
  /**
   * Held until it is over, so that nobody waits for a switch that another one has overtaken.
   * @throws {AppError} `model_busy`
   */
  lock(kind: SwitchableKind): Promise<AsyncDisposable>
  isServerRunning(): Promise<boolean>
  /** Without a server. @throws {AppError} `model_probe_failed`, `model_does_not_hear` */
  tryModel(model: { kind: SwitchableKind; file: string }): Promise<ModelTrial>
  /** @returns what the setting was before */
  saveSetting(
    key: 'speechModel' | 'textModel',
    value: string | null,
  ): Promise<{ before: string | null }>
  /** What the server made of the setting, once it has; null when it went away meanwhile. */
  awaitSwitch(kind: SwitchableKind, file: string): Promise<LiveSwitch | null>
  /** On record from before it begins: who took which into use. */
  begin(file: string, facts: { setting: string }): Promise<BegunUse>
}

export interface BegunUse {
  end(facts: { setting: string; outcome: string }): Promise<void>
  /** It was not taken into use. */
  forget(): Promise<void>
}

/**
 * Makes an installed model the active one: proven whole, tried with the real engine (by the running
 * server, beside its work, or here), and only then kept. A model that fails is not taken and the
 * setting stays what it was.
 */
export function useModel(deps: Deps) {
  const { verify, kindOf, box, lock, isServerRunning, tryModel, saveSetting, awaitSwitch } = deps

  /**
   * @throws {AppError} `model_not_installed`, `model_checksum_mismatch`, `model_not_selectable`,
   * `model_busy`, `model_probe_failed`, `model_does_not_hear`
   */
  return async (name: string, options: TransferOptions): Promise<UsedModel> => {
    const { file, result, ...checked } = await verify.one(name, options)
    if (result === 'changed')
      throw new AppError(
        'rejected',
        'model_checksum_mismatch',
        `"${checked.name}" is damaged: its SHA-256 does not agree. Remove it and get it again: svcctl model remove ${checked.name}`,
      )
    const kind = await kindOf(file)
    if (kind !== 'speech' && kind !== 'text')
      throw new AppError(
        'rejected',
        'model_not_selectable',
        `"${checked.name}" is neither a speech nor a text model that can be chosen.`,
      )
    await using _lock = await lock(kind)
    const setting = kind === 'speech' ? 'speechModel' : 'textModel'
    const model = findModel(file)
    const fit = model ? modelFit(model, box) : 'unknown'
    const about = { name: checked.name, file, setting, fit } as const
    if (!(await isServerRunning())) {
      const trial = await tryModel({ kind, file })
      const begun = await deps.begin(file, { setting })
      await unlessItFails(begun, saveSetting(setting, file))
      await begun.end({ setting, outcome: 'at the next start' })
      return { ...about, live: null, trial }
    }
    const begun = await deps.begin(file, { setting })
    const { before } = await unlessItFails(begun, saveSetting(setting, file))
    const live = await awaitSwitch(kind, file)
    const outcome = live?.state ?? 'at the next start'
    // The next start takes it, and no server has tried it.
    const trial =
      live === null || live.state === 'restart-needed'
        ? await tryModel({ kind, file }).catch(async (error: unknown) => {
            await saveSetting(setting, before)
            await begun.end({ setting, outcome: 'refused' })
            throw error
          })
        : null
    await begun.end({ setting, outcome })
    if (live?.state === 'refused') {
      await saveSetting(setting, before)
      throw new AppError(
        'rejected',
        'model_probe_failed',
        `The running server tried "${checked.name}" and did not take it (${live.reason}): "${before ?? 'rules'}" stays in use, and the setting is what it was.`,
      )
    }
    return { ...about, live, trial }
  }
}

async function unlessItFails<Result>(begun: BegunUse, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    await begun.forget()
    throw error
  }
}
