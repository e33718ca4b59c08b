/** Whose visit it is, by how people greet each other: of whom "ele" and "meu filho" are told. */
import { readRelatives } from '../../portuguese/family.ts'
import { wordsBetween } from '../../portuguese/tokens.ts'
import type { Statement } from './statements.ts'

/** Statements at the beginning, where people greet each other. */
const GREETINGS = 6

/** "Oi, mãe. O que ele tem?" */
export function isChildsVisit(said: readonly Statement[]): boolean {
  return said
    .slice(0, GREETINGS)
    .some(({ tokens }) =>
      /(?:^| )(?:oi|ola|dia|tarde|noite|entao|ai|fala|conta) (?:, )?(?:mae|mamae|pai|papai) [,.!?]/.test(
        wordsBetween(tokens, 0, tokens.length),
      ),
    )
}

/** Relations by which the patient is spoken of, by whoever came along. */
export function patientsRelations(said: readonly Statement[]): ReadonlySet<string> {
  if (isParentsVisit(said)) return PARENTS
  const spoken = said.filter(({ origin }) => origin === 'speech')
  // Where the patient is silent, whom the companion speaks of first is the patient.
  if (spoken.some(({ speaker }) => speaker === 'patient')) return new Set()
  const first = spoken
    .filter(({ speaker }) => speaker === 'companion')
    .flatMap(({ tokens }) => readRelatives(tokens))
    .find(({ relation }) => relation !== 'acompanhante')
  return new Set(first ? [first.relation] : [])
}

/** "A senhora é a filha?": then what is told of the father is told of the patient. */
export function isParentsVisit(said: readonly Statement[]): boolean {
  return said
    .slice(0, GREETINGS)
    .some(
      ({ tokens, question }) =>
        question &&
        /\b(?:senhora|senhor|voce) e (?:a |o )?(?:filha|filho|nora|genro|neta|neto)\b/.test(
          wordsBetween(tokens, 0, tokens.length),
        ),
    )
}

/** As relatives are named: of these the patient is one when a child comes along. */
export const PARENTS: ReadonlySet<string> = new Set(['pai', 'mae', 'avo', 'sogro', 'sogra'])
