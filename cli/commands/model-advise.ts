import type { Command } from 'commander'
import {
  type Advice,
  type AdvisedModel,
  adviseModels,
  type Measured,
} from '../../core/model-file/advise-models.ts'
import { findModel } from '../../core/model-file/catalogue.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps, Flags } from '../deps.ts'
import { bytes } from '../format.ts'
import { settingFlags } from '../setting-flags.ts'

const MIB = 1024 * 1024

/** `svcctl model advise [--measure]`: what fits this box. */
export function modelAdviseCommand(deps: CliDeps): Command {
  const { terminal, settings } = deps
  return defineCommand('advise', 'say which models this machine can carry', [
    'model advise',
    'model advise --measure   # times the models in use for a few seconds',
  ])
    .option('--measure', 'time the installed models that are in use, instead of estimating')
    .action(async ({ measure }: { measure?: boolean }, command: Command) => {
      const flags = settingFlags(command, settings)
      const box = await deps.boxFacts(flags)
      const measured = measure ? await measureActive(deps, flags) : []
      const advice = adviseModels(box, measured)
      terminal.result({ ...advice, measured }, () => text(deps, advice))
      for (const { name, value } of measured)
        if (findModel(name)?.demo)
          terminal.say(
            `Measured: ${name} hears ${value} times as fast as people talk; too small to compare with.`,
          )
      for (const kind of ['speech', 'text'] as const)
        if (advice[kind]) terminal.say(`For ${kind}: svcctl model pull ${advice[kind]}`)
        else
          terminal.say(
            terminal.style.yellow(`For ${kind}: no model of the catalogue does well here.`),
          )
    })
}

async function measureActive(deps: CliDeps, flags: Flags): Promise<Measured[]> {
  const { speechModel, textModel } = deps.settings.load(flags).values
  const store = await deps.openModels(flags)
  const measured: Measured[] = []
  for (const [kind, file] of [
    ['speech', speechModel],
    ['text', textModel],
  ] as const) {
    if (file === null || !(await store.find(file))) continue
    const { figure } = await deps.tryModel(flags, { kind, file })
    if (figure) measured.push({ name: findModel(file)?.name ?? file, value: figure.value })
  }
  return measured
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
