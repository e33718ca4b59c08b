import { AppError } from '../errors.ts'
import { boxModel, findModel } from './catalogue.ts'
import type { ActiveModels } from './list-models.ts'
import { getInstalled } from './locate-model.ts'
import type { ModelStore } from './ports.ts'

interface Deps {
  store: ModelStore
  active: ActiveModels
}

/** Deletes a model file, or what an unfinished download of it left; never the active one. */
export function removeModel({ store, active }: Deps) {
  return {
    /** @throws {AppError} `model_not_installed`, `model_in_use`, `model_included` */
    async plan(name: string): Promise<{ file: string; sizeBytes: number }> {
      const partial = (await store.partials()).find(({ file }) => file === findModel(name)?.file)
      if (partial && !(await store.find(partial.file)))
        return { file: partial.file, sizeBytes: partial.receivedBytes }
      const { file, sizeBytes } = await getInstalled(store, name)
      if (file === boxModel.file)
        throw new AppError(
          'conflict',
          'model_included',
          `"${name}" is part of the program and stays with it.`,
        )
      if (file !== active.speech && file !== active.text) return { file, sizeBytes }
      throw new AppError(
        'conflict',
        'model_in_use',
        `"${name}" is the active model. Choose another first: svcctl model use <name>`,
      )
    },
    apply: ({ file }: { file: string }) => store.remove(file),
  }
}
