/**
 * What a doctor dictates about the patient, as charts are written: "A paciente é alérgica a sulfa.
 * Nega febre. Em uso de losartana." Its subject is the patient, silent or not, so it is told
 * history whoever says it, and it is written as it was dictated.
 */

import { wordsOf } from './clauses.ts'
import type { Role } from './piece.ts'
import type { Statement } from './statements.ts'

const LEADS =
  '^(?:(?:e|entao|bom|so|para|pra|registro|registrar|anotar|anoto|que|ja|tambem|hoje|no momento|atualmente) )*'
/** "Paciente feminina, 45 anos, com queixa de …", "a paciente nega". */
const NAMES_PATIENT =
  /(?:[oa] )?(?:(?:paciente|pcte|pct)\b(?! (?:d[aeo]|ao) (?:lado|leito|cama|quarto))|(?:dona|seu|senhora?|sra?|d) [a-z]+ (?:nega|refere|relata|queixa)\b|(?:(?:mae|pai|avo|espos[oa]|marido|mulher|filh[oa]|acompanhante|cuidador[a]?|responsavel|familia(?:r|res)?) )(?:nega|refere|referem|relata|relatam|informa|informam)\b)/
/** Verbs and adjectives that nobody says to a person's face without naming it. */
const OF_A_CHART =
  /(?:nega(?:ndo)?|refer(?:e|indo)|relata(?:ndo)?|queixa(?: se)?|queixando se|informa que|com queixa|em uso (?:de|continuo)|faz uso|usa|portador[a]?|hipertens[oa]|diabetic[oa]|asmatic[oa]|alergic[oa]|tabagista|ex tabagista|etilista|antecedentes?|historia (?:de|previa|familiar)|historico (?:de|familiar)|previamente|sem (?:comorbidades|queixas|alergias)|aceitando|evolui(?:u|ndo)?|admitid[oa]|internad[oa] (?:por|desde|ha))\b/
const DICTATED = new RegExp(`${LEADS}(?:${NAMES_PATIENT.source}|${OF_A_CHART.source})`)
/** "Usa esse creme", "a paciente vai tomar": orders and plans, whoever they name. */
const ORDERS =
  /\b(?:vai|deve|devera|precisa|orient\p{L}+|encaminh\p{L}+|solicit\p{L}+|prescrev\p{L}+|atesto|declaro|retorn\p{L}+|mantenho|suspendo|inicio|esse|essa|isso)\b/u

export function isDictated({ origin, question, tokens }: Statement): boolean {
  if (origin !== 'speech' || question) return false
  const words = wordsOf(tokens)
  return DICTATED.test(words) && !ORDERS.test(words)
}

/** The roles of who tells it: what the doctor dictates of the patient counts as the patient's. */
export function tellersOf(
  statements: readonly Statement[],
  roles: readonly (Role | null)[],
): (Role | null)[] {
  return roles.map((role, index) => (isDictated(statements[index]!) ? 'patient' : role))
}
