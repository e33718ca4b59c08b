import type { Command } from 'commander'
import { defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { hostPolicyCommand } from './host-policy.ts'
import { hostTestCommand } from './host-test.ts'

/** `svcctl host …`: pages that use the assistant. */
export function hostCommand(deps: CliDeps): Command {
  return defineNoun('host', 'hosts', 'pages that use the assistant')
    .addCommand(hostTestCommand(deps))
    .addCommand(hostPolicyCommand(deps))
}
