import { stat } from 'node:fs/promises'
import type { Config } from '../../config/settings.ts'
import type { Log } from '../../core/log.ts'
import { type ModelSwitchDeps, modelSwitch } from '../../core/model-file/model-switch.ts'
import { availableMiB, type ReadSystemFile } from '../box-facts.ts'
import type { Platform } from '../platform.ts'
import { modelPath } from '../speech-files.ts'

interface Deps {
  config: Config
  platform: Pick<Platform, 'installRoot'>
  /** The settings of this moment. @throws when they cannot be used */
  reread(): Config
  switchers: ModelSwitchDeps['switchers']
  log: Log
  /** What the system says of its memory. */
  readSystem?: ReadSystemFile
}

/** What a model needs beside its weights, and what must stay free for everything else, in MiB. */
const BESIDE_MIB = { speech: 200, text: 700 }
const RESERVE_MIB = 256

/** Taking up the models that the settings name now, in place of those they named at the start. */
export function openModelSwitch(deps: Deps) {
  const { config, platform, reread, switchers, log, readSystem } = deps
  const filesOf = ({ speechModel, textModel }: Config) => ({ speech: speechModel, text: textModel })
  const { look, states } = modelSwitch({
    initial: filesOf(config),
    switchers,
    wanted() {
      try {
        return filesOf(reread())
      } catch {
        // A file that is being edited; `svcctl config show` says what is wrong with it.
        return null
      }
    },
    async fitsBeside(kind, file) {
      const { size } = await stat(modelPath(config, platform, file))
      const neededMiB = (size / 1024 / 1024) * 1.1 + BESIDE_MIB[kind]
      return availableMiB(readSystem) >= neededMiB + RESERVE_MIB
    },
    log,
  })
  return { states, chores: [{ name: 'models', everyMs: 1000, run: look }] }
}
