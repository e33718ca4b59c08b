import type { Advice } from '../core/model-file/advise-models.ts'

/** The pair that does best on this machine, in the same words wherever it is told. */
export function pairWords({ speech, text }: Pick<Advice, 'speech' | 'text'>): string {
  const heard = speech === null ? 'no speech model of the catalogue' : `${speech} for speech`
  const written = text === null ? 'rules for documents' : `${text} for documents`
  return `${heard}, ${written}`
}
