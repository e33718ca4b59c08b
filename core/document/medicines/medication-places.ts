/**
 * Medicines that a model of documents lists under a heading of their own rather than among those in
 * use or prescribed.
 */
import { isAntimicrobial } from '../../portuguese/medications.ts'
import type { Template } from '../models/ports.ts'
import type { Visit } from './medication-likely.ts'

/** What those who train take beside food. */
const SUPPLEMENTS: ReadonlySet<string> = new Set([
  'creatina',
  'whey protein',
  'cafeina',
  'acidos graxos omega 3',
  'beta alanina',
  'suplemento alimentar',
  'colageno',
  'glutamina',
  'bcaa',
  'maltodextrina',
])
/** On the ward: what is taken at home is not given here. */
const AT_HOME =
  /\bem casa (?:ele |ela |eu |o senhor |a senhora )?(?:so )?(?:toma|tomava|tomo|usa|usava|uso)\b|\b(?:toma|tomava|tomo|usa|usava|uso) em casa\b/
/** An antimicrobial that is only read out is none of today's orders. */
const BEGINS =
  /\b(?:inici\w+|comec\w+|troc\w+|vou|vamos|pass[oa]|acrescent\w+|mant\w+|continua|suspend\w+)\b/
/** "Mantém até no dia da cirurgia": how it is adjusted before an operation. */
const AROUND_SURGERY =
  /\b(?:(?:ate|so|inclusive) )?(?:no dia|antes|depois|vespera|manha) d[ao] (?:cirurgia|operacao|procedimento)\b/

/** For {@link Visit.isElsewhere}. */
export function otherPlaces({ fields }: Template): NonNullable<Visit['isElsewhere']> {
  const names = (pattern: RegExp) =>
    fields.some(
      ({ name, keys }) => pattern.test(name) || (keys ?? []).some((key) => pattern.test(key)),
    )
  const hasSupplements = names(/suplemento/i)
  const hasAntimicrobials = names(/antimicrobian/i)
  const isOfWard = names(/interna[cç][aã]o$/i)
  const hasAdjustments = names(/ajuste de medica/i)
  return (ingredient, section, words) =>
    section === 'medicationsInUse'
      ? (hasSupplements && SUPPLEMENTS.has(ingredient)) ||
        (hasAntimicrobials && isAntimicrobial(ingredient)) ||
        (isOfWard && AT_HOME.test(words))
      : (hasAdjustments && AROUND_SURGERY.test(words)) ||
        (hasAntimicrobials && isAntimicrobial(ingredient) && !BEGINS.test(words))
}
