import { type Command, InvalidArgumentError, Option } from 'commander'
import { AppError } from '../../core/errors.ts'
import { modelNames } from '../../core/model-file/catalogue.ts'
import { RULES } from '../../core/model-file/import-model.ts'
import { type FitnessLevel, fitnessOf } from '../../core/model-file/model-fitness.ts'
import type { UsedModel } from '../../core/model-file/use-model.ts'
import { offering } from '../completion/offers.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { trialWords } from '../model-words.ts'
import { settingFlags } from '../setting-flags.ts'
import { isOpen, takeModel, useRules } from '../take-model.ts'

/**
 * How long a running server is waited for, in seconds: it ends what it is writing first, and loads
 * gigabytes.
 */
const WAIT_S = 45 * 60
/**
 * `svcctl model use <name>`: proves the file, tries it, and takes it into use, without a restart
 * where a server runs.
 */
export function modelUseCommand(deps: CliDeps): Command {
  const { terminal, settings, signal } = deps
  return defineCommand('use', 'make an installed model the active one, without a restart', [
    'model use whisper-small-q5_1',
    'model use rules   # documents without a language model again',
  ])
    .addArgument(
      offering('<name>', 'as "svcctl model list --installed" shows it', [...modelNames(), RULES]),
    )
    .addOption(
      new Option(
        '--wait <seconds>',
        'how long to wait until a running server has taken it; 75 when it has not by then',
      )
        .default(WAIT_S)
        .argParser(seconds),
    )
    .action(async (name: string, { wait }: { wait: number }, command: Command) => {
      const flags = settingFlags(command, settings)
      if (name === RULES) return useRules(deps, flags)
      const used = await takeModel(deps, flags, name, wait * 1000)
      terminal.result(used, () => `${used.name} is the ${used.setting} now. ${whenWords(used)}`)
      tellWarnings(deps, used)
      const record = (await (await deps.openModels(flags)).find(used.file))?.record
      if (used.setting === 'textModel') {
        const { generator } = settings.load(flags).values
        tellFitness(deps, used.name, fitnessOf(record), generator === 'llama')
      }
      signal.throwIfAborted()
      if (wait > 0 && isOpen(used))
        throw new AppError(
          'busy',
          'model_not_taken_yet',
          `The running server has not taken ${used.name} yet: it ends what it is doing first, and goes on without this command. See: svcctl model list --installed. If it stays so, its settings are others than these: svcctl config show`,
        )
    })
}

/** What it is for here, where that is less than who takes it into use may think. */
function tellFitness(
  { terminal }: CliDeps,
  name: string,
  level: FitnessLevel | null,
  isNamed: boolean,
) {
  if (level === 'write') return
  const { yellow } = terminal.style
  terminal.say(yellow(LESS[level ?? 'unproven'](name)))
  if (isNamed)
    terminal.say(
      yellow(
        'The setting generator is "llama", so it writes them all the same: svcctl config set generator auto',
      ),
    )
}

const LESS: Record<'unproven' | Exclude<FitnessLevel, 'write'>, (name: string) => string> = {
  unproven: (name) =>
    `It is unproven here, and with the generator "auto" rules write until it is proven: svcctl model prove ${name}`,
  nothing: () =>
    'It was tried and is not fit for documents here: with the generator "auto" rules write them. Another one: svcctl model list --kind text. Without one: svcctl model use rules',
  phrase: () =>
    'It is fit to phrase, not to write documents: with the generator "auto" rules write them, and it phrases their lines.',
}

function seconds(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a whole number of seconds, 0 or more.')
}

function whenWords(used: UsedModel): string {
  const { live, trial } = used
  if (isOpen(used))
    return 'The running server has not taken it yet: until then it works with the one before, and keeps that if this one fails there (svcctl doctor says so).'
  if (live?.state === 'active')
    return live.together
      ? 'The server uses it from now on; what was going on ended on the one before.'
      : 'The server uses it from now on. Memory does not hold both, so the one before was unloaded first.'
  if (live?.state === 'not-used') return 'The settings have something else do this work at present.'
  if (live?.state === 'restart-needed')
    return `It hears shorter stretches than the one before: it takes effect when the server is started the next time. ${trialWords(trial)}`
  return `It takes effect when the server is started. ${trialWords(trial)}`
}

function tellWarnings({ terminal }: CliDeps, { fit }: UsedModel) {
  const { yellow } = terminal.style
  if (fit === 'too-large')
    terminal.say(yellow('This machine has too little memory for it: expect it to swap or fail.'))
  if (fit === 'slow')
    terminal.say(yellow('This machine has few cores for it: expect it to be slow.'))
}
