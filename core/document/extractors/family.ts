/** Family members, as the patient names them: what is said of them is never the patient's own. */
import type { Token } from './tokens.ts'

const MEMBERS = new Set(
  (
    'mae pai maes pais avo avos vo vovo irma irmao irmas irmaos tia tio tias tios prima primo primas primos sogra sogro ' +
    'marido esposo esposa mulher companheiro companheira namorado namorada cunhado cunhada sobrinho sobrinha neto neta madrasta padrasto bisavo familia parente parentes'
  ).split(' '),
)
const CHILDREN = new Set('filho filha filhos filhas menino menina bebe nenem crianca'.split(' '))

/** `word` is folded. For a child's visit the son is the patient, not a relative. */
export function isFamilyWord(word: string, patientIsChild = false): boolean {
  return MEMBERS.has(word) || (!patientIsChild && CHILDREN.has(word))
}

/** "minha mãe", "o meu avô", "na família": said of a relative, not of the speaker. */
export function mentionsFamily(tokens: readonly Token[], patientIsChild = false): boolean {
  return tokens.some(
    (token, index) =>
      isFamilyWord(token.norm, patientIsChild) &&
      (token.norm !== 'mulher' || /^(?:minha|sua)$/.test(tokens[index - 1]?.norm ?? '')),
  )
}
