/**
 * Speech as hospitals have it, with the truth about it: who says what from when to when. It is made
 * from people's recordings and released voices outside the repository; what cannot be made where
 * one of these is missing is named with the reason.
 *
 *   SPEECH_MODELS_DIR    folder of released models (get-models FOLDER kokoro)
 *   SPEECH_PYTHON        Python with numpy and onnxruntime, for `speak`; python3 where it is left out
 *   SPEECH_MATERIAL_DIR where sound and truth are kept; a folder of the system's temporary one
 *   where it is left out
 */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasShared, sharedPath } from '../helpers/shared-files.ts'
import { findScene, type SpeechFile, writeScene } from './speech-material/files.ts'
import { type Material, speechMaterials } from './speech-material/materials.ts'

const SENTENCES = 'speech/texts.tsv'
const SPEAK = 'models/speak'
const VOICES = 'kokoro-voices.npz'

export interface SpeechMaterial {
  names: string[]
  /** Why a name cannot be made here. */
  missing(name: string): string | undefined
  /** What was made before, or makes it. @throws where something is missing */
  get(name: string): Promise<SpeechFile>
}

export function speechMaterial(env: NodeJS.ProcessEnv): SpeechMaterial {
  const folder = env.SPEECH_MATERIAL_DIR ?? join(tmpdir(), 'speech-material')
  const modelsDir = env.SPEECH_MODELS_DIR ?? ''
  const materials = speechMaterials({
    sentencesDir: sharedPath('speech'),
    speaker: {
      python: env.SPEECH_PYTHON ?? 'python3',
      speakPath: sharedPath(SPEAK),
      modelsDir,
      cacheDir: join(folder, 'spoken'),
    },
  })
  const absent = {
    sentences: hasShared(SENTENCES) ? undefined : 'the recorded sentences are not here',
    voices:
      existsSync(join(modelsDir, VOICES)) && hasShared(SPEAK)
        ? undefined
        : 'SPEECH_MODELS_DIR has no released voices, or the program that speaks is not here',
  }
  const reasonOf = ({ needs }: Material) =>
    needs.map((need) => absent[need]).find((reason) => reason !== undefined)
  const find = (name: string) => {
    const material = materials.find((one) => one.name === name)
    if (!material) throw new Error(`no such material: ${name}`)
    return material
  }
  return {
    names: materials.map(({ name }) => name),
    missing(name) {
      return findScene(folder, name) ? undefined : reasonOf(find(name))
    },
    async get(name) {
      const found = findScene(folder, name)
      if (found) return found
      const material = find(name)
      const reason = reasonOf(material)
      if (reason) throw new Error(`${name}: ${reason}`)
      await writeScene(folder, material, await material.make())
      return findScene(folder, name)!
    },
  }
}
