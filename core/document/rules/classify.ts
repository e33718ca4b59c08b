/**
 * Where a clause belongs, by what it says and who says it. Order matters: what must never be mistaken comes first (the
 * family's diseases, conditions, the plan). A clause that fits nothing lands nowhere.
 */
import { mentionsFamily } from '../extractors/family.ts'
import { readSectionCues } from '../extractors/section-cues.ts'
import { DISEASES, mentions } from '../lexicon/clinical-terms.ts'
import type { ClauseContext } from './clause-context.ts'
import type { Clause } from './clauses.ts'
import { doctorSections, planSections } from './doctor-sections.ts'
import { isNoise } from './noise.ts'
import { patientSections } from './patient-sections.ts'
import { GATHERED, type Section } from './sections.ts'

/** First person: it stands without the question before it. */
export function speaksOfSelf(words: string): boolean {
  return SPEAKS_OF_SELF.test(words)
}

/** The sections of one clause that is not a question; usually one, none when nothing fits. */
export function classify(clause: Clause, context: ClauseContext): Section[] {
  const { words } = clause
  const { role } = context
  if (isNoise(words)) return []
  const headed = headedSection(clause)
  if (headed && role !== 'patient') return [headed]
  if (mentionsFamily(clause.tokens, context.patientIsChild)) return familySections(words, context)
  // "De que sua irmã faleceu?" "Infarto." is quoted with its question, or not at all.
  if (context.topic === 'family' && !SPEAKS_OF_SELF.test(words) && role !== 'doctor') return []
  if (CONDITION.test(words) && ACTS.test(words) && role !== 'patient') return ['orientations']
  if (role !== 'patient') {
    const planned = planSections(words, context)
    if (planned.length > 0) return planned
  }
  if (role === 'doctor') return doctorSections(words, context)
  // While the plan is spoken of, what has no speaker is advice or nothing, never history.
  if (role === null && context.planning && !SPEAKS_OF_SELF.test(words))
    return ADVISES.test(words) ? ['orientations'] : []
  return patientSections(words, context)
}

/** "Antecedentes pessoais: hipertensão": dictated under its heading. What gathers other sections is no section of its own. */
function headedSection({ statement }: Clause): Section | null {
  const cue = readSectionCues(statement.tokens)[0]
  const isMarked = cue?.heading && statement.tokens[cue.to]?.norm === ':'
  return isMarked && !GATHERED[cue.section] && cue.section !== 'complaint' ? cue.section : null
}

const SPEAKS_OF_SELF =
  /\b(?:eu|meu|minha|meus|minhas|me|tenho|tomo|uso|estou|to|sinto|tive|fui|fiz|sou|fumo|fumava|bebo|bebia|faco|parei|operei|moro|durmo|trabalho)\b/
const CONDITION = /^(?:(?:e|mas) )?(?:se|caso|qualquer)\b/
const ACTS =
  /\b(?:procur\w+|volt\w+|vai|va|venha|vem|ligue|liga|retorn\w+|pronto socorro|emergencia)\b/
/** The imperative of every day, as doctors speak. */
const ADVISES =
  /^(?:e |entao |ai )?(?:evita|faz|bebe|come|dorme|usa|passa|toma|para|suspende|corta|tira|diminui|reduz|mantem|anota|mede|pesa|se pese|se pesa|descansa|caminha|lava|troca|cuida|traz|traga|vai)\b/

function familySections(words: string, context: ClauseContext): Section[] {
  const tells =
    mentions(words, DISEASES) ||
    /\b(?:morreu|faleceu|falec\w+|saudave\w+|vivos?|hipertens\w+|operou)\b/.test(words)
  if (tells || context.topic === 'family') return ['family']
  if (/\b(?:moro|mora|vivo|casad[oa])\b/.test(words)) return ['social']
  return []
}
