import type { Command } from 'commander'
import { defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { nodeInviteCommand } from './node-invite.ts'
import { nodeJoinCommand } from './node-join.ts'

/** `svcctl node`: the servers that share one PostgreSQL. */
export function nodeCommand(deps: CliDeps): Command {
  return defineNoun('node', 'nodes', 'several servers: give a new one the master key')
    .addCommand(nodeInviteCommand(deps))
    .addCommand(nodeJoinCommand(deps))
}
