/**
 * Visits spoken by natural voices: the `speak` program of the shared folder over the released
 * voices. A visit is spoken once; the sound is kept under the digest of what was asked for.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Clip, samplesIn, trimmed } from './scene.ts'
import { readSound } from './sound-file.ts'

export interface Speaker {
  python: string
  speakPath: string
  modelsDir: string
  /** Where spoken visits are kept. */
  cacheDir: string
}

export interface Lines {
  turns: readonly { by: string; text: string }[]
  /** A voice for each speaker. */
  voices: Readonly<Record<string, string>>
  speed?: number
}

interface SpokenTime {
  start_ms: number
  end_ms: number
}

/** The turns as clips, each trimmed to its voice. */
export async function speakClips(speaker: Speaker, { turns, voices, speed = 1 }: Lines) {
  // What is in brackets is not said, and a line is a turn.
  const said = turns.map(({ by, text }) => ({
    speaker: by,
    text: text.replace(/\([^()]*\)|\s+/g, ' ').trim(),
  }))
  const script = said.map(({ speaker: by, text }) => `${by}: ${text}\n`).join('')
  const pairs = Object.entries(voices).map((pair) => pair.join('='))
  const { wav, times } = await speakOnce(speaker, script, [
    '--speed',
    `${speed}`,
    '--voices',
    `${pairs}`,
  ])
  return times.map(({ start_ms, end_ms }, index): Clip => {
    const samples = wav.subarray(samplesIn(start_ms), samplesIn(end_ms))
    return trimmed({ ...said[index]!, samples })
  })
}

async function speakOnce(
  { python, speakPath, modelsDir, cacheDir }: Speaker,
  script: string,
  how: string[],
) {
  const digest = createHash('sha256')
    .update(JSON.stringify([script, how]))
    .digest('hex')
  const base = join(cacheDir, digest.slice(0, 24))
  const times = `${base}.json`
  if (!existsSync(times)) {
    await mkdir(cacheDir, { recursive: true })
    await writeFile(`${base}.txt`, script)
    const files = [modelsDir, `${base}.txt`, `${base}.wav`, '--times', `${times}.part`]
    await promisify(execFile)(python, [speakPath, ...files, ...how])
    await rename(`${times}.part`, times)
  }
  return {
    wav: await readSound(`${base}.wav`),
    times: JSON.parse(await readFile(times, 'utf8')) as SpokenTime[],
  }
}
