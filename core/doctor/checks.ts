import type { Check } from './check.ts'
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
import { speechServer, textServer } from './checks/remote.ts'
import { rndsCertificate, rndsProfile } from './checks/rnds.ts'
import { terminologyTables } from './checks/terminology.ts'
import { tlsCertificate, tlsKeyFile } from './checks/tls.ts'

/** In the order in which one rests on another: what is mended early lets later ones pass. */
export const doctorChecks: readonly Check[] = [
  nodeVersion,
  bundle,
  memory,
  clock,
  dataFolder,
  diskSpace,
  diskSpeed,
  masterKey,
  database,
  migrations,
  signingKey,
  compiler,
  runtime,
  speechModel,
  vadModel,
  speechSpeed,
  textModel,
  speechServer,
  textServer,
  filesFolder,
  fileReader,
  port,
  publicUrl,
  tlsCertificate,
  tlsKeyFile,
  allowedOrigins,
  rndsProfile,
  rndsCertificate,
  terminologyTables,
]
