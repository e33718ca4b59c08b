import { type ProvenModel, proveModel } from '../core/model-file/prove-model.ts'
import { verifyModel } from '../core/model-file/verify-model.ts'
import type { CliDeps, Flags } from './deps.ts'
import { modelKind } from './model-kind.ts'
import { transferProgress } from './transfer-progress.ts'

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
