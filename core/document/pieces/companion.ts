/**
 * What a companion says of itself ("eu também sou hipertensa", "e eu, doutora, já que tô aqui,
 * minha pressão …") is nobody's record. In a child's visit whoever says "eu" is no patient;
 * elsewhere the one who says to be the wife or the daughter, while it goes on speaking. What the
 * two have together, and what the companion saw or did, is told of the patient.
 */

import { wordsOf } from './clauses.ts'
import { companyOdds, SURE } from './company.ts'
import type { Role } from './speaker-role.ts'
import type { Statement } from './statements.ts'

const IS_COMPANION =
  /\b(?:(?:eu )?sou (?:eu )?(?:doutora? )?(?:a|o) (?:mae|pai|filh[oa]|espos[oa]|mulher|marido|irma|irmao|net[oa]|nora|genro|sobrinh[oa]|cuidador[a]?|avo|acompanhante|tia|tio|madrinha|vizinh[oa])|ja que (?:eu )?(?:to|tou|estou|vim) (?:aqui|junto)|aproveitando que (?:eu )?(?:to|tou|estou|vim))\b/
const OF_ITSELF =
  /(?:^|\b)(?:eu (?:tambem |ja |so |nao |que |que nao |e que )?(?:tenho|tive|tomo|tomei|uso|usei|sou|estou|to|tou|fumo|bebo|sinto|tava|fiquei|ando|peguei|amamento)|tambem (?:tenho|sou|estou|to|tomo)|minha (?:pressao|cabeca|barriga|perna|coluna|nuca|garganta|glicose|vista)|meu (?:peso|joelho|coracao|estomago|ouvido|braco|pe)|^(?:to|tou|estou|tenho|tomo|sou) (?:com|gripad\w|resfriad\w|hipertens\w|diabetic\w|asmatic\w|alergic\w|gravida))\b|\b(?:sou|fui) eu\b/
const OF_PATIENT =
  /\b(?:ele|ela|dele|dela|nele|nela|a gente|lhe|meu filho|minha filha|meu bebe|menin[oa]|nenem|crianca|preocupad\w|com medo|achando|tentando|dando|vendo)\b/
const SETS_APART =
  /\b(?:ele|ela) nao (?:doutora? )?(?:eu|quem) (?:e )?que\b|\b(?:dorm|com|beb|acord|fum|tom|us|tem|teve|caiu|sent)[a-z]{0,5} (?:[a-z]{1,20} ){0,5}eu (?:e )?que (?:nao )?(?:tenho|tive|tomo|durmo|uso|sinto|ando|fico)\b|\bsou eu que (?:tenho|tomo|uso)\b/u
/**
 * "Metformina é minha, eu que sou diabética", "sou eu que tenho": said where the patient is spoken
 * of.
 */
const IT_IS_ME =
  /\beu (?:e )?que (?:sou|tenho|tomo|uso|estou|to|tou|sofro|faco)\b(?! que\b)|\bsou eu (?:e )?que(?:m)?\b|\bquem (?:e|tem|toma|usa|sofre) (?:\p{L}+ ){0,4}sou eu\b/u
/** "Tenho eu, ele também, os dois usam bombinha": the two have it together. */
const SHARED = /\b(?:ele|ela|voce|a gente) tambem\b|\b(?:nos |os |as )(?:dois|duas)\b|\bambos\b/
/** First person of a known companion: any but what the companion does for the patient. */
const ANY_FIRST_PERSON =
  /\b(?:sou|tenho|tive|tomo|tomei|uso|usei|estou|to|tou|fumo|bebo|sinto|senti|operei|fui|fiz|faco|ando|peguei|durmo|trato|sofro|parei|comecei)\b(?! (?:que|conta|medo|certeza|pena|cuidad\p{L}+|preocupad\p{L}+|achando|vendo|a mae|o pai|a filha|o filho|a esposa|o marido)\b)/u
/** "A senhora a gente vê depois, viu?": what was just said is another one's. */
const DEFERS =
  /^(?:(?:e|mas|ah|ta|calma) )*(?:a senhora|o senhor|voce|ess[ea]|isso|a mae|o pai|d[ao] senhora?)? ?(?:a gente |eu |nos )?(?:vejo|ve|vemos|olho|olha|conversa|conversamos|atendo|marca|marcamos) (?:\p{L}+ ){0,3}(?:depois|outro dia|outra hora|outra vez|noutro dia|outra consulta)\b|^hoje (?:e|a consulta e|a vez e) (?:so )?(?:d[aeo]l[ea]|del[ea]|d[ao] )|\b(?:a senhora|o senhor|voce) (?:marca|agenda|passa|procura|vai) (?:\p{L}+ ){0,3}(?:consulta|pra (?:senhora|voce|si)|pro senhor|no posto|seu medico|sua medica|outro dia|depois)\b/u

/** Somebody came along who says so, or is known to. */
export function isByCompanion({ origin, speaker, tokens }: Statement): boolean {
  return origin === 'speech' && (speaker === 'companion' || IS_COMPANION.test(wordsOf(tokens)))
}

/**
 * Said before, under its own headings: what runs in the family, how the pregnancy was, who lives
 * there.
 */
export const COMPANION_TELLS: ReadonlySet<string> = new Set([
  'family',
  'social',
  'substances',
  'work',
])

/** Indices of the statements in which a companion speaks of itself. */
export function companionsOwn(
  statements: readonly Statement[],
  roles: readonly (Role | null)[],
  patientIsChild: boolean,
): ReadonlySet<number> {
  const own = new Set<number>()
  const odds = companyOdds(statements, roles)
  let turn: unknown
  for (const statement of statements) {
    if (statement.origin !== 'speech') continue
    const words = wordsOf(statement.tokens)
    if (statement.question || roles[statement.index] === 'doctor' || SHARED.test(words)) continue
    const segment = statement.pieces[0]?.segment
    if (IS_COMPANION.test(words)) turn = segment
    const replies = statements.slice(statement.index + 1, statement.index + 3)
    // "Ele não, eu que tenho alergia", "eu que não durmo": who says so is not the one who is spoken
    // of.
    const isCompanion = statement.speaker === 'companion'
    if (isCompanion && ANY_FIRST_PERSON.test(words)) {
      own.add(statement.index)
      continue
    }
    if (SETS_APART.test(words) || (statement.speaker !== 'patient' && IT_IS_ME.test(words))) {
      own.add(statement.index)
      continue
    }
    const isDeferred = replies.some(
      (each) =>
        each.origin === 'speech' &&
        roles[each.index] === 'doctor' &&
        DEFERS.test(wordsOf(each.tokens)),
    )
    if (isDeferred && OF_ITSELF.test(words)) own.add(statement.index)
    const isLikely = (odds.get(statement.index) ?? 0) > SURE
    const speaks = patientIsChild || isLikely || (turn !== undefined && turn === segment)
    if (
      speaks &&
      OF_ITSELF.test(words) &&
      !OF_PATIENT.test(words.replace(IS_COMPANION, ' ').replace(/^ *(?:dele|dela)\b/, ''))
    )
      own.add(statement.index)
  }
  return own
}
