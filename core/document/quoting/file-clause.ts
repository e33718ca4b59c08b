/**
 * What a clause becomes: a sentence of a text, items of a list, the part of it that an entry of a
 * model quotes.
 */

import { isDirections } from '../medicines/medication-directions-alone.ts'
import type { MedicationFinder } from '../medicines/medication-mentions.ts'
import type { Section } from '../models/sections.ts'
import type { Clause } from '../pieces/clauses.ts'
import type { Role } from '../pieces/speaker-role.ts'
import type { Statement } from '../pieces/statements.ts'
import type { Phase } from '../pieces/visit-phases.ts'
import { partOf } from './entry-part.ts'
import { trimmedQuote } from './fillers.ts'
import { listItems } from './list-items.ts'
import { type FilingPlace, isOwn } from './places.ts'
import { answered, asItem, joinQuotes, type Quote, quote } from './quote.ts'
import type { Routed, Router } from './router.ts'

export interface Filed {
  section: FilingPlace
  /** As a sentence of a text. */
  text: Quote
  /** As items of a list. */
  items: Quote[]
}

interface Filing {
  router: Router
  findMedications: MedicationFinder
  patientIsChild: boolean
}

/** What an entry of the model's own holds is not told there once more. */
const GENERAL: ReadonlySet<FilingPlace> = new Set<Section>(['pastHistory', 'social'])

/** Filed by `medication-events.ts` where a medicine is named. */
const MEDICINES: ReadonlySet<FilingPlace> = new Set<Section>(['medicationsInUse', 'prescriptions'])

export function file(
  filed: Filed[],
  clause: Clause,
  { place, beside, alone }: Routed,
  question: Statement | undefined,
  { findMedications, router, patientIsChild }: Filing,
  { answers, ...context }: { role: Role | null; phase: Phase; answers: Statement | undefined },
): void {
  const own = trimmedQuote(clause.statement, clause)
  if (!own) return
  const before = answers && quote(answers)
  const said = before && !question ? { ...own, answers: before } : own
  const asked = question && quote(question)
  const text = asked ? answered(asked, said) : said
  const named = findMedications(clause.tokens).length > 0
  const isElsewhere = !alone && place !== null && GENERAL.has(place) && beside.some(isOwn)
  if (place && !isElsewhere && !(named && MEDICINES.has(place))) {
    const last = filed.at(-1)
    const goesOn = last?.section === place && question && last.text.index === question.index
    if (goesOn) {
      filed.pop()
      const whole = joinQuotes([last.text, said])!
      filed.push({ section: place, text: whole, items: itemsOf(place, clause, whole) })
    } else
      filed.push({ section: place, text, items: itemsOf(place, clause, asked ? text : undefined) })
  }
  const besides = (part: Clause) => {
    const medications = findMedications(part.tokens)
    return router.route(part, { ...context, medications, patientIsChild }, new Map()).beside
  }
  for (const each of beside) {
    const part = question ? clause : partOf(clause, each, besides)
    const words = part === clause ? text : (trimmedQuote(part.statement, part) ?? text)
    filed.push({ section: each, text: words, items: [asItem(words)] })
  }
}

/** "Não tomo nada.": told where there is room for words, but no entry of a list of medicines. */
function itemsOf(place: FilingPlace, clause: Clause, whole: Quote | undefined): Quote[] {
  const isNone =
    UNNAMED.test(clause.words) || isDirections(clause.tokens) || !NAMES.test(clause.words)
  if (place === 'medicationsInUse' && (whole || isNone)) return []
  return whole ? [asItem(whole)] : listItems(place, clause)
}

/** Of the past, denied, a heading alone, or who sees to them: no entry of a list of medicines. */
const UNNAMED =
  /\b(?:trouxe|trazer|sacola|caixinha|listinha)\b|\b(?:cuido|cuida|organizo|organiza|separo|separa) (?:[a-z]{1,12} ){0,3}(?:remedios|comprimidos|medicac[a-z]{1,6})\b|\b(?:nao|nunca|nada|nenhum)\b|^(?:\p{L}+ ){0,2}(?:tomei|tomava|usei|usava|parei)\b|^(?:e |agora )?(?:os |as )?(?:remedios|medicac\p{L}+|medicamentos)$/u

/** "Puxa, é remédio.", "Tomo um monte de comprimido.": a word is left that could name one. */
const NAMES = new RegExp(
  `\\b(?!(?:${
    'ah|puxa|nossa|vixe|olha|bom|entao|e|eh|sao|sim|nao|mas|so|ja|ne|ai|la|ca|aqui|isso|esse|essa|esses|essas|aquele|aquela|aqueles|o|a|os|as|um|uma|uns|umas|de|da|do|dos|das|no|na|pra|para|por|com|que|eu|ele|ela|me|te|lhe|' +
    'remedio|remedios|remedinho|medicacao|medicacoes|medicamento|medicamentos|comprimido|comprimidos|comprimidinho|tomo|toma|tomando|uso|usa|usando|to|ta|tou|estou|esta|tenho|tem|muito|muita|monte|tanto|tanta|bastante|todo|toda|todos|dia|dias|manha|noite|cedo|tudo|direitinho|certinho|sempre|mais|outro|outra|trouxe|lista|listinha|caixa|caixinha|saquinho|sacola|receita|fala|conta|doutor|doutora|mesmo|mesma|ainda|tambem|casa'
  })\\b)\\p{L}{3,}`,
  'u',
)
