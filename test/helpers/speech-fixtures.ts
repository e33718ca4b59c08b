/**
 * Visits of natural voices, with the truth about who says what and when
 * (test/fixtures/speech/README.md).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeOpus } from './demo-audio.ts'

const FOLDER = join(import.meta.dirname, '../fixtures/speech')

export interface SpokenTurn {
  speaker: 'doctor' | 'patient'
  text: string
  channel: number
  start_ms: number
  end_ms: number
}

export interface SpokenVisit {
  path: string
  /** PCM16, 16 kHz, one array for each channel. */
  channels: Int16Array[]
  turns: SpokenTurn[]
}

export async function readSpokenVisit(name: 'visita' | 'teleconsulta'): Promise<SpokenVisit> {
  const path = join(FOLDER, `${name}.ogg`)
  const { channels: count, turns } = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'))
  return { path, channels: await decodeOpus(path, count), turns }
}
