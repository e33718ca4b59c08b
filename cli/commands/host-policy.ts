import { type Command, Option } from 'commander'
import { AppError } from '../../core/errors.ts'
import {
  type BrowserPolicy,
  browserPolicy,
  LINUX_FOLDERS,
  linuxPolicy,
  windowsPolicy,
} from '../../core/host-contract/browser-policy.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { chooseOrganization } from '../find-ref.ts'

interface Options {
  org?: string
  format: 'text' | 'linux' | 'windows'
  older?: boolean
}

/**
 * `svcctl host policy`: the browsers' policy that lets the allowed origins reach the hospital's
 * network without a question to each doctor. Exit 66 without allowed origins.
 */
export function hostPolicyCommand(deps: CliDeps): Command {
  return defineCommand('policy', 'print the browser policy that lets the EHR reach the appliance', [
    'host policy',
    'host policy --format windows > svc-local-network.reg',
    'host policy --format linux > /etc/opt/chrome/policies/managed/svc-local-network.json',
  ])
    .addOption(
      new Option('--format <format>', 'a text with both, or one file')
        .choices(['text', 'linux', 'windows'])
        .default('text'),
    )
    .option(
      '--older',
      'also for Chrome 139 to 145 and Edge 140 to 145, where it allows the doctor’s own computer too',
    )
    .option('--org <organization>', 'needed where there are several')
    .action(async ({ org, format, older = false }: Options, command: Command) => {
      const { allowedOrigins } = await withAdmin(deps, command, async ({ access }) =>
        chooseOrganization(await access.listOrganizations(), org),
      )
      if (allowedOrigins.length === 0)
        throw new AppError(
          'not-found',
          'no_allowed_origins',
          'No origin is allowed yet, so there is nobody to let in. Add the EHR’s: svcctl org origins add https://ehr.hospital.example',
        )
      const policy = browserPolicy(allowedOrigins, { older })
      deps.terminal.result(policy, () => sheet(policy, format))
    })
}

function sheet(policy: BrowserPolicy, format: Options['format']): string {
  if (format === 'linux') return linuxPolicy(policy).trimEnd()
  // The terminal ends the last line.
  if (format === 'windows') return windowsPolicy(policy).replace(/\n$/, '')
  const insecure = policy.origins.filter((origin) => origin.startsWith('http:'))
  return [
    'Lets these pages reach private addresses without asking each doctor. Needed where the EHR has a public address and the appliance a private one.',
    ...(insecure.length > 0
      ? ['', `Over http:// browsers refuse whatever the policy says: ${insecure.join(', ')}`]
      : []),
    '',
    'Windows, by group policy (Chrome and Edge, Administrative Templates → Local Network Access settings):',
    ...Object.entries(policy.policies).flatMap(([name, list]) => [
      `  ${name}`,
      ...list.map((origin) => `    ${origin}`),
    ]),
    '',
    'Windows, as a file for one computer: svcctl host policy --format windows > svc-local-network.reg',
    `Linux: svcctl host policy --format linux > svc-local-network.json, copied to ${LINUX_FOLDERS.join(', ')}:`,
    '',
    linuxPolicy(policy).trimEnd(),
    '',
    'To see whether it arrived: chrome://policy or edge://policy on a doctor’s computer, "Reload policies".',
    `Once all computers have it, and doctor need not speak of it: svcctl config set localNetworkOrigins ${policy.origins.join(',')}`,
  ].join('\n')
}
