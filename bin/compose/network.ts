import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sequelize } from 'sequelize'
import { hostsOf } from '../../api/rnds-client/hosts.ts'
import type { Config } from '../../config/settings.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { type FindHold, outgoingHeld } from '../../core/outgoing/hold.ts'
import {
  type ClientCertificate,
  manageCertificates,
  type ReadCertificateFile,
} from '../../core/rnds/certificate.ts'
import { manageEstablishments } from '../../core/rnds/edit-establishment.ts'
import type { NationalNetwork, NetworkOf } from '../../core/rnds/network.ts'
import type { Sealer } from '../../core/vault/ports.ts'
import { certificateStore } from '../../models/rnds/certificates.ts'
import { establishmentStore } from '../../models/rnds/establishments.ts'
import type { Platform } from '../platform.ts'
import { simulatorFolder } from '../tools/rnds-simulator/folder.ts'

interface Deps {
  config: Pick<Config, 'dataDir' | 'rndsProxy' | 'rndsCaFile'>
  platform: Pick<Platform, 'now' | 'version'>
  sequelize: Sequelize
  sealer: Sealer
  /** While it finds a hold, nobody calls the network, not even to look somebody up. */
  findHold: FindHold
  log: Log
}

/**
 * Certificates, establishments, and each organization's way to the national network. Nothing is
 * opened until somebody calls.
 */
export function composeNetwork({
  config,
  platform: { now, version },
  sequelize,
  sealer,
  findHold,
  log,
}: Deps) {
  const certificates = certificateStore(sequelize, sealer)
  const establishments = establishmentStore(sequelize)
  /** Kept for its token, for as long as certificate and addresses are the same. */
  const clients = new Map<string, { madeOf: string; client: NationalNetwork }>()

  const networkOf: NetworkOf = async (organizationId) => {
    const establishment = await establishments.find(organizationId)
    const hosts = establishment && hostsOf(establishment)
    if (!establishment || !hosts) throw notConnected('profile_incomplete')
    const certificate = await certificates.find(organizationId)
    if (!certificate) throw notConnected('certificate_missing')
    const hold = findHold()
    // Checked last: whoever stores a record to be sent later has to know that profile and
    // certificate are there.
    if (hold) throw outgoingHeld(hold)
    const isRehearsal = establishment.environment === 'simulator'
    const caPem = isRehearsal
      ? await simulatorAuthority(config.dataDir)
      : await ownAuthority(config.rndsCaFile)

    // Loaded only now: it brings much with it, and most commands never call the network.
    const { rndsClient } = await import('../../api/rnds-client/rnds-client.ts')
    const madeOf = [certificate.fingerprint, hosts.authUrl, hosts.ehrUrl, caPem].join('\n')
    const known = clients.get(organizationId)
    if (known?.madeOf === madeOf) return known.client
    // A rehearsal runs on this machine: a proxy could not reach it.
    const proxy = isRehearsal ? null : config.rndsProxy
    const userAgent = `svc/${version}`
    const client = rndsClient({ hosts, certificate, proxy, caPem, userAgent, now, log })
    clients.set(organizationId, { madeOf, client })
    return client
  }

  return {
    certificates: manageCertificates({ store: certificates, read: readCertificateFile, now }),
    establishments: manageEstablishments({ store: establishments }),
    establishmentStore: establishments,
    networkOf,
  }
}

/**
 * Loaded when a certificate is imported: what takes old files apart would be a tenth of every
 * command's start.
 */
const readCertificateFile = async (
  ...file: Parameters<ReadCertificateFile>
): Promise<ClientCertificate> =>
  (await import('../../api/rnds-client/certificate-file.ts')).readCertificateFile(...file)

/** null: it never ran here; then the public authorities judge. */
async function simulatorAuthority(dataDir: string): Promise<string | null> {
  return readFile(join(simulatorFolder(dataDir), 'ca.pem'), 'utf8').catch(() => null)
}

/** @throws {AppError} `rnds_unavailable` when it cannot be read */
export async function ownAuthority(path: string | null): Promise<string | null> {
  if (path === null) return null
  try {
    const pem = await readFile(path, 'utf8')
    new X509Certificate(pem)
    return pem
  } catch {
    throw notConnected('ca_unreadable')
  }
}

type Missing = 'profile_incomplete' | 'certificate_missing' | 'ca_unreadable'

function notConnected(code: Missing): AppError {
  return new AppError(
    'unavailable',
    'rnds_unavailable',
    'A RNDS ainda não foi configurada para este estabelecimento.',
    { details: [{ code }] },
  )
}
