/**
 * Where the files of speech recognition are: the model in the box, the sound it is tried with, and
 * models of the data folder.
 */
import { join } from 'node:path'
import { dataFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import { boxModel } from '../core/model-file/catalogue.ts'
import type { Platform } from './platform.ts'

type Place = Pick<Platform, 'installRoot'>

/** The speech model that is part of the product, where the program reads it. */
export function boxModelFile({ installRoot }: Place): { file: string; path: string } {
  return { file: boxModel.file, path: join(speechFolder(installRoot), boxModel.file) }
}

/** A few seconds of a natural voice, to prove that a recognizer hears. */
export function probeSoundPath({ installRoot }: Place): string {
  return join(speechFolder(installRoot), 'probe.wav')
}

/**
 * The file of a model that a setting names: a path is a path, and a name is a file of the models
 * folder, except for the model in the box.
 */
export function modelPath(
  { dataDir }: Pick<Config, 'dataDir'>,
  place: Place,
  name: string,
): string {
  if (name.includes('/')) return name
  const box = boxModelFile(place)
  return name === box.file ? box.path : join(dataFolder(dataDir).models, name)
}

function speechFolder(installRoot: string): string {
  return join(installRoot, 'ai-local', 'speech-model')
}
