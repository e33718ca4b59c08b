import { Command, type CommanderError, Option } from 'commander'
import { auditCommand } from './commands/audit.ts'
import { backupCommand } from './commands/backup.ts'
import { completionCommand } from './commands/completion.ts'
import { configCommand } from './commands/config.ts'
import { consultCommand } from './commands/consult.ts'
import { docCommand } from './commands/doc.ts'
import { doctorCommand } from './commands/doctor.ts'
import { evalCommand } from './commands/eval.ts'
import { hostCommand } from './commands/host.ts'
import { initCommand } from './commands/init.ts'
import { keyCommand } from './commands/key.ts'
import { modelCommand } from './commands/model.ts'
import { orgCommand } from './commands/org.ts'
import { pluginCommand } from './commands/plugin.ts'
import { rndsCommand } from './commands/rnds.ts'
import { schemaCommand } from './commands/schema.ts'
import { demoCommand, serveCommand } from './commands/serve.ts'
import { statusCommand } from './commands/status.ts'
import { templateCommand } from './commands/template.ts'
import { terminologyCommand } from './commands/terminology.ts'
import { userCommand } from './commands/user.ts'
import { vaultCommand } from './commands/vault.ts'
import type { CliDeps } from './deps.ts'
import { addSettingFlags } from './setting-flags.ts'

/** Where commander itself writes: help on one stream, complaints on the other. */
export interface ProgramOutput {
  out(text: string): void
  err(text: string): void
}

/** The whole command line. Parsing it runs one command; nothing exits the process. */
export function program(deps: CliDeps, output: ProgramOutput): Command {
  const root = new Command('svcctl')
    .description('Runs and administers the clinical documentation appliance.')
    .version(deps.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain a command')
    .addOption(new Option('--json', 'print the result as JSON'))
    .addOption(new Option('-y, --yes', 'ask nothing, agree to everything').env('SVC_YES'))
    .addOption(new Option('--config <file>', 'the configuration file').env('SVC_CONFIG'))
    .addHelpText(
      'after',
      '\nExample:\n  $ svcctl init --org "Hospital São Lucas"\n\nEvery setting is a flag too: svcctl serve --help',
    )
  addSettingFlags(root, deps.settings)

  for (const command of [initCommand, serveCommand, demoCommand, statusCommand, doctorCommand])
    root.addCommand(command(deps))
  for (const noun of [
    configCommand,
    orgCommand,
    userCommand,
    keyCommand,
    templateCommand,
    schemaCommand,
    terminologyCommand,
    rndsCommand,
    modelCommand,
    docCommand,
    consultCommand,
    vaultCommand,
    auditCommand,
    backupCommand,
    pluginCommand,
    hostCommand,
    evalCommand,
    completionCommand,
  ])
    root.addCommand(noun(deps))
  everywhere(root, (command) => {
    command
      .exitOverride()
      .configureOutput({
        writeOut: output.out,
        writeErr: output.err,
        // Told by whoever runs the program, in the one shape all failures have.
        outputError() {},
      })
      .configureHelp({ showGlobalOptions: true })
      .showHelpAfterError(false)
  })
  return root
}

/** What commander threw, in one sentence without its prefix. */
export function usageMessage({ message }: CommanderError): string {
  const plain = message.replace(/^error: /, '').replace(/\s*\n\((.*)\)/, '. $1')
  const sentence = plain.replace(/^./, (letter) => letter.toUpperCase())
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`
}

export function everywhere(command: Command, visit: (command: Command) => void) {
  visit(command)
  for (const inner of command.commands) everywhere(inner, visit)
}
