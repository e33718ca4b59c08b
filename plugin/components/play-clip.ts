import type { Segment } from '../../core/contract/api.ts'
import type { Clip } from '../state/evidence-sound.ts'
import type { Model } from '../state/model.ts'
import type { Children } from '../view.ts'
import { button, iconButton } from './button.ts'

export function clipOf({ start_ms, end_ms, channel }: Segment): Clip {
  return { startMs: start_ms, endMs: end_ms, channel }
}

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

/** The same with a word on it, where listening is what is to be done. */
export function playClipButton({ t, evidenceSound }: Model, clip: Clip, time: string): Children {
  if (!evidenceSound.isKept(clip)) return null
  const isPlaying = evidenceSound.isPlaying(clip)
  return button(isPlaying ? t.notUnderstood.stop : t.notUnderstood.play, {
    icon: isPlaying ? 'stop' : 'play',
    class: 'compact',
    'aria-label': t.evidence.play(time, isPlaying),
    onclick: () => void evidenceSound.toggle(clip),
  })
}
