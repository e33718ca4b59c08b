import type { Command } from 'commander'
import { AppError, isAppError } from '../../core/errors.ts'
import type { Advice, Pair } from '../../core/model-file/advise-models.ts'
import { boxModel } from '../../core/model-file/catalogue.ts'
import { importModel, RULES } from '../../core/model-file/import-model.ts'
import { pullModel } from '../../core/model-file/pull-model.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps, Flags } from '../deps.ts'
import { bytes } from '../format.ts'
import { pairWords, trialWords } from '../model-words.ts'
import { transferProgress } from '../progress.ts'
import { proveInstalled } from '../prove-installed.ts'
import { settingFlags } from '../setting-flags.ts'
import {
  type Asked,
  chosenPair,
  downloadableModels,
  goesOnWords,
  importableModels,
  isDone,
  type Obtainable,
  type Outcome,
  obtainedModels,
  outcomeWords,
  ownModels,
  planTable,
  present,
  refuseWithoutRoom,
  type SetupSource,
} from '../setup-plan.ts'
import { takeModel, useRules } from '../take-model.ts'

/** As `svcctl model use` waits for a running server. */
const WAIT_MS = 45 * 60_000
const DOWNLOAD = 'download'

interface Options extends Asked {
  from?: string
  download?: boolean
  acceptLicence?: boolean
  dryRun?: boolean
}

/**
 * `svcctl model setup`: the pair that does best on this machine, fetched, proven and in use. At
 * most two questions: where from, and whether to.
 */
export function modelSetupCommand(deps: CliDeps): Command {
  const { terminal, settings } = deps
  return defineCommand('setup', 'fetch, prove and use the models that do best on this machine', [
    'model setup',
    'model setup --from /media/usb --yes',
    'model setup --download --text rules --yes   # speech only; nothing is asked',
  ])
    .option('--from <path>', 'a file or folder with models, a USB stick say')
    .option('--download', 'fetch from the setting modelMirror')
    .option('--speech <name>', 'this speech model, instead of the best one there')
    .option('--text <name>', `this language model, or "${RULES}" for none`)
    .option('--accept-licence', 'agree to the terms that the plan names')
    .option('-n, --dry-run', 'show what would be done')
    .action(async (options: Options, command: Command) => {
      const flags = settingFlags(command, settings)
      if (options.from !== undefined && options.download)
        throw new AppError('invalid', 'validation_error', 'Either --from or --download, not both.')
      const store = await deps.openModels(flags)
      const measured = await measuredSpeed(deps, flags)
      const advice = await deps.modelAdvice(flags, { measured })
      terminal.say(`Recommended here: ${pairWords(advice)}.`)

      const here = await obtainedModels(store)
      const inUse = pairInUse(deps, flags, here)
      const source = await sourceOf(deps, options, advice, here)
      const fetched =
        source?.kind === 'folder'
          ? await importableModels(deps, store, flags, source.path)
          : { models: source ? downloadableModels(advice) : [], skipped: [] }
      for (const { sourcePath, reason } of fetched.skipped)
        terminal.say(`Left out: ${sourcePath}: ${reason}`)
      const models = [...here, ...fetched.models]
      const judged = await deps.modelAdvice(flags, { own: ownModels(models) })
      const vouched = terminal.canAsk
      const pair = chosenPair(models, judged, { asked: options, inUse, vouched })
      const steps = [pair.speech, pair.text].filter((one) => one !== null)
      tellOwn(deps, fetched.models, steps)
      const lacking = lackingOf(advice, options, steps)
      if (lacking.length > 0)
        terminal.say(`Recommended, and neither here nor there: ${lacking.join(', ')}.`)
      const todo = steps.filter((one) => !isDone(one, inUse))
      const toRules = options.text === RULES && inUse.text !== null
      await refuseWithoutRoom(store, todo)

      const told = { recommended: pairOf(advice), plan: steps.map((one) => present(one, inUse)) }
      if (options.dryRun || (todo.length === 0 && !toRules)) {
        terminal.result({ ...told, changed: false }, () =>
          steps.length > 0 ? planTable(terminal, steps, inUse) : 'Nothing to set up.',
        )
        if (todo.length > 0) return
        // A script that brought a stick must not take this for a machine that is set up.
        if (lacking.length > 0 && fetched.skipped.length > 0)
          throw nothingSetUp(fetched.skipped.length, lacking)
        terminal.say(
          lacking.length > 0
            ? 'Nothing is to be done with what is there.'
            : 'Nothing is to be done.',
        )
        return
      }
      terminal.say('')
      terminal.say(planTable(terminal, steps, inUse))
      const licenceAccepted = await agreed(deps, todo, options)
      const done: Outcome[] = []
      try {
        for (const step of todo) done.push(await setUp(deps, flags, step, licenceAccepted))
      } catch (error) {
        terminal.say(goesOnWords(done, error))
        throw error
      }
      if (toRules) await useRules(deps, flags)
      terminal.result({ ...told, changed: true, done }, () =>
        done.map((one) => outcomeWords(one)).join('\n'),
      )
    })
}

function pairInUse({ settings }: CliDeps, flags: Flags, here: readonly Obtainable[]): Pair {
  const { speechModel, textModel } = settings.load(flags).values
  const nameOf = (file: string | null) => here.find((one) => one.file === file)?.name ?? file
  return { speech: nameOf(speechModel), text: nameOf(textModel) }
}

/** A few seconds; nothing where the recognizer does not work yet. */
async function measuredSpeed(deps: CliDeps, flags: Flags) {
  const line = deps.terminal.progress('measuring this machine')
  const trial = await deps
    .tryModel(flags, { kind: 'speech', file: boxModel.file })
    .catch((error: unknown) => {
      if (isAppError(error)) return null
      throw error
    })
    .finally(() => line.end())
  const speeds = new Map(trial?.figure ? [[boxModel.name, trial.figure.value]] : [])
  return { speeds, card: await deps.speechCard(flags) }
}

/**
 * The first question, where something is to be fetched. Nothing is downloaded because nobody was
 * there to ask.
 */
async function sourceOf(
  { terminal }: CliDeps,
  { from, download, speech, text }: Options,
  advice: Advice,
  here: readonly Obtainable[],
): Promise<SetupSource> {
  if (from !== undefined) return { kind: 'folder', path: from }
  if (download) return { kind: 'download' }
  const wanted = [speech ?? advice.speech, text ?? advice.text]
  const missing = wanted.filter(
    (name) => name !== null && name !== RULES && !here.some((one) => one.name === name),
  )
  if (missing.length === 0) return null
  if (!terminal.canAsk)
    throw new AppError(
      'invalid',
      'model_source_needed',
      `${missing.join(' and ')}: not here. Say where from: --from FOLDER, or --download.`,
    )
  const total = advice.models
    .filter(({ name }) => missing.includes(name))
    .reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0)
  const typed = await terminal.ask(
    `Where from? A folder (a USB stick), or "${DOWNLOAD}" (about ${bytes(total)})`,
  )
  return typed === DOWNLOAD ? { kind: 'download' } : { kind: 'folder', path: typed }
}

/** What was recommended and not chosen otherwise. */
function lackingOf(
  advice: Pair,
  { speech, text }: Options,
  steps: readonly Obtainable[],
): string[] {
  const wanted = [speech === undefined && advice.speech, text === undefined && advice.text]
  return wanted
    .filter((name) => typeof name === 'string')
    .filter((name) => !steps.some((one) => one.name === name))
}

/** Nobody vouches for it by saying --yes. */
function tellOwn(
  { terminal }: CliDeps,
  fetched: readonly Obtainable[],
  chosen: readonly Obtainable[],
): void {
  const left = fetched.filter((one) => !one.known && !chosen.includes(one))
  for (const { name, kind } of left)
    terminal.say(`Left out: ${name}, which is in no catalogue. To take it: --${kind} ${name}`)
}

/** The second question, with the terms that have to be accepted. */
async function agreed(
  { terminal }: CliDeps,
  todo: readonly Obtainable[],
  options: Options,
): Promise<boolean> {
  for (const { known, name } of todo)
    if (!known)
      terminal.say(
        terminal.style.yellow(
          `"${name}" is in no catalogue: nobody here knows who made it, or under which licence. You vouch for it.`,
        ),
      )
  const terms = todo.flatMap(({ known, how }) =>
    how !== 'here' && known?.licence.acceptanceNeeded
      ? [`${known.licence.name} (${known.licence.url})`]
      : [],
  )
  const isAsked = terms.length > 0 && !options.acceptLicence
  await terminal.confirm(
    isAsked ? `Do you agree to the ${terms.join(' and the ')}, and set this up?` : 'Set this up?',
  )
  return !isAsked || terminal.canAsk
}

/** Fetched, proven where it writes, and in use; each of these whole or not at all. */
async function setUp(
  deps: CliDeps,
  flags: Flags,
  step: Obtainable,
  licenceAccepted: boolean,
): Promise<Outcome> {
  const { name, kind } = step
  await fetchModel(deps, flags, step, licenceAccepted)
  let { fitness } = step
  if (kind === 'text' && fitness === null) {
    deps.terminal.say(`Proving ${name} on cases that come with the program: some minutes.`)
    fitness = (await proveInstalled(deps, flags, name)).fitness.level
  }
  if (fitness === 'nothing') return { name, kind, used: false, fitness, words: '' }
  const { trial } = await takeModel(deps, flags, name, WAIT_MS)
  return { name, kind, used: true, fitness, words: trialWords(trial) }
}

async function fetchModel(
  deps: CliDeps,
  flags: Flags,
  { name, how, item }: Obtainable,
  licenceAccepted: boolean,
): Promise<void> {
  if (how === 'here') return
  const { terminal, settings, box, now, signal } = deps
  const store = await deps.openModels(flags)
  const line = terminal.progress(name)
  const onProgress = transferProgress(line, () => now().getTime())
  const transfer = { signal, licenceAccepted, onProgress }
  try {
    if (item) {
      await importModel({ store, now, trySpeech: async () => null }).apply(item, transfer)
      return
    }
    const { modelMirror } = settings.load(flags).values
    const models = pullModel({ store, box, mirror: modelMirror, now })
    await models.pull(await models.plan(name), transfer)
  } finally {
    line.end()
  }
}

function nothingSetUp(skipped: number, lacking: readonly string[]): AppError {
  const left = skipped === 1 ? 'a file' : `${skipped} files`
  return new AppError(
    'rejected',
    'model_nothing_set_up',
    `Nothing was set up: ${left} found there had to be left out, and ${lacking.join(' and ')} is still missing.`,
  )
}

function pairOf({ speech, text }: Advice): Pair {
  return { speech, text }
}
