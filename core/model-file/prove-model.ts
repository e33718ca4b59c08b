/**
 * `svcctl model prove`: a language model on shipped cases, and what it is fit for kept beside its
 * file.
 */
import { AppError } from '../errors.ts'
import type { ModelKind } from './catalogue.ts'
import type { VerifyModel } from './installed-model.ts'
import { type ModelFitness, PROOF_VERSION } from './model-fitness.ts'
import type { ModelStore, TransferOptions } from './ports.ts'

export type Proof = Pick<ModelFitness, 'level' | 'phrase' | 'write'>

interface Deps {
  store: Pick<ModelStore, 'find' | 'keepRecord'>
  verify: VerifyModel
  kindOf(file: string): Promise<ModelKind | null>
  /**
   * Held until it is over: two models at once would measure each other. @throws {AppError}
   * `model_busy`
   */
  lock(): Promise<AsyncDisposable>
  /** @throws {AppError} as the engine does */
  tryOut(file: string): Promise<Proof>
  now: () => Date
}

export interface ProvenModel {
  name: string
  file: string
  fitness: ModelFitness
}

export function proveModel({ store, verify, kindOf, lock, tryOut, now }: Deps) {
  /**
   * @throws {AppError} `model_not_installed`, `model_checksum_mismatch`, `model_not_text`,
   * `model_not_imported`, `model_busy`, `model_proof_failed`; `signal.reason` when aborted
   */
  return async (name: string, options: TransferOptions): Promise<ProvenModel> => {
    const { file, result, sha256, ...known } = await verify.one(name, options)
    if (result === 'changed')
      throw new AppError(
        'rejected',
        'model_checksum_mismatch',
        `"${known.name}" is damaged: its SHA-256 does not agree. Remove it and get it again: svcctl model remove ${known.name}`,
      )
    if ((await kindOf(file)) !== 'text')
      throw new AppError(
        'rejected',
        'model_not_text',
        `"${known.name}" is no language model: only those that write are proven.`,
      )
    if (result === 'unknown')
      throw new AppError(
        'rejected',
        'model_not_imported',
        `"${known.name}" was put into the models folder by hand. Import it first: svcctl model import <its path> --name my-model`,
      )
    await using _lock = await lock()
    const startedAt = now()
    const proof = await triedOut(known.name, options.signal)
    const stored = await store.find(file)
    if (!stored?.record || stored.record.sha256 !== sha256)
      throw new AppError(
        'conflict',
        'model_vanished',
        `The file of "${known.name}" was changed or removed while it was proven: nothing was kept.`,
      )
    const fitness: ModelFitness = {
      proofVersion: PROOF_VERSION,
      sha256,
      provenAt: now().toISOString(),
      ...proof,
      seconds: Math.round((now().getTime() - startedAt.getTime()) / 1000),
    }
    await store.keepRecord(file, { ...stored.record, fitness })
    return { name: known.name, file, fitness }

    async function triedOut(title: string, signal: AbortSignal): Promise<Proof> {
      try {
        return await tryOut(file)
      } catch (cause) {
        signal.throwIfAborted()
        throw new AppError(
          'unavailable',
          'model_proof_failed',
          `"${title}" could not be proven: the engine did not load it, or ended (${cause instanceof AppError ? cause.code : 'unknown'}). It stays as proven or unproven as it was.`,
          { cause },
        )
      }
    }
  }
}
