import type { Clip } from '../state/evidence-sound.ts'
import type { Model } from '../state/model.ts'
import type { Children } from '../view.ts'
import { iconButton } from './button.ts'

/** Plays and stops the words; nothing where their sound is not kept. */
export function playClip({ t, evidenceSound }: Model, clip: Clip, time: string): Children {
  if (!evidenceSound.isKept(clip)) return null
  const isPlaying = evidenceSound.isPlaying(clip)
  return iconButton(isPlaying ? 'stop' : 'play', t.evidence.play(time, isPlaying), {
    class: 'line-edit line-play',
    'aria-pressed': isPlaying ? 'true' : 'false',
    onclick: () => void evidenceSound.toggle(clip),
  })
}
