import { type Command, Option } from 'commander'
import {
  type ExtensionPolicy,
  extensionPolicy,
  linuxExtensionPolicy,
  windowsExtensionPolicy,
} from '../../core/extension/policy.ts'
import { LINUX_FOLDERS } from '../../core/host-contract/browser-policy.ts'
import { defineCommand, defineNoun, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'
import { extensionRuleCommand } from './extension-rule.ts'

interface Options {
  format: 'text' | 'linux' | 'windows'
}

/** `svcctl extension …` */
export function extensionCommand(deps: CliDeps): Command {
  return defineNoun('extension', 'extensions', 'the browser extension on doctors’ computers')
    .addCommand(policyCommand(deps))
    .addCommand(extensionRuleCommand(deps))
}

function policyCommand(deps: CliDeps): Command {
  const { terminal, settings } = deps
  return defineCommand('policy', 'print the browser policy that installs it, with our address', [
    'extension policy',
    'extension policy --format windows > svc-extension.reg',
    'extension policy --format linux > /etc/opt/chrome/policies/managed/svc-extension.json',
  ])
    .addOption(
      new Option('--format <format>', 'a text with both, or one file')
        .choices(['text', 'linux', 'windows'])
        .default('text'),
    )
    .action(async ({ format }: Options, command: Command) => {
      const { publicUrl } = settings.load(settingFlags(command, settings)).values
      const id = await withAdmin(deps, command, (admin) => admin.extensionId())
      const policy = extensionPolicy(id, publicUrl)
      terminal.result(policy, () => sheet(policy, format))
    })
}

function sheet(policy: ExtensionPolicy, format: Options['format']): string {
  if (format === 'linux') return linuxExtensionPolicy(policy).trimEnd()
  // The terminal ends the last line.
  if (format === 'windows') return windowsExtensionPolicy(policy).replace(/\n$/, '')
  const { id, address, updateUrl } = policy
  return [
    'Installs the extension on every computer that has the policy, and keeps it up to date. Doctors need no more than a code: svcctl user invite "Name"',
    ...(address.startsWith('https:')
      ? []
      : [
          '',
          `It reaches a service of another computer over https:// only, and ours is at ${address}: svcctl config set publicUrl https://…`,
        ]),
    '',
    'Windows, by group policy (Chrome and Edge, Extensions → Configure the list of force-installed apps and extensions). Windows takes it on computers that are in a domain or otherwise managed:',
    `  ${id};${updateUrl}`,
    `and as the extension’s own policy, address = ${address}`,
    '',
    'Windows, as a file for one computer: svcctl extension policy --format windows > svc-extension.reg',
    `Linux: svcctl extension policy --format linux > svc-extension.json, copied to ${LINUX_FOLDERS.join(', ')}:`,
    '',
    linuxExtensionPolicy(policy).trimEnd(),
    '',
    'To see whether it arrived: chrome://policy or edge://policy on a doctor’s computer, "Reload policies".',
  ].join('\n')
}
