/** Where the scripts of the repository's sound are, each set in its own format. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EvaluationCase } from '../../../../core/evaluation/case.ts'
import { SAMPLE } from '../../demo/sample.ts'
import type { TrueTurn } from './scene.ts'

export interface SoundScript {
  name: string
  lines: {
    by: string
    text: string
    interrupts?: boolean | undefined
    pauseBeforeMs?: number | undefined
  }[]
  voices: Record<string, string>
  /** The doctor on the first channel, all others on the second. */
  hasTwoChannels: boolean
  noise: { kind: string; snrDb: number } | null
  oggPath: string
  /** Where a set keeps the truth about times. */
  keepTimes?(turns: TrueTurn[]): void
}

interface FixtureScript {
  about: string
  channels: 1 | 2
  voices: Record<string, string>
  turns: (Pick<TrueTurn, 'speaker' | 'text'> & { pause_before_ms?: number })[]
}

export const SCRIPT_SETS: Record<string, (root: string) => SoundScript[]> = {
  samples(root) {
    const folder = join(root, 'bin/tools/demo/samples')
    return readAll(folder).map(({ content }) => {
      const { slug, turns, voices } = SAMPLE.parse(content)
      const lines = turns.map(({ speaker: by, ...line }) => ({ by, ...line }))
      const oggPath = join(folder, `${slug}.ogg`)
      return { name: slug, lines, voices, hasTwoChannels: false, noise: null, oggPath }
    })
  },
  evaluation(root) {
    const folder = join(root, 'config/evaluation')
    return readAll(folder, 'som-').map(({ content }) => {
      const { id, turns, sound } = EvaluationCase.parse(content)
      if (!sound) throw new Error(`${id} has no sound`)
      const { voices, noise, file } = sound
      const oggPath = join(folder, 'sound', file)
      return { name: id, lines: turns, voices, hasTwoChannels: false, noise, oggPath }
    })
  },
  fixtures(root) {
    const folder = join(root, 'test/fixtures/speech')
    return readAll(folder).map(({ name, content }) => {
      const script = content as FixtureScript
      return {
        name,
        lines: script.turns.map(({ speaker: by, text, pause_before_ms: pauseBeforeMs }) => ({
          by,
          text,
          pauseBeforeMs,
        })),
        voices: script.voices,
        hasTwoChannels: script.channels === 2,
        noise: null,
        oggPath: join(folder, `${name}.ogg`),
        keepTimes(times) {
          const turns = script.turns.map((turn, index) => ({ ...turn, ...times[index] }))
          const text = `${JSON.stringify({ ...script, turns }, null, 2)}\n`
          writeFileSync(join(folder, `${name}.json`), text)
        },
      }
    })
  },
}

function readAll(folder: string, prefix = ''): { name: string; content: unknown }[] {
  return readdirSync(folder)
    .filter((file) => file.startsWith(prefix) && file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: file.slice(0, -'.json'.length),
      content: JSON.parse(readFileSync(join(folder, file), 'utf8')),
    }))
}
