import type { Catalogue } from '../locales/pt-BR.ts'
import type { InputChange } from '../services/input-change.ts'
import { timeOfDay } from './durations.ts'

/** When a microphone stopped, and which one went on. */
export function changeWords(t: Catalogue, { at, from, to }: InputChange): string {
  const { defaultDevice } = t.recorder
  return t.recording.changed(timeOfDay(at, t.language), from || defaultDevice, to || defaultDevice)
}
