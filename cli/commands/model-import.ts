import { resolve } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import {
  type ImportItem,
  type ImportPlan,
  importModel,
} from '../../core/model-file/import-model.ts'
import { modelFit } from '../../core/model-file/model-fit.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps, Flags } from '../deps.ts'
import { bytes } from '../format.ts'
import { transferProgress } from '../progress.ts'
import { settingFlags } from '../setting-flags.ts'

interface Options {
  name?: string
  dryRun?: boolean
  acceptLicence?: boolean
}

/**
 * `svcctl model import <path>`: for machines without internet. Known files are recognised whatever
 * they are called.
 */
export function modelImportCommand(deps: CliDeps): Command {
  const { terminal, settings, now, signal } = deps
  return defineCommand('import', 'take models from a file or folder, a USB stick say', [
    'model import /media/usb',
    'model import ./own-model.gguf --name own-model',
  ])
    .argument('<path>', 'a file, or a folder that is searched')
    .option('--name <name>', 'for a file that is in no catalogue')
    .option('-n, --dry-run', 'show what would be done')
    .option('--accept-licence', 'agree to the terms of the models found')
    .action(async (path: string, options: Options, command: Command) => {
      const flags = settingFlags(command, settings)
      const store = await deps.openModels(flags)
      const trySpeech = speechTrial(deps, flags)
      const models = importModel({ store, now, trySpeech })
      const clock = () => now().getTime()

      const looking = terminal.progress('recognising')
      const plan = await models
        .plan(path, options.name ?? null, { signal, onProgress: transferProgress(looking, clock) })
        .finally(() => looking.end())
      for (const { sourcePath, reason } of plan.skipped)
        terminal.say(`Left out: ${sourcePath}: ${reason}`)
      if (options.dryRun) {
        terminal.result(present(plan), () => planTable(deps, plan))
        return refuseNothing(plan)
      }

      for (const item of plan.items) {
        if (item.installed) continue
        warnIfUnknown(deps, item)
        describeSpeech(deps, item)
        const licenceAccepted = await accepted(deps, item, options)
        const line = terminal.progress(item.name)
        const onProgress = transferProgress(line, clock)
        await models.apply(item, { signal, licenceAccepted, onProgress }).finally(() => line.end())
      }
      terminal.result(present(plan), () => planTable(deps, plan))
      refuseNothing(plan)
      for (const { name, kind } of plan.items)
        if (kind === 'text')
          terminal.say(`To find out what ${name} is fit for here: svcctl model prove ${name}`)
    })
}

/** A folder of damaged copies alone is no success. */
function refuseNothing({ items, skipped }: ImportPlan) {
  if (items.length > 0) return
  const files = skipped.length === 1 ? 'the one file' : `all ${skipped.length} files`
  throw new AppError(
    'rejected',
    'model_nothing_imported',
    `Nothing was imported: ${files} found there had to be left out.`,
  )
}

/** Beside a running server, whose memory is its own. */
function speechTrial(deps: CliDeps, flags: Flags): Parameters<typeof importModel>[0]['trySpeech'] {
  return async (path, { memoryMiB }) => {
    const { availableMiB } = await deps.boxFacts(flags)
    if ((memoryMiB ?? 0) > availableMiB) return null
    return deps.tryModel(flags, { kind: 'speech', file: resolve(path) })
  }
}

async function accepted({ terminal }: CliDeps, { catalogued }: ImportItem, options: Options) {
  const licence = catalogued?.licence
  if (!licence?.acceptanceNeeded || options.acceptLicence) return true
  if (!terminal.canAsk) return false
  await terminal.confirm(`Do you agree to the ${licence.name} (${licence.url})?`)
  return true
}

function warnIfUnknown({ terminal }: CliDeps, { catalogued, name, sha256 }: ImportItem) {
  if (catalogued) return
  const { yellow } = terminal.style
  terminal.say(yellow(`"${name}" is in no catalogue: nobody here knows who made it, under which`))
  terminal.say(yellow('licence, or how well it understands. You vouch for it. Its SHA-256 is'))
  terminal.say(yellow(sha256))
}

/** What its header and a trial say of a speech model that no catalogue knows. */
function describeSpeech({ terminal, box }: CliDeps, { speech, trial }: ImportItem) {
  if (!speech) return
  const shape = speech.like ? `the shape of Whisper ${speech.like}` : 'a shape of its own'
  terminal.say(`It has ${shape}, with ${speech.quantization ?? 'unknown'} weights.`)
  terminal.say(
    trial?.figure && trial.hearing
      ? `Tried here: ${trial.figure.value} ${trial.figure.unit}, ${trial.hearing.heard} of ${trial.hearing.said} words of a clear voice.`
      : 'It was not tried here: that is done when it is taken into use.',
  )
  const fit = modelFit(speech, box)
  if (fit === 'slow') terminal.say('This machine has few cores for it: it will be slow.')
  if (fit === 'too-large') terminal.say('This machine has too little memory for it.')
}

function planTable({ terminal }: CliDeps, { items }: ImportPlan): string {
  if (items.length === 0) return 'Nothing to import.'
  return terminal.table(items, [
    { header: 'NAME', cell: ({ name }) => name },
    { header: 'KIND', cell: ({ kind }) => kind },
    { header: 'SIZE', cell: ({ sizeBytes }) => bytes(sizeBytes), align: 'right' },
    { header: 'MEMORY', cell: memoryWords, align: 'right' },
    { header: 'SPEED', cell: speedWords, align: 'right' },
    {
      header: 'LICENCE',
      cell: ({ catalogued }) => catalogued?.licence.name ?? 'not known',
      shrinks: true,
    },
    { header: 'FROM', cell: ({ sourcePath }) => sourcePath, shrinks: true },
    { header: '', cell: ({ installed }) => (installed ? 'was here already' : '') },
  ])
}

function memoryWords({ catalogued, speech }: ImportItem): string {
  const memoryMiB = catalogued?.memoryMiB ?? speech?.memoryMiB ?? null
  return memoryMiB === null ? '?' : `~${bytes(memoryMiB * 1024 * 1024)}`
}

function speedWords({ trial }: ImportItem): string {
  return trial?.figure ? `${trial.figure.value} × real time` : '-'
}

function present({ items, skipped }: ImportPlan) {
  return {
    models: items.map(({ catalogued, ...item }) => ({
      ...item,
      known: catalogued !== null,
      licence: catalogued?.licence.name ?? null,
    })),
    skipped,
  }
}
