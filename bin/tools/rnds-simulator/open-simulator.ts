import { join } from 'node:path'
import type { SimulatorChoices, StartedSimulator } from '../../../cli/rnds-deps.ts'
import type { Config } from '../../../config/settings.ts'
import { AppError } from '../../../core/errors.ts'
import type { Platform } from '../../platform.ts'
import { CLIENT_PASSWORD } from './certificates.ts'
import { readFault } from './faults.ts'
import { type MonthlyCode, readMonthlyCode } from './judge-links.ts'
import { simulatedPeople } from './people.ts'
import { openRehearsal } from './rehearsal.ts'
import type { SimulatedCall } from './simulator.ts'

/** What `svcctl rnds simulator` starts. */
export async function openSimulator(
  config: Pick<Config, 'dataDir'>,
  platform: Pick<Platform, 'now'>,
  choices: SimulatorChoices & { onCall?: (call: SimulatedCall) => void },
): Promise<StartedSimulator> {
  const { fault: faultText, months: monthTexts, ...options } = choices
  const { port } = options
  const fault = faultText === undefined ? undefined : readFault(faultText)
  if (faultText !== undefined && !fault)
    throw new AppError('invalid', 'usage', `No fault is called "${faultText}".`)
  const months = monthTexts.map(monthlyCode)
  const { simulator, folder, close } = await openRehearsal(config, platform, {
    ...options,
    months,
    documents: 'documents.json',
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
    close,
  }
}

function monthlyCode(text: string): MonthlyCode {
  const read = readMonthlyCode(text)
  if (read) return read
  throw new AppError('invalid', 'usage', `Not a code with its months: "${text}".`)
}
