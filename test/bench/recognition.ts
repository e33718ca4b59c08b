/**
 * Numbers read off pictures of results: how many are right, how many are wrong and look sure, and
 * how many are missing without a mark. Only the last two do harm.
 */
import { join } from 'node:path'
import { readContent } from '../../ai-local/files/read-content.ts'
import { shippedRecognition } from '../../bin/file-settings.ts'
import {
  bentPages,
  otherPages,
  type ReportPage,
  type ReportRow,
  reportPages,
} from './recognition-material/report-pages.ts'

interface Counts {
  right: number
  rightButMarked: number
  wrongAndMarked: number
  missingAndMarked: number
  wrongWithoutMark: number
  missingWithoutMark: number
}

/**
 * @param only a number of pages of each kind, of 24 rows with three numbers each
 * @returns `SEED` in the environment: other pages alone, with other numbers
 */
export async function benchRecognition({ only }: { only?: string | undefined } = {}) {
  const count = Number(only ?? 12)
  const seed = process.env.SEED
  if (seed) return { other: await counted(await otherPages(count, Number(seed))) }
  return {
    flat: await counted(await reportPages(count)),
    bent: await counted(await bentPages(count)),
    other: await counted(await otherPages(count)),
  }
}

async function counted(pages: readonly ReportPage[]) {
  const total = noCounts()
  const byPage: Record<string, Counts & { seconds: number }> = {}
  const harmful: string[] = []
  for (const { what, rows, picture } of pages) {
    const begun = performance.now()
    const { pages: texts } = await readContent(picture, {
      maxPdfPages: 1,
      recognitionFiles: shippedRecognition(join(import.meta.dirname, '../..')),
      maxRecognitionMs: Number.POSITIVE_INFINITY,
      onProgress() {},
      turn: async () => {},
    })
    const seconds = Math.round((performance.now() - begun) / 100) / 10
    const counts = noCounts()
    for (const row of rows) judge(row, texts[0]?.split('\n') ?? [], counts, harmful)
    byPage[what] = { ...counts, seconds }
    for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts[name]
  }
  return { numbers: pages.length * 24 * 3, ...total, harmful, byPage }
}

function noCounts(): Counts {
  return {
    right: 0,
    rightButMarked: 0,
    wrongAndMarked: 0,
    missingAndMarked: 0,
    wrongWithoutMark: 0,
    missingWithoutMark: 0,
  }
}

function judge(
  { name, numbers }: ReportRow,
  lines: readonly string[],
  counts: Counts,
  harmful: string[],
) {
  const line = lines.find((one) => one.startsWith(name)) ?? ''
  const rest = line.slice(name.length)
  const read = [...rest.matchAll(/(\d+(?:[.,:]\d+)*)( \(incerto\))?|\(ilegível\)/g)].map(
    ([, value, mark]) => ({
      value,
      isMarked: mark !== undefined,
    }),
  )
  const isMarkedRow =
    /\(incerto\)|\(ilegível\)/.test(rest) || lines.every((one) => !one.startsWith(name))
  const left = [...read]
  for (const expected of numbers) {
    const at = left.findIndex(({ value }) => value === expected)
    if (at >= 0) {
      const [found] = left.splice(at, 1)
      counts[found!.isMarked ? 'rightButMarked' : 'right']++
    } else if (isMarkedRow) counts.missingAndMarked++
    else {
      counts.missingWithoutMark++
      harmful.push(`${name} ${numbers.join(' ')} → ${line}`)
    }
  }
  for (const { value, isMarked } of left) {
    if (value === undefined) continue
    counts[isMarked ? 'wrongAndMarked' : 'wrongWithoutMark']++
    if (!isMarked) harmful.push(`${name} ${numbers.join(' ')} → ${line}`)
  }
}
