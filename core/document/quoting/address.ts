/**
 * Whom a doctor speaks to: "Sandra, é psoríase", "mãe, é uma crise de asma". The name is no part of
 * what is written.
 */
import type { MedicationFinder } from '../medicines/medication-mentions.ts'
import type { Statement } from '../pieces/statements.ts'

/** Between commas, or behind "dona" and "seu": "Oi, Sandra.", "Conta pra mim, Cláudia." */
const CALLED = /(?:, |\b(?:[Ss]eu|[Dd]ona) )(\p{Lu}\p{Ll}{2,})(?=[,.!?])/gu
/** What is said to somebody begins so. */
const TELLS =
  '(?:é|isso|isto|você|a senhora|o senhor|ele|ela|olha|vou|vamos|eu|a gente|então|esse|essa|seu|sua|pelo|pela|não|acho|parece)'
const ALWAYS = 'mãe|mamãe|pai|papai|vó|vovó|vô|vovô'

/** Names that somebody is called by in the visit; no medicine's. */
export function calledNames(statements: readonly Statement[], find: MedicationFinder): string[] {
  const names = statements.flatMap((statement) => {
    if (statement.origin !== 'speech') return []
    const medicines = new Set(find(statement.tokens).map(({ name }) => name))
    return [...statement.text.matchAll(CALLED)]
      .map(([, name]) => name!)
      .filter((name) => !medicines.has(name.toLowerCase()))
  })
  return [...new Set(names)]
}

/** Cuts whom it is said to off the beginning of a doctor's words. */
export function addressCutter(names: readonly string[]): (text: string) => string {
  const address = new RegExp(
    `^(?:${['(?!)', ...names].join('|')}), |^(?:${ALWAYS}), (?=${TELLS}(?![\\p{L}]))`,
    'iu',
  )
  return (text) => text.replace(address, '')
}
