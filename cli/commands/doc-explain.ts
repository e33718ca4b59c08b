import type { Command } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { explanationSheet } from '../explanation-sheet.ts'
import { settingFlags } from '../setting-flags.ts'

/**
 * `svcctl doc explain <id> [field]`: shows what the document says, and is on record as a reading of
 * it.
 */
export function docExplainCommand(deps: CliDeps): Command {
  const { terminal, settings } = deps
  return defineCommand(
    'explain',
    'why a line of a document stands, is marked or is missing (shows what it says)',
    [
      'doc explain 3f2a8c1e-5d0b-4a57-9a0c-7f1f0a6f3b11',
      'doc explain 3f2a8c1e-5d0b-4a57-9a0c-7f1f0a6f3b11 Alergias',
      'doc explain 3f2a8c1e-5d0b-4a57-9a0c-7f1f0a6f3b11 --json | jq ".values[] | select(.on_record.verdict == \\"not_found\\")"',
    ],
  )
    .argument('<document>', 'its id')
    .argument('[field]', 'a field of it, or a key of a field; all of it without')
    .action(async (id: string, field: string | undefined, _options: unknown, command: Command) => {
      await using documents = await deps.openDocuments(settingFlags(command, settings))
      const explanation = await documents.explain(id, field)
      terminal.result(explanation, () => explanationSheet(explanation, terminal))
    })
}
