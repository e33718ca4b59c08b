import { type Command, Option } from 'commander'
import { boxModel } from '../../core/model-file/catalogue.ts'
import { type ListedModel, listModels } from '../../core/model-file/list-models.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { bytes } from '../format.ts'
import { fitnessWords, pairWords } from '../model-words.ts'
import { settingFlags } from '../setting-flags.ts'

/**
 * `svcctl model list`: what there is, what is here, what is in use, and what this machine can
 * carry.
 */
export function modelListCommand(deps: CliDeps): Command {
  const { terminal, settings } = deps
  return defineCommand('list', 'list models: known, installed, in use', [
    'model list --installed',
    'model list --kind speech',
  ])
    .option('--installed', 'only those that are here')
    .addOption(new Option('--kind <kind>', 'only of this kind').choices(['speech', 'vad', 'text']))
    .action(async (options: { installed?: boolean; kind?: string }, command: Command) => {
      const flags = settingFlags(command, settings)
      const { speechModel, textModel, dataDir } = settings.load(flags).values
      const store = await deps.openModels(flags)
      const active = { speech: speechModel, text: textModel }
      const { box, speech, text, models: advised } = await deps.modelAdvice(flags)
      const measured = new Map(
        advised.flatMap(({ name, speed }) => (speed === null ? [] : [[name, speed] as const])),
      )
      const recommended = [speech, text]
      const all = await listModels({ store, box, active, measured, recommended })()
      const models = all.filter(
        ({ installed, kind }) =>
          (!options.installed || installed) && (!options.kind || kind === options.kind),
      )
      const machine = { cores: box.cores, memoryMiB: box.memoryMiB }
      const told = { folder: store.folder, dataDir, machine, recommended: { speech, text }, models }
      terminal.result(told, () =>
        models.length > 0 ? modelTable(deps, models) : 'No model is installed.',
      )
      if (!terminal.json)
        terminal.say(
          `This machine: ${box.cores} cores, ${bytes(box.memoryMiB * 1024 * 1024)} memory. Recommended: ${pairWords({ speech, text })}. To set it up: svcctl model setup`,
        )
    })
}

function modelTable({ terminal }: CliDeps, models: ListedModel[]): string {
  const { style } = terminal
  return terminal.table(models, [
    { header: 'NAME', cell: ({ name }) => name },
    { header: 'KIND', cell: ({ kind }) => kind, below: true },
    {
      header: 'STATE',
      cell: stateOf,
      shrinks: 'wraps',
      paint: (text, { active, installed }) =>
        active ? style.green(text) : installed ? text : style.dim(text),
    },
    {
      header: 'SIZE',
      align: 'right',
      cell: ({ sizeBytes, installed }) =>
        sizeBytes === null ? '?' : `${installed ? '' : '~'}${bytes(sizeBytes)}`,
    },
    {
      header: 'MEMORY',
      align: 'right',
      cell: ({ memoryMiB }) => (memoryMiB === null ? '?' : `~${bytes(memoryMiB * 1024 * 1024)}`),
    },
    {
      header: 'HERE',
      cell: ({ fit }) =>
        ({ fits: 'fits', slow: 'slow', 'too-large': 'too large', unknown: '?' })[fit],
      paint: (text, { fit }) => (fit === 'too-large' ? style.red(text) : text),
    },
    {
      header: 'LICENCE',
      cell: ({ licence, licenceAcceptanceNeeded }) =>
        `${licence ?? 'not known'}${licenceAcceptanceNeeded ? ' (to be accepted)' : ''}`,
      shrinks: true,
      below: true,
    },
  ])
}

function stateOf(model: ListedModel): string {
  const { installed, active, recommended, receivedBytes, proof, file, kind, fitness } = model
  if (!installed) {
    if (receivedBytes !== null) return `${bytes(receivedBytes)} received`
    if (active) return 'in use, MISSING'
    return recommended ? 'recommended' : '-'
  }
  const words = [active ? 'in use' : 'installed']
  if (recommended) words.push('recommended')
  if (file === boxModel.file) words.push('comes with the program')
  if (proof === 'unproven') words.push('not verified')
  if (kind === 'text') words.push(fitnessWords(fitness))
  return words.join(', ')
}
