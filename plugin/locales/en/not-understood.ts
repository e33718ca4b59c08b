import type { Catalogue } from '../pt-BR.ts'

export const notUnderstood: Catalogue['notUnderstood'] = {
  line: 'Passage not understood',
  soft: 'Speech too soft to be understood',
  noSpeech: 'There is sound, but no speech was recognized. Listen to the recording.',
  play: 'Listen',
  stop: 'Stop',
  write: 'Write what was said',
  writeAt: (time) => `Write what was said at ${time}`,
  nobody: 'Nobody spoke',
  nobodyAt: (time) => `Nobody spoke at ${time}`,
  ready: (n) => `Transcript ready, with ${passages(n)}`,
  listen: (n) => `${passages(n)}: listen and complete`,
}

function passages(n: number): string {
  return n === 1 ? '1 passage not understood' : `${n} passages not understood`
}
