import type { Command } from 'commander'
import { defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { consultHoldCommand, consultReleaseCommand } from './consult-hold.ts'
import { consultListCommand } from './consult-list.ts'
import { consultPurgeCommand } from './consult-purge.ts'
import { consultShowCommand } from './consult-show.ts'
import { consultVerifyCommand } from './consult-verify.ts'

/**
 * `svcctl consult`: what is kept of consultations, as a whole; nothing of what was said is ever
 * shown.
 */
export function consultCommand(deps: CliDeps): Command {
  return defineNoun(
    'consult',
    'consults',
    'what is kept of consultations: facts, proof, hold, erasure',
  )
    .addCommand(consultListCommand(deps))
    .addCommand(consultShowCommand(deps))
    .addCommand(consultVerifyCommand(deps))
    .addCommand(consultHoldCommand(deps))
    .addCommand(consultReleaseCommand(deps))
    .addCommand(consultPurgeCommand(deps))
}
