/**
 * Words that decide where a sentence belongs, as expressions over folded words joined by single
 * spaces.
 */
import terms from '../../config/portuguese/clinical-terms.json' with { type: 'json' }

export const SYMPTOMS = anyOf(terms.symptoms)
export const DISEASES = anyOf(terms.diseases)
export const EXAMS = anyOf(terms.exams)
export const SPECIALTIES = anyOf(terms.specialties)

/** Whether any term occurs among the folded words, joined by single spaces. */
export function mentions(words: string, terms: RegExp): boolean {
  return terms.test(words)
}

function anyOf(list: readonly string[]): RegExp {
  const alternatives = list
    .toSorted((a, b) => b.length - a.length)
    .map((term) => term.replace(/\*$/, '\\p{L}*'))
  return new RegExp(`(?<![\\p{L}\\d])(?:${alternatives.join('|')})(?![\\p{L}\\d])`, 'u')
}
