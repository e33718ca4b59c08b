/**
 * The files of AI models as `svcctl model` handles them: what is installed or removed is on record
 * from before it begins.
 */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { modelStore } from '../ai-local/model-files/model-store.ts'
import { dataFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import { AppError } from '../core/errors.ts'
import type { Platform } from './platform.ts'
import type { PlainAct } from './record-act.ts'
import { boxModelFile } from './speech-files.ts'

type OnRecord = <Result>(acts: readonly PlainAct[], work: () => Promise<Result>) => Promise<Result>

export function auditedModels(
  { dataDir, modelMirrorCaFile }: Config,
  platform: Platform,
  onRecord: OnRecord,
): ReturnType<typeof modelStore> {
  const store = modelStore({
    folder: dataFolder(dataDir).models,
    now: platform.now,
    box: boxModelFile(platform),
    readCa: async () => modelMirrorCaFile && readAuthority(modelMirrorCaFile),
  })
  const about = (action: PlainAct['action'], file: string): PlainAct[] => [
    { action, subject: { kind: 'engine_model', id: file }, facts: {} },
  ]
  const installs = (file: string) => about('engine_model.installed', file)
  return {
    ...store,
    download: (source, options) =>
      onRecord(installs(source.file), () => store.download(source, options)),
    copyIn: (source, options) =>
      onRecord(installs(source.file), () => store.copyIn(source, options)),
    remove: (file) => onRecord(about('engine_model.removed', file), () => store.remove(file)),
  }
}

/** @throws {AppError} `ca_unreadable` */
async function readAuthority(path: string): Promise<string> {
  try {
    const pem = await readFile(path, 'utf8')
    new X509Certificate(pem)
    return pem
  } catch (cause) {
    throw new AppError(
      'invalid',
      'ca_unreadable',
      `${path} (modelMirrorCaFile) cannot be read, or is no certificate in PEM form.`,
      { cause },
    )
  }
}
