import type { Command } from 'commander'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findRecord } from '../find-ref.ts'

/** `svcctl rnds bundle`: what is, or will be, sent. */
export function rndsBundleCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('bundle', 'print the FHIR bundle of a record: clinical data', [
    'rnds bundle rnds_3f2a > bundle.json',
  ])
    .argument('<record>', 'its id, or the beginning of it')
    .action(async (ref: string, _options: unknown, command: Command) => {
      const { bundle } = await withAdmin(deps, command, ({ submissions }) =>
        findRecord(submissions.store, ref),
      )
      terminal.say('This is clinical data of a patient: keep it where such data may be.')
      // FHIR's own names, whatever the output's are.
      terminal.raw(`${JSON.stringify(bundle, null, 2)}\n`)
    })
}
