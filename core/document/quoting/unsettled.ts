/**
 * What is said and not written, because under its heading it would be taken for what is: against
 * the fact ("se viesse acima de dez"), thought of and not done ("eu ia pedir"), only feared ("se eu
 * fizer, pode ter uma infecção"), or broken off from what it is about ("… o pai fuma, mas fuma lá
 * fora"). Leaving a sentence out costs that sentence; writing a wrong one costs the trust in all of
 * them.
 */
import { mentionsFamily } from '../../portuguese/family.ts'
import { ownClassesOf } from '../../portuguese/word-classes.ts'
import type { MedicationFinder } from '../medicines/medication-mentions.ts'
import { AGAINST_FACT } from '../medicines/medication-untaken.ts'
import { ASSESSMENT, PLAN } from '../models/sections.ts'
import { type Clause, namesNewSubject } from '../pieces/clauses.ts'
import type { Role } from '../pieces/piece.ts'
import type { Phase } from '../pieces/visit-phases.ts'
import { isDirected } from './medication-found.ts'
import { type FilingPlace, isOwn } from './places.ts'
import type { Routed } from './router.ts'

/** Where something is decided or concluded. */
const DECIDED: ReadonlySet<FilingPlace> = new Set<FilingPlace>([...ASSESSMENT, ...PLAN])

/** "Eu ia pôr hoje", "pensei em corticoide", "eu trocaria por". */
const THOUGHT_OF =
  /\b(?:eu|a gente|nos|ate) (?:ate )?(?:ia|iria|iamos) (?!(?:ai|la|aqui|embora)\b)(?:te |lhe )?\p{L}+|\b(?:pensei|pensava|pensamos|cogitei|cogitava) (?:ate )?(?:em|n[ao]|num|numa)\b|\b(?:eu|a gente) (?:ate )?(?:trocaria|passaria|pediria|daria|usaria|colocaria|faria|encaminharia|internaria|operaria|comecaria|receitaria|pensaria)\b/u
/**
 * "Se eu fizer hoje, a senhora pode ter uma infecção", "antes de fechar Alzheimer": no diagnosis of
 * today.
 */
const ONLY_IF =
  /\b(?:se|caso) (?:eu|a gente|o|a|os|as|ele|ela|voce|isso|der|vier|for|tiver|confirmar|piorar|nao (?:tratar|cuidar|melhorar|tomar|parar))\b|^(?:\p{L}+ )?antes de \p{L}+r\b|\b(?:faco|fazemos|vejo|vemos|avalio|aplico) (?:isso )?(?:na proxima|depois|outro dia|no retorno|na volta)\b/u

/** "O que me preocupa é coágulo", "meu receio é trombose": a danger, and not what there is. */
const FEARED =
  /\b(?:(?:me|nos) preocup\p{L}+|(?:minha|nossa) preocupacao|(?:meu|nosso) (?:medo|receio)) (?:\p{L}+ ){0,2}(?:e|de|d[ao]s?|com|que)\b/u

/** "Me preocupa o sangue: tenho que descartar um tumor": it is looked for. */
const LOOKED_FOR = /\b(?:descartar|afastar|excluir|investigar)\b/

/** "Se não melhorar, a gente pensa em operar"; a disease that is thought of is a hypothesis. */
const MAY_COME = /\b(?:eu|a gente|nos|ai) (?:penso|pensa|pensamos) (?:em|n[ao])\b/

/**
 * "Não, o TSH não precisa", "com oitocentos neutrófilos não dá pra fazer hoje": nothing is asked
 * for.
 */
const REFUSED =
  /^(?:nao )?(?:(?:o|a|os|as|mas|e|ja|entao) )*(?:\p{L}+ ){0,5}nao (?:precisa|e preciso|necessita|peco|vou pedir|carece)(?: (?:nao|agora|hoje|por enquanto))?$|\bnao da (?:pra|para) (?:fazer|pedir|esperar)\b/u

/**
 * @param place where the clause would go; null: nowhere by itself, so that it would follow the one
 * before
 */
export function isUnsettled(words: string, place: FilingPlace | null, role: Role | null): boolean {
  const isFeared = FEARED.test(words) && !LOOKED_FOR.test(words)
  if (role !== 'patient' && place !== 'orientations' && isFeared) return true
  if (place !== null && !DECIDED.has(place)) return role === 'doctor' && AGAINST_FACT.test(words)
  if (place === null && role === 'patient') return false
  return (
    AGAINST_FACT.test(words) ||
    THOUGHT_OF.test(words) ||
    (place === 'hypotheses' ? ONLY_IF : MAY_COME).test(words) ||
    (REFUSED.test(words) &&
      (place === 'examsRequested' ||
        (place === 'orientations' && ownClassesOf(words.split(' ')).has('#exam'))))
  )
}

/** "Pra ciatalgia, eu pensei em corticoide": what for, and nothing came of it. */
export function isAimOf({ words }: Clause, nothingCameOfIt: boolean): boolean {
  return nothingCameOfIt && /^(?:e |entao )?(?:pra|para|pro) (?:\p{L}+ ){0,3}\p{L}+$/u.test(words)
}

/**
 * "Quem emagreceu foi minha mulher", "quem tinha dor no peito era meu irmão": told so that nobody
 * takes it for the patient's.
 */
const OF_ANOTHER =
  /\bquem (?:mais )?(?:tem|teve|tinha|ta|esta|tava|estava|ficou|fica|toma|tomou|tomava|usa|usou|usava|emagreceu|engordou|operou|caiu|sente|sentiu|sofre|sofria|tentou|infartou|enfartou|morreu|pegou|nasceu) (?:\p{L}+ ){0,6}?(?:e|foi|era|sou|fui) (?:(?:a|o|so|a propria|o proprio) )?(?:minha|meu|nossa|nosso|ela|ele|eu|d[aeo]l[ea]|mae|pai|irma|irmao|filh[oa]|espos[oa]|marido|mulher|sogr[oa]|prim[oa]|ti[oa]|av[oa]|vizinh[oa]|net[oa])\b/u

/** Whether it is told of somebody else, and is no history of the family. */
export function isOfAnother(words: string, place: FilingPlace | null): boolean {
  return place !== 'family' && OF_ANOTHER.test(words)
}

/** What goes on from the clause before it, without saying of whom or what. */
const GOES_ON =
  /^(?:mas|porem|so que|porque|ja|e|ai|e ai) (?!(?:eu|minha|meu|hoje|agora|o senhor|a senhora|voce)\b)/

/**
 * "O pai fuma, mas fuma lá fora", "o AAS você parou, já faz mais de mês": what it is about was
 * named in the clause before. So is what says nothing by itself ("mas a gente não começou").
 */
export function isBrokenOff(
  { words, tokens }: Clause,
  before: Clause,
  { names, isNamed, patientIsChild }: Around,
): boolean {
  if (!GOES_ON.test(words) || names({ tokens }) || namesNewSubject(words)) return false
  if (mentionsFamily(before.tokens, patientIsChild) && !mentionsFamily(tokens, patientIsChild))
    return true
  return isNamed && (TELLS_OF_TAKING.test(words) || ownClassesOf(words.split(' ')).size === 0)
}

interface Around {
  names: (clause: Pick<Clause, 'tokens'>) => boolean
  /** A medicine was named in the sentence before it. */
  isNamed: boolean
  patientIsChild: boolean
}

/** "Mas ele só toma de manhã", "mas fiquei enjoado e larguei": of the medicine that was named. */
const TELLS_OF_TAKING =
  /\b(?:toma|tomo|tomava|tomou|usa|uso|usava|comecou|comecei|largou|larguei|parou|parei|suspendi|suspendeu)\b(?! (?:cafe|banho|sol|agua|cerveja)\b)/

/** Entries of a model that tell what is done, wherever a medicine is ordered. */
const OF_TREATMENT =
  /trat|prescri|medic|terap|antimicrob|profilax|ajuste|procedimento|plano|condut|oxigen|protocolo|analges|contracep|reposi|supleme/i

/**
 * "Dexametasona quatro de doze em doze, depois da quimio" is an order, and no toxicity, whatever
 * else it names.
 */
export function placesFor(
  { tokens, words }: Clause,
  { place, beside }: Pick<Routed, 'place' | 'beside'>,
  { role, phase, findMedications }: Ordered,
): FilingPlace[] {
  const orders =
    phase === 'plan' &&
    role !== 'patient' &&
    findMedications(tokens).some((each) => isDirected(each))
  const isOther = role === 'doctor' && AGAINST_FACT.test(words)
  // "Primeiro fisioterapia pra ganhar força": arranged, and no finding.
  const isArranged = role === 'doctor' && OF_WHAT_COMES.test(place ?? '')
  return beside.filter(
    (each) =>
      !isOwn(each) ||
      !(
        isOther ||
        (orders && !OF_TREATMENT.test(each)) ||
        (isArranged && /exame (?!complement)/i.test(each))
      ),
  )
}

/** Places of what is advised or arranged, whatever a model calls them. */
const OF_WHAT_COMES = /^(?:orientations|referral|certificate)$|reabilita|fisioterap/i

interface Ordered {
  role: Role | null
  phase: Phase
  findMedications: MedicationFinder
}
