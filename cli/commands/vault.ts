import type { Command } from 'commander'
import { defineCommand, defineNoun, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { vaultProtectCommand, vaultRotateCommand } from './vault-rotate.ts'

/** `svcctl vault`: the master key, under which everything at rest is sealed. */
export function vaultCommand(deps: CliDeps): Command {
  return defineNoun('vault', 'vaults', 'the master key, under which everything at rest is sealed')
    .addCommand(vaultStatusCommand(deps))
    .addCommand(vaultRotateCommand(deps))
    .addCommand(vaultProtectCommand(deps))
}

function vaultStatusCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('status', 'show which master key is in force, and what protects it', [
    'vault status',
  ]).action(async (_options: unknown, command: Command) => {
    const status = await withAdmin(deps, command, ({ vault }) => vault.status())
    const { fingerprint, source, keysDir, sealed, leftOver } = status
    const protection = {
      file: `a file that only its owner reads, in ${keysDir}`,
      passphrase: `a passphrase (scrypt), in ${keysDir}`,
      command: 'the command of masterKeyCommand',
    }[source]
    terminal.result(status, () =>
      [
        `Master key  ${fingerprint}`,
        `Kept by     ${protection}`,
        `Seals       ${sealed} keys and secrets`,
        ...leftOver.map(
          (path) => `Left over   ${path}: of a change that broke off; the next one removes it`,
        ),
      ].join('\n'),
    )
  })
}
