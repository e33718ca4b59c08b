import { type Command, InvalidArgumentError } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import type { EvaluationOptions } from '../run-evaluation.ts'
import { settingFlags } from '../setting-flags.ts'

/**
 * `svcctl eval`: how right the installed models are, and whether that is enough. Exit 65 below the
 * thresholds.
 */
export function evalCommand(deps: CliDeps): Command {
  return defineCommand('eval', 'run the installed models over the evaluation set and judge them', [
    'eval --out before.json',
    'eval --case cardiologia-01 som-03 --details',
    'eval --thresholds our-limits.json --set /srv/our-cases',
    'eval --held-out',
    'eval --edits edits.ndjson',
    'eval --compare before.json after.json',
  ])
    .option('--case <id...>', 'only these cases; the beginning of an id will do')
    .option('--model <template...>', 'only cases of these document models')
    .option('--limit <number>', 'only the first so many', readLimit)
    .option('--no-sound', 'hear nothing: write from the words as they stand in the cases')
    .option('--set <folder>', 'other cases, in the same format')
    .option('--held-out', 'the product’s second set, which nothing is tuned on: figures only')
    .option('--out <file>', 'write the whole report there, for --compare')
    .option('--thresholds <file>', 'what must be reached; else the set’s own, for the whole of it')
    .option('--details', 'say for each case what was omitted, wrong or invented')
    .option('--reveal', 'of the held-out set too, which spoils it: --details, and words in --out')
    .option('--edits <file>', 'run nothing: write the error set, single edits of the documents')
    .option('--compare <report...>', 'run nothing: compare two reports')
    .action(async (options: EvaluationOptions, command: Command) => {
      const { runEvaluation } = await import('../run-evaluation.ts')
      await runEvaluation(deps, options, settingFlags(command, deps.settings))
    })
}

function readLimit(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1.')
  return Number(text)
}
