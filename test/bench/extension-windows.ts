/**
 * Two windows with two patients, 200 random schedules in one browser (SCHEDULES=n, FIRST=seed):
 * how often what arrived was not what the windows showed.
 */
import { openTwoWindows } from '../helpers/extension-windows.ts'
import { count, teardowns, tellProgress } from './figures.ts'

export async function benchExtensionWindows() {
  const schedules = count('SCHEDULES', 200)
  const first = count('FIRST', 1)
  const down = teardowns()
  let acts = 0
  let recorded = 0
  const broken: { seed: number; breaches: string[] }[] = []
  try {
    const windows = await openTwoWindows(down)
    for (let seed = first; seed < first + schedules; seed++) {
      const watched = await windows.run(seed)
      acts += watched.acts
      recorded += watched.recorded
      if (watched.breaches.length > 0) broken.push({ seed, breaches: watched.breaches })
      if (seed % 10 === 0) tellProgress('schedules', seed - first + 1, schedules)
    }
  } finally {
    await down.run()
  }
  return { schedules, acts, recorded, broken }
}
