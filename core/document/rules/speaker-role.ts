/**
 * Who speaks: a doctor asks, examines, prescribes; a patient tells of "my" and "I". Two channels (telemedicine), or a
 * person who named the speaker, settle it; other speaker labels are settled by the majority of their statements; otherwise each statement stands
 * for itself and, when it says nothing, for nobody.
 */
import type { Statement } from '../extractors/statements.ts'
import { fold } from '../extractors/tokens.ts'

export type Role = 'doctor' | 'patient'

const DOCTOR =
  /\b(?:o senhor|a senhora|voce) (?:precisa|deve|vai|tem que|pode|nao pode)\b|\b(?:vou|vamos) (?:te |lhe )?(?:receitar|prescrever|passar|pedir|solicitar|encaminhar|examinar|dar um|medir|auscultar|aumentar|diminuir|suspender|manter|iniciar|comecar|trocar|fazer um|fazer uma)\b|\b(?:solicito|prescrevo|receito|oriento|encaminho|recomendo|sugiro)\b|\b(?:seu diagnostico|o quadro|a hipotese|hipotese diagnostica)\b|^(?:volte|retorno|retorne|tome|use|evite|faca|beba|procure|respira|respire|deita|sente se|abra a boca|pode sentar|pode deitar)\b|\be importante\b|^(?:precisa|pode continuar|continue|mantenha|vai tomar)\b|\b(?:bulhas|murmurio|sopro|ausculta|palpacao|abdome|normocorad|corad|hidratad)|^(?:pressao|frequencia|saturacao|temperatura|glicemia|peso|altura|pa|fc|fr)\b/
const PATIENT =
  /\b(?:estou com|estou sentindo|eu tenho|eu sinto|eu tomo|sinto|tenho|tomo|uso|fumo|bebo|durmo|trabalho|tive|comecei|me doi|doutora?|minha|meu|meus|minhas|parei|moro|sou|fui|operei|fico|faco|nao consigo|como muit\w+)\b/

/** Of these a doctor says none, whatever else the sentence looks like. */
const FIRST_PERSON =
  /\beu (?:tenho|tomo|sinto|uso|to|tava|estava|fico|parei)\b|^(?:tomo|uso|sinto|tenho|estou com|to com|to sentindo|ando|me doi)\b|\b(?:tomo|fumo|bebo|durmo) /

/** One role or null per statement, by its index. Only speech has roles. */
export function speakerRoles(statements: readonly Statement[]): (Role | null)[] {
  const own = statements.map((statement) =>
    statement.origin === 'speech' ? ownRole(statement) : null,
  )
  const twoChannels = statements.some(({ channel }) => channel === 'remote')
  const bySpeaker = majority(statements, own)
  return statements.map((statement, index) => {
    if (statement.origin !== 'speech') return null
    if (statement.speaker === 'doctor' || statement.speaker === 'patient') return statement.speaker
    if (twoChannels) return statement.channel === 'remote' ? 'patient' : 'doctor'
    const labelled = statement.speaker === null ? undefined : bySpeaker.get(statement.speaker)
    return labelled ?? own[index] ?? null
  })
}

function ownRole(statement: Statement): Role | null {
  const words = fold(statement.text)
    .replace(/[^\p{L}\d ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (statement.question)
    return PATIENT.test(words) && !/\b(?:senhora?|voce)\b/.test(words) ? null : 'doctor'
  if (FIRST_PERSON.test(words)) return 'patient'
  if (DOCTOR.test(words)) return 'doctor'
  return PATIENT.test(words) ? 'patient' : null
}

function majority(statements: readonly Statement[], roles: (Role | null)[]): Map<string, Role> {
  const votes = new Map<string, number>()
  statements.forEach(({ speaker }, index) => {
    if (speaker === null) return
    const vote = roles[index] === 'doctor' ? 1 : roles[index] === 'patient' ? -1 : 0
    votes.set(speaker, (votes.get(speaker) ?? 0) + vote)
  })
  const decided = [...votes].filter(([, sum]) => sum !== 0)
  return new Map(decided.map(([speaker, sum]) => [speaker, sum > 0 ? 'doctor' : 'patient']))
}
