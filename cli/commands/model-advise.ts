import { loadavg } from 'node:os'
import type { Command } from 'commander'
import { isAppError } from '../../core/errors.ts'
import type { Advice, AdvisedModel } from '../../core/model-file/advise-models.ts'
import { boxModel, findModel } from '../../core/model-file/catalogue.ts'
import {
  type CardFacts,
  type CardUse,
  useOfCardCommand,
  whyNotUsed,
} from '../../core/model-file/model-fit.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps, Flags } from '../deps.ts'
import { bytes } from '../format.ts'
import { pairWords } from '../model-words.ts'
import { settingFlags } from '../setting-flags.ts'

const MIB = 1024 * 1024

/** `svcctl model advise [--measure]`: what fits this box. */
export function modelAdviseCommand(deps: CliDeps): Command {
  const { terminal, settings } = deps
  return defineCommand('advise', 'say which models this machine can carry', [
    'model advise',
    'model advise --measure   # times the models in use for a few seconds',
  ])
    .option('--measure', 'time the models in use as well')
    .action(async ({ measure }: { measure?: boolean }, command: Command) => {
      const flags = settingFlags(command, settings)
      const measured = new Map<string, number>()
      const [load = 0] = loadavg()
      const card = await deps.speechCard(flags)
      const hears = await timeBoxModel(deps, flags, measured)
      const alone = card?.use === 'used' ? await speedWithoutCard(deps, flags) : null
      if (measure) await timeModelsInUse(deps, flags, measured)
      const advice = await deps.modelAdvice(flags, { measured: { speeds: measured, card } })
      const figures = [...measured].map(([name, value]) => ({ name, value }))
      const found = card && { ...card, speedWithout: alone }
      terminal.result({ ...advice, measured: figures, ...(found ? { card: found } : {}) }, () =>
        text(deps, advice),
      )
      terminal.say(
        hears
          ? `Speeds of speech models are scaled from ${boxModel.name}, which was timed now${busyWords(load, deps.box.cores)}.`
          : 'Speeds are estimates: the speech runtime is not built, or does not work. See: svcctl doctor',
      )
      if (found) terminal.say(cardWords(found, measured.get(boxModel.name) ?? null))
      terminal.say(`Recommended here: ${pairWords(advice)}. To set it up: svcctl model setup`)
    })
}

/**
 * A machine at work looks slower than it is.
 * @param load processes that wanted a processor in the last minute
 */
export function busyWords(load: number, cores: number): string {
  if (load <= cores) return ''
  return `, while other work took the processor (load ${load.toFixed(1)} on ${cores} cores): ask again when it is quiet, the fastest time counts`
}

/**
 * What a card does for speech here, as it was measured, or why it does nothing; and how text comes
 * to it.
 */
function cardWords(
  { name, memoryMiB, use, speedWithout }: CardFacts & { speedWithout: number | null },
  speed: number | null,
): string {
  const card = `${name} (${bytes(memoryMiB * MIB)})`
  return `${speechOnCard(card, use, speed, speedWithout)} Text models are computed on the processor here; a card serves them as a server beside (llama-server, vLLM, Ollama): svcctl config set generator remote generatorRemoteUrl http://127.0.0.1:PORT generatorRemoteModel NAME`
}

function speechOnCard(
  card: string,
  use: CardUse,
  speed: number | null,
  without: number | null,
): string {
  if (use === 'own') return `${card} is there; whether your own speech program uses it, it knows.`
  if (use === 'off') return `${card} is not used for speech: the setting speechGpu is off.`
  if (use !== 'used')
    return `${card} is not used for speech. ${whyNotUsed(use)} To use it: ${useOfCardCommand(use)}.`
  const times = (value: number | null) => (value === null ? 'not measured' : `${value} × real time`)
  return `Speech is recognized on ${card}: ${times(speed)} with ${boxModel.name}; on the processor alone: ${times(without)}.`
}

async function speedWithoutCard(deps: CliDeps, flags: Flags): Promise<number | null> {
  const model = { kind: 'speech', file: boxModel.file, withoutCard: true } as const
  const trial = await deps.tryModel(flags, model).catch((error: unknown) => {
    if (isAppError(error)) return null
    throw error
  })
  return trial?.figure?.value ?? null
}

/** A few seconds of work. @returns false where the recognizer cannot be tried */
async function timeBoxModel(
  deps: CliDeps,
  flags: Flags,
  measured: Map<string, number>,
): Promise<boolean> {
  const trial = await deps
    .tryModel(flags, { kind: 'speech', file: boxModel.file })
    .catch((error: unknown) => {
      if (isAppError(error)) return null
      throw error
    })
  if (trial?.figure) measured.set(boxModel.name, trial.figure.value)
  return trial?.figure != null
}

async function timeModelsInUse(
  deps: CliDeps,
  flags: Flags,
  measured: Map<string, number>,
): Promise<void> {
  const { speechModel, textModel } = deps.settings.load(flags).values
  const store = await deps.openModels(flags)
  for (const [kind, file] of [
    ['speech', speechModel],
    ['text', textModel],
  ] as const) {
    const name = findModel(file ?? '')?.name ?? file
    if (file === null || name === null || measured.has(name) || !(await store.find(file))) continue
    const { figure } = await deps.tryModel(flags, { kind, file })
    if (figure) measured.set(name, figure.value)
  }
}

function text({ terminal }: CliDeps, { box, models }: Advice): string {
  const { style } = terminal
  const vectors = box.avx512
    ? 'AVX-512'
    : box.avx2
      ? 'AVX2'
      : 'no AVX2: every engine is many times slower'
  const machine = terminal.sentence(
    `${box.cores} cores (${vectors}), ${bytes(box.memoryMiB * MIB)} memory${box.container ? ' (limit of the container)' : ''}, ${bytes(box.availableMiB * MIB)} of it free, disk ${bytes(box.freeDiskBytes)} free`,
  )
  const table = terminal.table(models, [
    { header: 'NAME', cell: ({ name }) => name },
    { header: 'KIND', cell: ({ kind }) => kind },
    {
      header: 'ADVICE',
      cell: ({ verdict }) => verdict,
      paint: (shown, { verdict }) =>
        verdict === 'good' ? style.green(shown) : verdict === 'do not' ? style.red(shown) : shown,
    },
    { header: 'SPEED', cell: speedWords, align: 'right' },
    {
      header: 'MEMORY',
      align: 'right',
      cell: ({ memoryMiB }) => (memoryMiB === null ? '?' : `~${bytes(memoryMiB * MIB)}`),
    },
    { header: 'WHY', cell: ({ why }) => why, below: true },
  ])
  return `${machine}\n\n${table}`
}

function speedWords({ speed, kind, measured }: AdvisedModel): string {
  if (speed === null) return '?'
  return `${measured ? '' : '~'}${speed} ${kind === 'speech' ? '× real time' : 'tokens/s'}`
}
