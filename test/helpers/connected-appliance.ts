/** An appliance that an administrator has connected to the network's simulator with `svcctl`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CLIENT_PASSWORD } from '../../bin/tools/rnds-simulator/certificates.ts'
import { simulatorFolder } from '../../bin/tools/rnds-simulator/folder.ts'
import { identityFolder } from '../../bin/tools/rnds-simulator/rehearsal.ts'
import { type Simulator, startSimulator } from '../../bin/tools/rnds-simulator/simulator.ts'
import { brasiliaDate } from '../../core/fhir/bundle/brasilia-time.ts'
import { prepareRules } from '../../core/fhir/profile/prepare-rules.ts'
import { checkBundle } from '../../core/fhir/rules/check-bundle.ts'
import { shippedRules } from '../../core/fhir/rules/rnds.ts'
import type { Appliance } from './appliance.ts'
import { practitionerCns } from './rnds.ts'
import { CNES } from './rnds-chain.ts'

const SVCCTL = fileURLToPath(new URL('../../bin/svcctl', import.meta.url))

interface Connected {
  simulator: Simulator
  svcctl(args: string[], stdin?: string): Promise<void>
}

/**
 * @param more flags of `svcctl rnds profile set`
 * @param settings of `svcctl`, beside the data folder
 */
export async function connectToSimulator(
  t: { teardown(fn: () => unknown): void },
  { dataDir }: Pick<Appliance, 'dataDir'>,
  more: readonly string[] = [],
  settings: Record<string, string | undefined> = {},
): Promise<Connected> {
  const folder = simulatorFolder(dataDir)
  const identity = await identityFolder(folder, new Date())
  const profiles = prepareRules(shippedRules())
  const simulator = await startSimulator({
    identity,
    now: () => new Date(),
    check: (bundle) => checkBundle(bundle, { profiles, today: brasiliaDate(new Date()) }),
  })
  t.teardown(() => simulator.close())
  const svcctl = (args: string[], stdin = '') => runSvcctl(dataDir, args, stdin, settings)
  await svcctl(
    ['rnds', 'cert', 'import', join(folder, 'client.pfx'), '--password-stdin'],
    `${CLIENT_PASSWORD}\n`,
  )
  const addresses = ['--auth-url', simulator.authUrl, '--ehr-url', simulator.ehrUrl]
  const place = ['--environment', 'simulator', '--requester-id', '12345', '--cnes', CNES]
  const visit = ['--modality', '07', '--priority', '03', '--admission-source', '09']
  const end = ['--outcome', '01', '--financing', '04', '--procedure', '0301010072']
  const usual = [...visit, ...end, '--lookup-cns', practitionerCns]
  await svcctl(['rnds', 'profile', 'set', ...place, ...addresses, ...usual, ...more])
  return { simulator, svcctl }
}

async function runSvcctl(
  dataDir: string,
  args: string[],
  stdin: string,
  settings: Record<string, string | undefined>,
): Promise<void> {
  const child = spawn(process.execPath, [SVCCTL, ...args], {
    env: { PATH: process.env.PATH, HOME: dataDir, SVC_DATA_DIR: dataDir, ...settings },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  child.stdin.end(stdin)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`svcctl ${args.join(' ')} ended with ${code}: ${said}`)
}
