import type { Catalogue } from '../pt-BR.ts'

export const evidence: Catalogue['evidence'] = {
  play: (time, isPlaying) =>
    isPlaying ? `Stop the sound of ${time}` : `Listen to the passage at ${time}`,
  gone: 'The sound of this passage is no longer kept.',
  damaged: 'The sound of this passage cannot be read from the server. Please tell support.',
  partLost: (seconds: number) =>
    `${seconds} s of this passage cannot be read from the server: a tone is in their place. Please tell support.`,
  nothingToHear: 'No sound is kept of this passage.',
  notWhileRecording: 'Sound is not played while recording: the microphone would hear it.',
  soundErased: (date) =>
    `The sound was erased on ${date}, at the end of its retention period. Text and sources stay.`,
  transcriptErasedTitle: 'Transcript erased',
  transcriptErased: (date) =>
    `The transcript of this visit was erased on ${date}, at the end of its retention period. Documents stay.`,
  fingerprint: 'Technical details of what wrote this',
  fingerprintOf: (version, template) => `Engine version: ${version}. Document model: ${template}.`,
  differs: 'differs',
  contradicts: 'The conversation says something else: check it.',
  inDoubt: (without, differing, unsure, total) => {
    const differs = `${differing} ${differing === 1 ? 'sentence differs' : 'sentences differ'}`
    const all = without + differing + unsure
    if (differing === all) return differs
    if (without < all) return `${all} ${all === 1 ? 'sentence to check' : 'sentences to check'}`
    return total === undefined
      ? `${without} without source`
      : `${without} of ${total} without source`
  },
  unsure: 'heard with doubt',
  unsureWords: (words) => `Heard with doubt: ${words}. Listen before you sign.`,
  nearest: 'What was said that comes closest (check it; it proves nothing):',
  sourcesOfRest: 'Sources of the other sentences',
}
