/**
 * Whose a value would be, by the names of the objects around it. `peso` within `mae` is the
 * mother's: a name is answered with the patient's own data of this visit only where nothing around
 * it speaks of somebody or something else.
 */
import { headWords, nameWords } from './labels.ts'

export type Subject = 'patient' | 'family' | 'other'

/** @param around of the object that it lies in */
export function subjectWithin(
  around: Subject,
  { name, description }: { name: string; description: string },
  isChild: boolean,
): Subject {
  if (around === 'other' || isOfSomething(nameWords(name))) return 'other'
  return subjectNamed({ name, description }, isChild) ?? around
}

/** Whom a name or the first clause of its description speaks of; undefined when of nobody. */
export function subjectNamed(
  { name, description }: { name: string; description: string },
  isChild: boolean,
): Exclude<Subject, 'patient'> | undefined {
  const texts = [nameWords(name), headWords(description)]
  if (texts.some((words) => isOfSomebody(words, isChild))) return 'other'
  return texts.some((words) => words.some((word) => FAMILY.has(word))) ? 'family' : undefined
}

function isOfSomebody(words: readonly string[], isChild: boolean): boolean {
  if (words.some((word) => PEOPLE.has(word) || (!isChild && CHILDREN.has(word)))) return true
  return EARLIER.test(words.join(' '))
}

/** By an object's own name only: descriptions name laboratories and doctors in passing. */
function isOfSomething(words: readonly string[]): boolean {
  const name = words.join(' ')
  return words.some((word) => THINGS.has(word)) || DOCTOR.test(name) || DENIED.test(name)
}

/** Single relatives: what is theirs cannot be told from what is another relative's. */
const PEOPLE = setOf(
  'mae pai pais irmao irma irmaos irmas avo avos tio tia tios primo prima conjuge esposo esposa marido companheiro companheira parceiro parceira ' +
    'genitor genitora filho filha mother father parent parents sibling siblings brother sister spouse husband wife partner son daughter ' +
    'acompanhante acompanhantes responsavel responsaveis cuidador cuidadora doador doadora companion guardian caregiver donor',
)
const CHILDREN = setOf('feto fetus fetal nascido nascida recemnascido rn bebe newborn baby')
const FAMILY = setOf('familia familiar familiares family parente parentes relatives')
const THINGS = setOf(
  'fabricante laboratorio laboratory manufacturer fornecedor supplier convenio operadora seguradora insurance insurer hospital farmacia pharmacy ' +
    'estabelecimento facility empregador empresa employer company profissional professional prescritor prescriber solicitante requester ' +
    'enfermeiro enfermeira provider physician doctor substituto substituta substitute alternativo alternativa alternative',
)
const DOCTOR = /^(?:nome d[oa] )?medic[oa]\b/
const EARLIER =
  /\b(?:consulta|visita|atendimento|avaliacao|internacao)s? (?:anterior|previ[ao]|passad[ao])|\bultim[ao] (?:consulta|visita|atendimento|avaliacao|internacao)|\b(?:previous|last|prior) (?:visit|encounter|consultation|admission)/
/** Yes within "sintomas negados" could mean either. */
const DENIED = /\b(?:negad[oa]s?|ausentes?|descartad[oa]s?|denied|absent|excluded)\b/

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
