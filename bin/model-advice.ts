/**
 * Which models this machine carries: one answer for `model list`, `advise` and `setup`, `doctor`,
 * `init` and `serve`. What was measured here is kept in the data folder, so that they all go by it.
 */
import { readFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { modelStore } from '../ai-local/model-files/model-store.ts'
import { dataFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import { type Advice, adviseModels, type OwnModel } from '../core/model-file/advise-models.ts'
import type { CardFacts } from '../core/model-file/model-fit.ts'
import { writeDurably } from '../models/durable-file.ts'
import { boxFacts } from './box-facts.ts'
import type { Platform } from './platform.ts'
import { boxModelFile } from './speech-files.ts'

export interface MeasuredHere {
  /** By the names of models, as `Measured` has them. */
  speeds: ReadonlyMap<string, number>
  /** Null: none, or none that answers. Left out: as it was last. */
  card?: CardFacts | null
}

/**
 * @param measured now, and kept; without it what was measured on this machine before
 * @param own models of no catalogue, judged as well
 */
export async function modelAdvice(
  config: Config,
  platform: Platform,
  measured?: MeasuredHere,
  own: readonly OwnModel[] = [],
): Promise<Advice> {
  const { models } = dataFolder(config.dataDir)
  const { speeds, card } = measured
    ? await keepMeasured(config, measured)
    : await keptMeasures(config)
  const store = modelStore({ folder: models, now: platform.now, box: boxModelFile(platform) })
  const installed = new Set((await store.list()).map(({ file }) => file))
  return adviseModels(boxFacts(config.dataDir), speeds, { card, installed, own })
}

/**
 * The fastest that was seen counts: a neighbour slows most of them, a slow machine all. Where the
 * data folder is not there, or not ours, nothing is kept.
 */
export async function keepMeasured(config: Config, { speeds, card }: MeasuredHere) {
  const kept = await keptMeasures(config)
  const fastest = [...speeds].map(([name, speed]) => {
    return [name, Math.max(speed, kept.speeds.get(name) ?? 0)] as const
  })
  const all = {
    speeds: new Map([...kept.speeds, ...fastest]),
    card: card === undefined ? kept.card : card,
  }
  const text = JSON.stringify({
    ...all,
    machine: machine(),
    speeds: Object.fromEntries(all.speeds),
  })
  await writeDurably(placeIn(config), text).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
  })
  return all
}

async function keptMeasures(config: Config) {
  const kept = parsed(await readFile(placeIn(config), 'utf8').catch(() => 'null'))
  // A data folder that came from another machine tells nothing of this one.
  if (kept?.machine !== machine()) return { speeds: new Map<string, number>(), card: null }
  return { speeds: new Map(Object.entries(kept.speeds)), card: kept.card }
}

interface Kept {
  machine: string
  speeds: Record<string, number>
  card: CardFacts | null
}

function parsed(text: string): Kept | null {
  try {
    return JSON.parse(text) as Kept | null
  } catch {
    return null
  }
}

function placeIn({ dataDir }: Config): string {
  return join(dataDir, 'measured-here.json')
}

function machine(): string {
  return `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores`
}
