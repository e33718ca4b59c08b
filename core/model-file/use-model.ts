import { AppError } from '../errors.ts'
import { findModel } from './catalogue.ts'
import { type Box, type Fit, modelFit } from './model-fit.ts'
import type { TransferOptions } from './ports.ts'
import type { VerifyModel } from './verify-model.ts'

export interface UsedModel {
  name: string
  file: string
  setting: 'speechModel' | 'textModel'
  fit: Fit
  demo: boolean
}

interface Deps {
  verify: VerifyModel
  kindOf(file: string): Promise<'speech' | 'vad' | 'text' | null>
  box: Box
  saveSetting(key: 'speechModel' | 'textModel', value: string): Promise<void>
}

/** Makes an installed model the active one, after proving that it is whole. Takes effect at the next start. */
export function useModel({ verify, kindOf, box, saveSetting }: Deps) {
  /** @throws {AppError} `model_not_installed`, `model_checksum_mismatch`, `model_not_selectable` */
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
    const setting = kind === 'speech' ? 'speechModel' : 'textModel'
    await saveSetting(setting, file)
    const model = findModel(file)
    const fit = model ? modelFit(model, box) : 'unknown'
    return { name: checked.name, file, setting, fit, demo: model?.demo ?? false }
  }
}
