import type { Command } from 'commander'
import { defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { dataMoveCommand } from './data-move.ts'

/** `svcctl data`: all of an installation, from one kind of place into another. */
export function dataCommand(deps: CliDeps): Command {
  return defineNoun('data', 'datas', 'the whole installation, into another database').addCommand(
    dataMoveCommand(deps),
  )
}
