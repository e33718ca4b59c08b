import type { Catalogue } from '../pt-BR.ts'

export const evidence: Catalogue['evidence'] = {
  play: (time, isPlaying) =>
    isPlaying ? `Stop the sound of ${time}` : `Listen to the passage at ${time}`,
  gone: 'The sound of this passage is no longer kept.',
  differs: 'differs',
  contradicts: 'The conversation says something else: check it.',
}
