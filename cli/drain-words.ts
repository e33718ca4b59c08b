import { moment } from './format.ts'
import type { DrainState } from './server-state.ts'

const NOUNS: Readonly<Record<keyof DrainState['left'], readonly [one: string, many: string]>> = {
  recordings: ['recording', 'recordings'],
  paused: ['paused recording', 'paused recordings'],
  uploads: ['sound file', 'sound files'],
  finalTexts: ['final text', 'final texts'],
  documents: ['document', 'documents'],
  files: ['file', 'files'],
}

/** `No visit begins since …; 2 recordings, 1 final text go on.` */
export function drainWords({ since, left, idle }: DrainState): string {
  const begins = `No visit begins since ${moment(new Date(since))}`
  if (idle) return `${begins}, and nothing goes on: the service can be stopped.`
  const parts = Object.entries(NOUNS).flatMap(([what, [one, many]]) => {
    const count = left[what as keyof DrainState['left']]
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : []
  })
  return `${begins}; still going on: ${parts.join(', ')}.`
}
