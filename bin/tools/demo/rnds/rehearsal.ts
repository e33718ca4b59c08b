/**
 * The demonstration's connection to the national network: a rehearsal of it in this process, on
 * free ports of the loopback address, and the profile and certificate with which the
 * demonstration's organization calls it. What an administrator has set stays as it is; then the
 * demonstration sends nothing, since its patients are invented.
 */

import { readCertificateFile } from '../../../../api/rnds-client/certificate-file.ts'
import type { Config } from '../../../../config/settings.ts'
import { isAppError } from '../../../../core/errors.ts'
import type { Log } from '../../../../core/log.ts'
import type { ManageCertificates } from '../../../../core/rnds/certificate.ts'
import type {
  Establishment,
  EstablishmentStore,
} from '../../../../core/rnds/compile-record/establishment.ts'
import type { Outbox } from '../../../../core/rnds/deliver-outbox.ts'
import type { ManageEstablishments } from '../../../../core/rnds/edit-establishment.ts'
import type { SubmissionStore } from '../../../../core/rnds/ports.ts'
import type { RetryRecord } from '../../../../core/rnds/retry-record.ts'
import type { Platform } from '../../../platform.ts'
import { CLIENT_PASSWORD } from '../../rnds-simulator/certificates.ts'
import { openRehearsal } from '../../rnds-simulator/rehearsal.ts'
import { DEMO_PROFILE, DEMO_REQUESTER } from './demo-hospital.ts'
import type { DemoNetwork } from './routes.ts'
import { type SimulatorSwitch, simulatorSwitch } from './simulator-modes.ts'

/** What the product has of the national network. */
export interface ProductNetwork {
  certificates: ManageCertificates
  establishments: ManageEstablishments
  establishmentStore: Pick<EstablishmentStore, 'find'>
  submissions: Pick<SubmissionStore, 'list' | 'find' | 'listOfConsultation' | 'listAttempts'>
  retryRecord: RetryRecord
  wake: Outbox['wake']
}

interface Deps {
  config: Pick<Config, 'dataDir'>
  platform: Pick<Platform, 'now'>
  organizationId: string
  product: ProductNetwork
  log: Log
}

export interface DemoRehearsal extends DemoNetwork {
  /** Takes a second or two the first time, when it makes its certificates: nobody waits for it. */
  start(): void
  close(): Promise<void>
}

const MOST_WAITING = 100

export function demoRehearsal({
  config,
  platform: { now },
  organizationId,
  product,
  log,
}: Deps): DemoRehearsal {
  const { submissions } = product
  let rehearsal: Awaited<ReturnType<typeof openRehearsal>> | undefined
  let control: SimulatorSwitch | undefined
  let starting: Promise<void> | undefined

  async function start(): Promise<void> {
    rehearsal = await openRehearsal(
      config,
      { now },
      {
        // Not the file of `svcctl rnds simulator`, which may run at the same time.
        documents: 'demo-documents.json',
        requesterId: DEMO_REQUESTER,
        rpm: DEMO_PROFILE.rpmEnabled,
      },
    )
    control = simulatorSwitch(rehearsal.simulator)
    await connect(product, organizationId, rehearsal)
    product.wake()
  }

  async function sendNow(id: string): Promise<void> {
    const record = await submissions.find(id)
    if (!record || (record.lease && record.lease.expiresAt > now())) return
    // Somebody else may be faster: then it is on its way.
    await product.retryRecord(id).catch((error: unknown) => {
      if (!isAppError(error)) throw error
    })
  }

  return {
    start() {
      starting = start().catch((err: unknown) => {
        // The demonstration does everything else without it.
        log.warn('demo.rehearsal_failed', { err })
      })
    },
    async simulator() {
      const profile = rehearsal && (await product.establishmentStore.find(organizationId))
      const isConnected =
        profile && isOurs(profile) && profile.ehrUrl === rehearsal?.simulator.ehrUrl
      return (isConnected && control) || null
    },
    async histories(ehrId) {
      const records = await submissions.listOfConsultation(ehrId)
      const own = records.filter((record) => record.organizationId === organizationId)
      return Promise.all(
        own.map(async (record) => ({
          record,
          attempts: await submissions.listAttempts(record.id),
        })),
      )
    },
    async sendWaiting() {
      const filter = { organizationId, state: 'pending' as const, limit: MOST_WAITING }
      for (const { id } of await submissions.list(filter)) await sendNow(id)
      product.wake()
    },
    async close() {
      await starting
      await rehearsal?.close()
    },
  }
}

/** Touches nothing that somebody else has set. */
async function connect(
  { certificates, establishments, establishmentStore }: ProductNetwork,
  organizationId: string,
  { simulator, identity }: Awaited<ReturnType<typeof openRehearsal>>,
): Promise<void> {
  const clientFile = { bytes: identity.clientPfx }
  const profile = await establishmentStore.find(organizationId)
  if (profile && !isOurs(profile)) return
  const held = await certificates.findCertificate(organizationId)
  const own = readCertificateFile(clientFile, CLIENT_PASSWORD)
  if (held && held.issuer !== own.issuer) return

  if (held?.fingerprint !== own.fingerprint)
    await certificates.importCertificate(organizationId, clientFile, CLIENT_PASSWORD)
  const { authUrl, ehrUrl } = simulator
  const { rpmEnabled, relEnabled } = DEMO_PROFILE
  await establishments.changeEstablishment(
    organizationId,
    profile ? { authUrl, ehrUrl, rpmEnabled, relEnabled } : { ...DEMO_PROFILE, authUrl, ehrUrl },
  )
}

function isOurs({ environment, requesterId }: Establishment): boolean {
  return environment === 'simulator' && requesterId === DEMO_REQUESTER
}
