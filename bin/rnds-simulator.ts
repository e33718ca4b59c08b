import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CLIENT_PASSWORD } from '../api/rnds-simulator/certificates.ts'
import { readFault } from '../api/rnds-simulator/faults.ts'
import { documentsFile, identityFolder } from '../api/rnds-simulator/identity-folder.ts'
import { simulatedPeople } from '../api/rnds-simulator/people.ts'
import { type SimulatedCall, startSimulator } from '../api/rnds-simulator/simulator.ts'
import type { SimulatorChoices, StartedSimulator } from '../cli/rnds-deps.ts'
import type { Config } from '../config/settings.ts'
import { AppError } from '../core/errors.ts'
import { brasiliaDate } from '../core/fhir/bundle/brasilia-time.ts'
import { checkBundle } from '../core/fhir/check-bundle.ts'
import { simulatorFolder } from './compose-network.ts'
import type { Platform } from './platform.ts'
import { rulesInForce } from './rnds-definitions.ts'

/** The simulator of one data folder: its certificates and documents rest there, and it checks as the product does. */
export async function openSimulator(
  { dataDir }: Pick<Config, 'dataDir'>,
  { now }: Pick<Platform, 'now'>,
  choices: SimulatorChoices & { onCall?: (call: SimulatedCall) => void },
): Promise<StartedSimulator> {
  const { port, host, fault: faultText, anyone, latencyMs, requesterId, fresh } = choices
  const fault = faultText === undefined ? undefined : readFault(faultText)
  if (faultText !== undefined && !fault)
    throw new AppError('invalid', 'usage', `No fault is called "${faultText}".`)
  const folder = simulatorFolder(dataDir)
  const identity = await identityFolder(folder, now())
  const documentsPath = join(folder, 'documents.json')
  if (fresh) await rm(documentsPath, { force: true })
  const saved = await documentsFile(documentsPath)
  const profiles = await rulesInForce(dataDir, now)

  const simulator = await startSimulator({
    identity,
    now,
    host,
    port,
    anyone,
    latencyMs,
    requesterId,
    saved,
    check: (bundle) => checkBundle(bundle, { profiles, today: brasiliaDate(now()) }),
    ...(choices.onCall && { onCall: choices.onCall }),
  }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause
    throw new AppError('unavailable', 'port_in_use', `Port ${port} or ${port + 1} is in use.`, {
      cause,
    })
  })
  if (fault) simulator.faults.add(fault)
  const [patient] = simulatedPeople.patients
  const [practitioner] = simulatedPeople.practitioners
  const [organization] = simulatedPeople.organizations
  return {
    authUrl: simulator.authUrl,
    ehrUrl: simulator.ehrUrl,
    certificatePath: join(folder, 'client.pfx'),
    certificatePassword: CLIENT_PASSWORD,
    sample: {
      patientCpf: patient?.cpf ?? '',
      practitionerCns: practitioner?.cns ?? '',
      cnes: organization?.cnes ?? '',
    },
    async close() {
      await simulator.close()
      await saved.saved()
    },
  }
}
