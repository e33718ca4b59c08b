/** Sound and its truth on the disk. */
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RATE_HZ } from '../../../bin/tools/generate/speech/dsp.ts'
import type { Scene, TrueTurn } from '../../../bin/tools/generate/speech/scene.ts'
import { wavOf } from '../../../bin/tools/generate/speech/sound-file.ts'

export interface SpeechFile {
  name: string
  about: string
  wavPath: string
  durationMs: number
  channels: number
  turns: TrueTurn[]
}

interface Truth {
  name: string
  about: string
  duration_ms: number
  channels: number
  turns: TrueTurn[]
}

export async function writeScene(
  folder: string,
  { name, about }: { name: string; about: string },
  { channels, turns }: Scene,
): Promise<void> {
  const length = channels[0]?.length ?? 0
  const duration_ms = Math.round((length * 1000) / RATE_HZ)
  const truth: Truth = { name, about, duration_ms, channels: channels.length, turns }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.wav`), wavOf(channels))
  // The truth is written last: a sound without it was not finished.
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(truth, null, 1)}\n`)
}

/** What was written before, if it was. */
export function findScene(folder: string, name: string): SpeechFile | undefined {
  try {
    const { duration_ms, ...truth } = JSON.parse(
      readFileSync(join(folder, `${name}.json`), 'utf8'),
    ) as Truth
    return { ...truth, durationMs: duration_ms, wavPath: join(folder, `${name}.wav`) }
  } catch {
    return undefined
  }
}
