/** Whether a medicine that is named is taken or prescribed, or neither: refused, another person's, an allergy, a result. */
import { isFamilyWord } from '../extractors/family.ts'
import type { MedicationMention } from '../extractors/medication-mentions.ts'
import type { Token } from '../extractors/tokens.ts'
import { EXAMS, mentions as names } from '../lexicon/clinical-terms.ts'
import { wordsOf } from './clauses.ts'
import type { Act } from './medication-act.ts'
import type { Section } from './sections.ts'
import type { Role } from './speaker-role.ts'
import type { Phase } from './visit-phases.ts'

export type MedicationSection = 'medicationsInUse' | 'prescriptions'

/** Where the visit stands when a medicine is named. */
export interface Around {
  topic: Section | null
  listing: boolean
  role: Role | null
  phase: Phase
  /** In the second half of the visit, in its last third. */
  late: boolean
  ends: boolean
}

/** What a medicine is only compared with, or what it does to an examination. */
const BESIDE =
  /(?:^| )(?:no lugar d[aeo]|em vez d[aeo]|por causa d[aeo]|por conta d[aeo]|ao inves d[aeo]|diferente d[aeo]|igual (?:a|ao|o)|como (?:a|o)|tipo (?:a|o)|tem|contem|junto com|longe d[aeo]|com|alergi\w+ (?:a|ao|à)|reacao (?:a|ao)|intolerancia (?:a|ao)|efeito d[aeo]|exame d[aeo]|nivel d[aeo]|dosagem d[aeo]|dosar|dose d[aeo] sua|falta d[aeo]|deficiencia d[aeo]|sem(?: o| a)?)$/
const RESULTS =
  /\b(?:exames?|laboratorio|resultado|hemoglobina|ferritina|creatinina|tsh|deficiencia|vou pedir|peco|pedir|solicito|solicitar|repete|repetir|repita|colher|dosar|quero um)\b/

export interface Place {
  tokens: readonly Token[]
  mentions: readonly MedicationMention[]
  index: number
}

export function sectionOf(
  mention: MedicationMention,
  { tokens, mentions, index }: Place,
  act: Act,
  denied: boolean,
  { topic, listing, role, phase, late, ends: visitEnds }: Around,
  patientIsChild: boolean,
): MedicationSection | undefined {
  const from = mentions[index - 1]?.to ?? 0
  const to = mentions[index + 1]?.lead ?? tokens.length
  const before = wordsOf(tokens.slice(from, mention.lead))
  const after = wordsOf(tokens.slice(mention.to, to))
  const all = wordsOf(tokens)
  const directed =
    (mention.dose ?? mention.quantity ?? mention.frequency ?? mention.asNeeded) !== null
  if (denied || /^(?:nao|nunca|nem pensar|nem|proibid\w+|nao posso)\b/.test(after)) return undefined
  if (BESIDE.test(before) && !(directed && /(?:^| )(?:com|tem)$/.test(before))) return undefined
  if (ofAnother(tokens, mention, from, to, patientIsChild)) return undefined
  if (
    topic === 'allergies' &&
    act !== 'takes' &&
    act !== 'starts' &&
    act !== 'continues' &&
    phase !== 'plan'
  )
    return undefined
  if (/\balergi\w+|\breacao\b/.test(all) && !directed) return undefined
  if (act === 'stops' || act === 'took') return undefined
  const tells = SPEAKS.test(all)
  const asked = topic === 'medicationsInUse' || listing
  const plan = (phase === 'plan' || (phase === 'exam' && !asked)) && role !== 'patient' && !tells
  const resulted = RESULTS.test(all) || (names(all, EXAMS) && !directed)
  const orders = act === 'continues' || act === 'changes' || act === 'starts'
  if (plan || role === 'doctor') {
    if (resulted && !hasForm(mention)) return undefined
    return orders || (directed && (phase !== 'story' || late)) ? 'prescriptions' : undefined
  }
  if ((act === 'changes' || act === 'continues') && late && !tells && !asked && role === null)
    return 'prescriptions'
  if (act === 'starts' && !tells && /\b(?:vou|vamos|prescrevo|receito)\b/.test(before))
    return 'prescriptions'
  if (phase === 'plan' && !tells) return undefined
  if (act === 'takes' || (act === 'starts' && /\b(?:uso|usa|tomar)\b/.test(all)))
    return 'medicationsInUse'
  if (asked) return 'medicationsInUse'
  if (resulted && !directed) return undefined
  const ends = late && !tells && role === null && phase === 'story' && visitEnds
  if (ends) return directed ? 'prescriptions' : undefined
  return directed && !/^(?:ontem|hoje)\b/.test(after) ? 'medicationsInUse' : undefined
}

/** Given, not only named: a number of something, or how often. */
function hasForm({ frequency, quantity, route, duration }: MedicationMention): boolean {
  return (frequency ?? quantity ?? route ?? duration) !== null
}

const SPEAKS =
  /\b(?:tomo|uso|tenho|estou tomando|to tomando|faco uso|eu)\b(?! (?:prefiro|vou|quero|acho|nao uso|peco))/
const OTHERS =
  /^(?:vizinh[oa]|amig[oa]|colega|comadre|compadre|patroa|patrao|cunhad[oa]|genro|nora|guria|moca|pessoal)$/
/** "minha mãe toma", "o Depakene da sua irmã", "varfarina é a minha mãe que toma": another person's. */
function ofAnother(
  tokens: readonly Token[],
  mention: MedicationMention,
  from: number,
  to: number,
  patientIsChild: boolean,
): boolean {
  const clause = tokens.slice(from, to)
  const at = clause.findIndex(({ norm }) => OTHERS.test(norm) || isFamilyWord(norm, patientIsChild))
  if (at < 0) return false
  const place = from + at
  // Behind the name it must follow at once ("o Depakene da sua irmã"); later it is told of something else.
  if (place >= mention.to + 6) return false
  const words = wordsOf(
    tokens.slice(
      Math.max(from, Math.min(place, mention.from)),
      Math.min(to, Math.max(place + 4, mention.to)),
    ),
  )
  // "que minha filha comprou", "que a moça da farmácia deu": given to the patient.
  if (
    /\b(?:comprou|passou|trouxe|receitou|indicou)\b/.test(words) ||
    (/\bque\b/.test(words) && /\bdeu\b/.test(words))
  )
    return false
  return true
}
