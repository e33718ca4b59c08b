/**
 * Directions that stand in a sentence without their medicine: "Vinte, depois da janta.", "De dois miligramas. Meio comprimido.", and the
 * questions that ask for them: "De quanto?", "Quantas vezes?", "Em jejum?".
 */
import { directionsAt } from '../extractors/medication-directions.ts'
import type { MedicationFinder } from '../extractors/medication-mentions.ts'
import { readingOf } from '../extractors/medication-reading.ts'
import type { Token } from '../extractors/tokens.ts'
import { wordsOf } from './clauses.ts'

/** Words beside the directions ("sem falta", "é o meu neto"), at most. */
const MOST_BESIDE = 3
const LEADS =
  /^(?:e|ah|ai|so|sim|isso|uso|tomo|toma|e|sao|de|uns|umas|eu|o|a|sempre|agora|entao|olha|hum|acho|que|um|uma|dois|duas|tres|mei[oa]|,|\.|…)$/
/** "Dez era demais." */
const TELLS = /^(?:era|foi|deu|demais|muito|pouco)$/
/** A number of these is no dose: "Uns cinco anos.", "Três quilos." */
const COUNTED =
  /^(?:anos?|mes|meses|semanas?|quilos?|kg|filhos?|pessoas?|graus?|cigarros?|cervejas?|latas?|macos?)$/

/** The whole sentence says how much or how often, but for a few words; where it was `asked`, a bare number counts. */
export function isDirections(tokens: readonly Token[], asked = false): boolean {
  let from = 0
  while (from < tokens.length && LEADS.test(tokens[from]!.norm)) from += 1
  for (const start of from > 0 ? [from, 0] : [from]) {
    const { to, dose, quantity, frequency } = directionsAt(
      readingOf(tokens, () => false),
      start,
    )
    const isBare = !quantity && !frequency && dose?.unit == null
    if (to === start || (dose ?? quantity ?? frequency) === null || (isBare && !asked)) continue
    const rest = tokens.slice(to).filter(({ kind }) => kind !== 'mark')
    if (COUNTED.test(rest[0]?.norm ?? '')) continue
    if (rest.length <= MOST_BESIDE && !rest.some(({ norm }) => TELLS.test(norm))) return true
  }
  return false
}

const ASKS_MORE =
  /^(?:(?:e|mas|ai|entao|ess[ea]|el[ea]|o senhor|a senhora|voce|hum|ah|ta|certo|sao|esta|toma|usa|tomando|usando) )*(?:de quant[oa]s?(?: \p{L}+)?|quant[oa]s? (?:miligramas?|mg|comprimidos?|unidades?|vezes|gotas?|jatos?|puffs?|por dia|ao dia|toma|usa|de cada)(?: .*)?|quantos?|qual (?:e )?(?:a |essa )?(?:dose|dosagem|quantidade|concentracao)(?: .*)?|que (?:dose|horas?|horario)(?: .*)?|como (?:que )?(?:toma|usa|aplica|ta tomando|ta usando)(?: .*)?|(?:todo|todos os) dias?(?: .*)?|em jejum(?: .*)?|de (?:manha|noite|tarde)(?: .*)?|a noite(?: .*)?|(?:uma|duas|tres|um|dois) (?:vez|vezes|por dia|comprimidos?)(?: .*)?|(?:um|uma) so|antes (?:de|do) .*|depois d.*)$/u

/** "De quanto?", "Losartana de quanto?", "Quantas vezes por dia?": more is asked of a medicine that was named. */
export function asksMore(tokens: readonly Token[], find: MedicationFinder): boolean {
  const [named] = find(tokens)
  if (!named) return ASKS_MORE.test(wordsOf(tokens))
  // "Ondansetrona de oito?" asks whether it is that much.
  return named.dose !== null || ASKS_MORE.test(wordsOf(tokens.slice(named.to)))
}
