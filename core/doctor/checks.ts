import type { Check } from './check.ts'
import { auditChain } from './checks/audit.ts'
import { backupAge } from './checks/backup.ts'
import { database, dataFolder, masterKey, migrations, signingKey } from './checks/data.ts'
import {
  compiler,
  runtime,
  speechModel,
  speechSpeed,
  textModel,
  vadModel,
} from './checks/engines.ts'
import { fileReader, filesFolder } from './checks/files.ts'
import { bundle, clock, diskSpace, diskSpeed, memory, nodeVersion } from './checks/machine.ts'
import { allowedOrigins, port, publicUrl } from './checks/network.ts'
import {
  demonstration,
  failedTexts,
  hostKeys,
  reverseProxy,
  waitingRecords,
} from './checks/operation.ts'
import { account, coreDumps, openFiles, processor, sharedMemory, swap } from './checks/process.ts'
import { speechServer, textServer } from './checks/remote.ts'
import { rndsCertificate, rndsProfile } from './checks/rnds.ts'
import {
  audioFolder,
  configFile,
  databaseFile,
  databaseLog,
  fileNumbers,
  modelsFolder,
} from './checks/storage.ts'
import { terminologyTables } from './checks/terminology.ts'
import { tlsCertificate, tlsKeyFile } from './checks/tls.ts'

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
  diskSpace,
  diskSpeed,
  fileNumbers,
  configFile,
  databaseFile,
  databaseLog,
  audioFolder,
  modelsFolder,
  masterKey,
  database,
  migrations,
  signingKey,
  auditChain,
  backupAge,
  compiler,
  runtime,
  speechModel,
  vadModel,
  speechSpeed,
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
  hostKeys,
  rndsProfile,
  rndsCertificate,
  waitingRecords,
  terminologyTables,
]
