import type { Sequelize } from 'sequelize'
import type { Config } from '../config/settings.ts'
import { storageQuota } from '../core/storage-room.ts'
import { storageUse } from '../models/storage-use.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

/**
 * What a visit and an organization may have kept; the files of a visit have limits of their own.
 */
export function storageQuotas(config: Config, sequelize: Sequelize) {
  const use = storageUse(sequelize)
  return {
    sound: storageQuota({
      use: use.sound,
      perVisit: config.soundVisitMaxGiB * GIB,
      perOrganization: config.soundOrganizationMaxGiB * GIB,
      code: 'sound_quota_exceeded',
      what: 'O áudio guardado',
    }),
    files: storageQuota({
      use: use.files,
      perVisit: Number.POSITIVE_INFINITY,
      perOrganization: config.filesOrganizationMaxGiB * GIB,
      code: 'quota_exceeded',
      what: 'O total de arquivos',
    }),
    inputs: storageQuota({
      use: use.inputs,
      perVisit: config.keptInputVisitMaxMiB * MIB,
      perOrganization: config.keptInputOrganizationMaxGiB * GIB,
      code: 'document_quota_exceeded',
      what: 'O que se guarda dos documentos',
    }),
  }
}
