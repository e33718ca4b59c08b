import type { Check } from '../check.ts'
import { auditChain } from './audit.ts'
import { backupAge, backupDrill } from './backup.ts'
import {
  database,
  databaseRights,
  databaseSpeed,
  dataFolder,
  masterKey,
  masterKeyFits,
  migrations,
  signingKey,
} from './data.ts'
import {
  buildLock,
  compiler,
  largerModel,
  runtime,
  speechModel,
  speechSpeed,
  textModel,
  vadModel,
} from './engines.ts'
import { fileReader, filesFolder } from './files.ts'
import { bundle, clock, diskSpace, diskSpeed, memory, nodeVersion } from './machine.ts'
import { allowedOrigins, localNetwork, port, publicProbe, publicUrl } from './network.ts'
import {
  demonstration,
  draining,
  failedTexts,
  hostKeys,
  nodes,
  outgoingHeld,
  reverseProxy,
  waitingRecords,
} from './operation.ts'
import { backupPassphrase, masterKeyPassphrase } from './passphrases.ts'
import { account, coreDumps, openFiles, processor, sharedMemory, swap } from './process.ts'
import { speechServer, textServer } from './remote.ts'
import { retentionRuns } from './retention.ts'
import { rndsAccess, rndsCertificate, rndsDefinitions, rndsHosts, rndsProfile } from './rnds.ts'
import { soundPath } from './sound.ts'
import {
  audioFolder,
  auditFolder,
  configFile,
  databaseFile,
  databaseLog,
  diskKind,
  fileNumbers,
  keysFolder,
  modelsFolder,
  nodeFolder,
  orphanSound,
  owner,
} from './storage.ts'
import { storeReach, storeRights } from './store.ts'
import { terminologyTables } from './terminology.ts'
import { tlsCertificate, tlsKeyFile } from './tls.ts'
import { webhookDelivery } from './webhooks.ts'

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
  nodeFolder,
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
  backupDrill,
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
  storeReach,
  storeRights,
  port,
  publicUrl,
  publicProbe,
  tlsCertificate,
  tlsKeyFile,
  reverseProxy,
  demonstration,
  allowedOrigins,
  localNetwork,
  hostKeys,
  draining,
  nodes,
  outgoingHeld,
  webhookDelivery,
  rndsProfile,
  rndsCertificate,
  rndsDefinitions,
  rndsHosts,
  rndsAccess,
  waitingRecords,
  terminologyTables,
]
