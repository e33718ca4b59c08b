import type { Check } from './check.ts'
import { auditChain } from './checks/audit.ts'
import { backupAge } from './checks/backup.ts'
import {
  database,
  databaseRights,
  databaseSpeed,
  dataFolder,
  masterKey,
  masterKeyFits,
  migrations,
  signingKey,
} from './checks/data.ts'
import { diskKind } from './checks/disk-kind.ts'
import {
  buildLock,
  compiler,
  largerModel,
  runtime,
  speechModel,
  speechSpeed,
  textModel,
  vadModel,
} from './checks/engines.ts'
import { fileReader, filesFolder } from './checks/files.ts'
import { localNetwork } from './checks/local-network.ts'
import { bundle, clock, diskSpace, diskSpeed, memory, nodeVersion } from './checks/machine.ts'
import { allowedOrigins, port, publicUrl } from './checks/network.ts'
import {
  demonstration,
  failedTexts,
  hostKeys,
  reverseProxy,
  waitingRecords,
} from './checks/operation.ts'
import { outgoingHeld } from './checks/outgoing.ts'
import { backupPassphrase, masterKeyPassphrase } from './checks/passphrases.ts'
import { account, coreDumps, openFiles, processor, sharedMemory, swap } from './checks/process.ts'
import { speechServer, textServer } from './checks/remote.ts'
import { retentionRuns } from './checks/retention.ts'
import { rndsCertificate, rndsHosts, rndsProfile } from './checks/rnds.ts'
import { soundPath } from './checks/sound.ts'
import {
  audioFolder,
  auditFolder,
  configFile,
  databaseFile,
  databaseLog,
  fileNumbers,
  keysFolder,
  modelsFolder,
  orphanSound,
  owner,
} from './checks/storage.ts'
import { terminologyTables } from './checks/terminology.ts'
import { tlsCertificate, tlsKeyFile } from './checks/tls.ts'
import { webhookDelivery } from './checks/webhooks.ts'

/** In the order in which one rests on another: what is mended early lets later ones pass. */
export const doctorChecks: readonly Check[] = [
  nodeVersion,
  bundle,
  memory,
  processor,
  clock,
  account,
  openFiles,
  coreDumps,
  swap,
  sharedMemory,
  dataFolder,
  diskKind,
  diskSpace,
  diskSpeed,
  owner,
  fileNumbers,
  configFile,
  databaseFile,
  databaseLog,
  audioFolder,
  auditFolder,
  keysFolder,
  modelsFolder,
  masterKey,
  masterKeyPassphrase,
  database,
  databaseRights,
  databaseSpeed,
  migrations,
  masterKeyFits,
  signingKey,
  orphanSound,
  auditChain,
  backupAge,
  backupPassphrase,
  retentionRuns,
  compiler,
  runtime,
  buildLock,
  speechModel,
  vadModel,
  speechSpeed,
  largerModel,
  soundPath,
  failedTexts,
  textModel,
  speechServer,
  textServer,
  filesFolder,
  fileReader,
  port,
  publicUrl,
  tlsCertificate,
  tlsKeyFile,
  reverseProxy,
  demonstration,
  allowedOrigins,
  localNetwork,
  hostKeys,
  outgoingHeld,
  webhookDelivery,
  rndsProfile,
  rndsCertificate,
  rndsHosts,
  waitingRecords,
  terminologyTables,
]
