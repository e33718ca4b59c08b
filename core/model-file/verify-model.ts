import { findModel, type ModelKind } from './catalogue.ts'
import { getInstalled } from './locate-model.ts'
import { provenBefore } from './model-fitness.ts'
import type { ModelStore, StoredModel, TransferOptions } from './ports.ts'

export interface Verification {
  name: string
  file: string
  /** `unknown`: neither the catalogue nor an import says what its digest should be. */
  result: 'ok' | 'changed' | 'unknown'
  sha256: string
  expected: string | null
}

interface Deps {
  store: ModelStore
  now: () => Date
}

export type VerifyModel = ReturnType<typeof verifyModel>

/** Reads a whole file again and compares its SHA-256; a good one is remembered as proven. */
export function verifyModel({ store, now }: Deps) {
  return {
    /** @throws {AppError} `model_not_installed` */
    async one(name: string, options: TransferOptions): Promise<Verification> {
      return verify(await getInstalled(store, name), options)
    },
    async all(options: TransferOptions): Promise<Verification[]> {
      const results: Verification[] = []
      for (const stored of await store.list()) results.push(await verify(stored, options))
      return results
    },
  }

  async function verify(stored: StoredModel, options: TransferOptions): Promise<Verification> {
    const { file, path, record } = stored
    const catalogued = findModel(file)
    const expected = catalogued?.sha256 ?? record?.sha256 ?? null
    const sha256 = await store.digest(path, options)
    const name = catalogued?.name ?? record?.name ?? file
    const result = expected === null ? 'unknown' : expected === sha256 ? 'ok' : 'changed'
    const kind: ModelKind | undefined = catalogued?.kind ?? record?.kind
    if (result === 'ok' && kind)
      await store.keepRecord(file, {
        name,
        kind,
        sha256,
        sizeBytes: stored.sizeBytes,
        modifiedMs: stored.modifiedMs,
        verifiedAt: now().toISOString(),
        source: record?.source ?? 'found in the models folder',
        licence: record?.licence ?? catalogued?.licence.id ?? null,
        licenceAcceptedAt: record?.licenceAcceptedAt ?? null,
        ...provenBefore(record, sha256),
      })
    return { name, file, result, sha256, expected }
  }
}
