import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { medicineFinders } from '../../bin/compose/name-medicines.ts'
import type { PlacedPiece } from '../../core/transcription/ports.ts'
import { root } from '../helpers/speech.ts'
import { TALK } from '../helpers/talk.ts'

/** Words of an hour in which two people talk all the time. */
const WORDS_PER_HOUR = 9000
const SEGMENT_WORDS = 30

/**
 * Written talk and sentences of the repository, in which every name is as people write it: what is
 * written otherwise there is a false correction, or a misspelling that a test put there. Speed is
 * told for a segment of thirty words.
 */
export async function benchMedicineTexts() {
  const { nameMedicine, ...reading } = await readNames()
  const result: Record<string, unknown> = reading
  for (const [name, texts] of Object.entries(await textsOf())) {
    const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0)
    const begin = process.cpuUsage()
    const found = texts.map((text): Shown => nameMedicine({ text, startMs: 0, endMs: 1000 }))
    const { user, system } = process.cpuUsage(begin)
    const marks = found.flatMap(({ text, words = [] }) =>
      words.map((word) => ({ ...word, text: text.slice(word.from, word.to) })),
    )
    const written = marks.flatMap(({ heard, text }) => (heard ? `${heard} > ${text}` : []))
    const offered = marks.flatMap(({ offered, text }) => (offered ? `${text} > ${offered}` : []))
    result[name] = {
      words,
      hours: round(words / WORDS_PER_HOUR),
      written: [...new Set(written)],
      offered: [...new Set(offered)],
      offersPerHour: round((offered.length / words) * WORDS_PER_HOUR),
      segmentCpuMs: round(((user + system) / 1000 / words) * SEGMENT_WORDS),
    }
  }
  return result
}

/** Reading the names, and how long others waited for it at most. */
async function readNames() {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const begin = performance.now()
  // Names alone, without the search for other misheard words.
  const nameMedicine = await medicineFinders(TALK)([], { isPortuguese: false })
  nameMedicine({ text: 'losartana', startMs: 0, endMs: 1000 })
  const loadMs = Math.round(performance.now() - begin)
  await sleep(5)
  delay.disable()
  return { nameMedicine, loadMs, longestWaitMs: Math.round(delay.max / 1e6) }
}

type Shown = Pick<PlacedPiece, 'text' | 'startMs' | 'endMs' | 'words'>

async function textsOf(): Promise<Record<string, string[]>> {
  return {
    visits: await turnsIn(join(root, 'config/evaluation')),
    phrasings: await linesIn(join(root, 'test/fixtures/phrasings')),
  }
}

async function turnsIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) =>
    name.endsWith('.json'),
  )
  const visits = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as Visit),
  )
  return visits.flatMap(({ turns = [] }) => turns.map(({ text }) => text))
}

interface Visit {
  turns?: { text: string }[]
}

async function linesIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.txt'))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.flatMap((text) => text.split('\n').filter(Boolean))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
