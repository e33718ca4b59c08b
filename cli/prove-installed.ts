import { findModel, type ModelKind } from '../core/model-file/catalogue.ts'
import { verifyModel } from '../core/model-file/installed-model.ts'
import { HEADER_BYTES, readModelHeader } from '../core/model-file/model-header.ts'
import type { ModelStore } from '../core/model-file/ports.ts'
import { type ProvenModel, proveModel } from '../core/model-file/prove-model.ts'
import type { CliDeps, Flags } from './deps.ts'
import { transferProgress } from './progress.ts'

/**
 * What a file in the models folder is for: by the catalogue, its record, or its first bytes; null:
 * it is no model.
 */
export async function modelKind(
  store: Pick<ModelStore, 'find' | 'head'>,
  file: string,
): Promise<ModelKind | null> {
  const stored = await store.find(file)
  const known = findModel(file)?.kind ?? stored?.record?.kind
  if (known || !stored) return known ?? null
  const header = readModelHeader(await store.head(stored.path, HEADER_BYTES))
  return header ? ({ whisper: 'speech', vad: 'vad', gguf: 'text' } as const)[header.format] : null
}

/** Proves a language model that is here, and shows how far it is. @throws as `proveModel` */
export async function proveInstalled(
  deps: CliDeps,
  flags: Flags,
  name: string,
): Promise<ProvenModel> {
  const { terminal, now, signal } = deps
  const store = await deps.openModels(flags)
  const line = terminal.progress('proving')
  const onProgress = transferProgress(line, () => now().getTime())
  const prove = proveModel({
    store,
    now,
    verify: verifyModel({ store, now }),
    kindOf: (file) => modelKind(store, file),
    lock: () => deps.lockModelUse(flags, 'text'),
    tryOut: (file) =>
      deps.proveModel(flags, file, (done, of, what) => line.update(done / of, what)),
  })
  return prove(name, { signal, onProgress }).finally(() => line.end())
}
