import type { Command } from 'commander'
import { defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { docExplainCommand } from './doc-explain.ts'
import { docReplayCommand } from './doc-replay.ts'
import { docShowCommand } from './doc-show.ts'

/** `svcctl doc`: documents on record. */
export function docCommand(deps: CliDeps): Command {
  return defineNoun('doc', 'docs', 'documents on record')
    .addCommand(docShowCommand(deps))
    .addCommand(docExplainCommand(deps))
    .addCommand(docReplayCommand(deps))
}
