/** Models for `svcctl`: the store, what this machine carries, trials and proofs of one. */
import { join } from 'node:path'
import type { CliDeps } from '../cli/deps.ts'
import { dataFolder } from '../config/data-folder.ts'
import type { Commands } from './command-place.ts'
import type { PlainAct } from './record-act.ts'

type ModelCalls = Pick<
  CliDeps,
  | 'openModels'
  | 'speechCard'
  | 'tryModel'
  | 'proveModel'
  | 'lockModelUse'
  | 'boxFacts'
  | 'modelAdvice'
  | 'openMirror'
  | 'beginModelUse'
>

export function commandModels({ late, placeOf, recorded, platform }: Commands): ModelCalls {
  const trial = () => import('./model-trial.ts')
  return {
    async openModels(flags) {
      const { auditedModels } = await import('./audited-models.ts')
      const { config } = placeOf(flags)
      return auditedModels(config, platform, (acts, work) => recorded(flags, acts, work))
    },
    speechCard: late(trial, ({ speechCard }, { config }) => speechCard(config, platform)),
    tryModel: late(trial, async ({ tryModel }, { config, signal }, { file, ...model }) => {
      const { modelPath } = await import('./speech-files.ts')
      const path = modelPath(config, platform, file)
      return tryModel(config, platform, { ...model, path }, signal)
    }),
    proveModel: late(
      () => import('./model-proof.ts'),
      ({ proofOf }, { config, signal }, file, onStep) =>
        proofOf(config, platform, file, { signal, onStep }),
    ),
    lockModelUse: late(
      () => import('../ai-local/model-files/file-lock.ts'),
      ({ lockFile }, { config }, kind) => {
        const { models } = dataFolder(config.dataDir)
        const what = `taking a ${kind} model into use`
        return lockFile(join(models, `${kind}.use.lock`), platform.now, what)
      },
    ),
    boxFacts: late(
      () => import('./box-facts.ts'),
      ({ boxFacts }, { config }) => boxFacts(config.dataDir),
    ),
    modelAdvice: late(
      () => import('./model-advice.ts'),
      ({ modelAdvice }, { config }, { measured, own } = {}) =>
        modelAdvice(config, platform, measured, own),
    ),
    async openMirror(folder) {
      const { mirrorFolder } = await import('../ai-local/model-files/mirror-folder.ts')
      return mirrorFolder(folder, platform.now)
    },
    async beginModelUse(flags, file, facts) {
      const { beginActs } = await import('./record-act.ts')
      const subject = { kind: 'engine_model', id: file }
      const about = (told: PlainAct['facts']): PlainAct[] => [
        { action: 'engine_model.used', subject, facts: told },
      ]
      const begun = await beginActs(placeOf(flags), about(facts))
      return { ...begun, end: (told) => begun.end(about(told)) }
    },
  }
}
