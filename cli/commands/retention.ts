import type { Command } from 'commander'
import { defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { retentionRunCommand } from './retention-run.ts'
import { retentionSetCommand } from './retention-set.ts'
import { retentionShowCommand } from './retention-show.ts'

/** `svcctl retention`: how long what is kept, and what goes when its time is over. */
export function retentionCommand(deps: CliDeps): Command {
  return defineNoun('retention', 'retentions', 'how long sound, words and documents are kept')
    .addCommand(retentionShowCommand(deps))
    .addCommand(retentionSetCommand(deps))
    .addCommand(retentionRunCommand(deps))
}
