/**
 * Whether a medicine that is named is taken or prescribed, or neither: refused, another person's,
 * an allergy, a result, a plan for later. What a patient says is taken, what a doctor says late in
 * the visit is prescribed; the verb decides the rest.
 */

import { EXAMS, mentions as names } from '../../portuguese/clinical-terms.ts'
import { readDates } from '../../portuguese/dates.ts'
import { namesMisheardAllergen } from '../../portuguese/misheard-allergy.ts'
import { readNumbers } from '../../portuguese/numbers.ts'
import { textAfterLast } from '../../portuguese/text-matches.ts'
import type { Token } from '../../portuguese/tokens.ts'
import type { Section } from '../models/sections.ts'
import { wordsOf } from '../pieces/clauses.ts'
import type { Role } from '../pieces/piece.ts'
import type { Phase } from '../pieces/visit-phases.ts'
import type { MedicationSection } from './medication-act.ts'
import { byLikely, type Likely } from './medication-likely.ts'
import type { MedicationMention } from './medication-mentions.ts'
import { isBorrowed, isOfAnother } from './medication-owner.ts'
import { corrected } from './medication-stretch.ts'
import { isCare, isOnlyThoughtOf, isUntaken } from './medication-untaken.ts'
import { type Act, GIVES } from './medication-verbs.ts'

/** Where the visit stands when a medicine is named. */
export interface Around {
  topic: Section | null
  listing: boolean
  /** A doctor reads out what the patient is given: "Os remédios. Furosemida na veia …". */
  reciting: boolean
  /** A medicine of the sentence was spoken of before. */
  known: boolean
  /** Asked of a dose in the past: "Deram algum remédio de noite?" */
  ofThePast: boolean
  /** A son or daughter tells what the patient takes. */
  ofParent: boolean
  role: Role | null
  phase: Phase
  /** In the second half of the visit. */
  late: boolean
  /**
   * Another medicine was ordered in the same breath: "Metformina baixa pra 500. Anlodipino 5. AAS
   * igual."
   */
  ordering: boolean
  /** Right behind a question, whatever it asked: "Quais são?" "Bisoprolol 2,5, ramipril 5." */
  answers: boolean
}

/** A name of a sentence, with what is known of it. */
export interface MedicinePlace {
  tokens: readonly Token[]
  mentions: readonly MedicationMention[]
  index: number
  act: Act
  denied: boolean
  patientIsChild: boolean
  /** Other options are mentioned beside it, and are not done. */
  isSettled: boolean
  /** Somebody else by name takes it: "O Orlando toma zolpidem". */
  isNamedOther: boolean
  /** What the sorter makes of the clause, where it knows enough of the visit. */
  likely: Likely | undefined
}

export function sectionOf(place: MedicinePlace, around: Around): MedicationSection | undefined {
  const said = wordsAround(place)
  if (isNeither(place, said, around)) return undefined
  // "Tomo 88 de levotiroxina" is nobody's order, whoever seems to speak.
  const ofOneself = place.act === 'takes' && /\b(?:tomo|uso)\b/.test(said.before)
  const ruled =
    around.role === 'doctor' && !ofOneself
      ? saidByDoctor(place, said, around)
      : toldByOthers(place, said, around)
  return place.likely ? byLikely(ruled, place.likely, saidAs(place, said, around)) : ruled
}

function saidAs(
  { act, tokens, mentions, index }: MedicinePlace,
  said: Words,
  { role, ofThePast }: Around,
) {
  const { mention, before, after } = said
  const behind = tokens.slice(mention.to, mentions[index + 1]?.lead ?? tokens.length)
  const isPast = ofThePast || ONCE.test(after) || isOfThePast(tokens, mention, mentions)
  const isPutOff = LATER.test(before) || ONLY_IF.test(after) || ELSEWHERE.test(after)
  return {
    role,
    after,
    isOfToday: !(isPast || isPutOff || isResult(said)),
    isDirected: said.isDirected || mention.duration !== null,
    isOrdered: act === 'continues' || act === 'changes' || act === 'starts',
    hasNumber: readNumbers(behind).some(({ article }) => !article),
  }
}

interface Words {
  mention: MedicationMention
  /** Folded words since the medicine before, up to the next one, and of the whole sentence. */
  before: string
  after: string
  all: string
  /** It is said how much or how often. */
  isDirected: boolean
}

function wordsAround({ tokens, mentions, index }: MedicinePlace): Words {
  const mention = mentions[index]!
  const { dose, quantity, frequency, asNeeded } = mention
  return {
    mention,
    before: wordsOf(tokens.slice(mentions[index - 1]?.to ?? 0, mention.lead)),
    after: wordsOf(tokens.slice(mention.to, mentions[index + 1]?.lead ?? tokens.length)),
    all: wordsOf(tokens),
    isDirected: (dose ?? quantity ?? frequency ?? asNeeded) !== null,
  }
}

/** What a medicine is only compared with, or what it does to an examination. */
const BESIDE =
  /(?:^| )(?:no lugar d[aeo]|em vez d[aeo]|por causa d[aeo]|por conta d[aeo]|ao inves d[aeo]|diferente d[aeo]|igual (?:a|ao|o)|como (?:a|o)|tipo (?:a|o)|tem|contem|junto com|longe d[aeo]|com|alergi\w+ (?:a|ao|à)|reacao (?:a|ao)|intolerancia (?:a|ao)|efeito d[aeo]|exame d[aeo]|nivel d[aeo]|dosagem d[aeo]|dosar|dose d[aeo] sua|duvida d[aeo]|historia d[aeo]|suspeita d[aeo]|falta d[aeo]|deficiencia d[aeo]|sem(?: o| a)?|nada de|nem|so que (?:o|a)|abaixo d[aeo]|acima d[aeo]|resto d[aeo]|receita d[aeo])$/
const TAPERS =
  /\b(?:devagar|aos poucos|desmam\w+|gradual\w*|reduzindo|nao (?:pode |da (?:pra|para) )?(?:corta|cortar|para|parar|tira|tirar|suspende|suspender) de uma vez)\b/

/** Stopped little by little: what is taken meanwhile is prescribed. */
export function tapers(tokens: readonly Token[]): boolean {
  const words = wordsOf(tokens)
  const isDosed =
    readNumbers(tokens).some(({ article }) => !article) ||
    /\b(?:dia sim|mei[oa]|metade|um quarto)\b/.test(words)
  return TAPERS.test(words) && isDosed
}

const NOT_AFTER =
  /^(?:eu |ele |ela |a gente )?(?:nao(?! (?:perai|pera|espera|calma|todo|so|mais que|pode (?:parar|cortar|tirar|suspender|largar|ser (?:tirad|cortad|suspens)[oa])|da (?:pra|para) (?:parar|cortar|tirar|suspender)|para|tiro|mexo|dez|passa de|esquec\w+|falh\w+|pula|consigo ficar|beb[ae]|mistur\w+|diri[gj]\w+|com[ae]|mastig\w+|deit[ae]|pegu?[ae] sol|tom[ae] (?:sol|leite|alcool|bebida|cerveja|junto|com)|engol\w+|coc[ae]|esfreg\w+|molh[ae]|fum[ae]))|nunca|nem pensar|nem|proibid\w+)\b/

function isNeither(
  place: MedicinePlace,
  said: Words,
  { topic, listing, phase, ofParent }: Around,
): boolean {
  const asked = topic === 'medicationsInUse' || listing
  const { act, denied, tokens, isNamedOther } = place
  const { before, after, all, isDirected } = said
  const isCorrected = corrected(tokens, said.mention, Number.POSITIVE_INFINITY) !== null
  const own = wordsOf(tokens.slice(said.mention.from, said.mention.to))
  if (isUntaken({ before, after, own, all })) return true
  const behind = tokens.slice(said.mention.to)
  const hasNumber = readNumbers(behind).some(({ article }) => !article)
  if (!place.isSettled && isOnlyThoughtOf({ before, after, own, all }, hasNumber)) return true
  const isKept = act === 'continues' && KEPT_BY_DENIAL.test(`${before} ${after}`)
  if (!isCorrected && !isKept && (denied || NOT_AFTER.test(after))) return true
  const renews = act === 'continues' && /\breceita d[aeo]$/.test(before)
  // "Tem a sertralina", "com anlodipino": a sentence that begins so compares with nothing.
  const isFirst = /^(?:(?:e|ai|olha|ah|entao|bom) )?(?:com|tem|so com)(?: [oa])?$/.test(before)
  const isCarrier = /(?<!\p{L})(?:nebuliza|inala|hidrata)\p{L}{2,6} (?:com|de)$/u.test(before)
  const isList =
    isFirst || isCarrier || (isDirected && /(?:^| )(?:com|tem)(?: [oa])?$/.test(before))
  if (BESIDE.test(before) && !renews && !isList) return true
  if (isNamedOther) return true
  // "DIU Mirena": a device.
  if (/(?:^| )diu(?: de)?$/.test(before)) return true
  if (isCare(said.mention)) return true
  const borrows =
    isBorrowed(said) && (asked || (act === 'takes' && /\b(?:tomo|uso)\b/.test(before)))
  if (!ofParent && isOfAnother(place) && !borrows) return true
  // "Alergia à dipirona?" "Não, tomo dipirona.": it is borne, which is not a habit.
  if (topic === 'allergies' && act === 'takes' && !isDirected) return true
  const taken = act === 'takes' || act === 'starts' || act === 'continues'
  if (topic === 'allergies' && !taken && phase !== 'plan') return true
  if (ALLERGY.test(all) && !isDirected && !ALLERGIC_ELSE.test(textAfterLast(before, '.')))
    return true
  if (namesMisheardAllergen(before)) return true
  return act === 'stops' || act === 'took'
}

/** "Não mexo no carvedilol": what is denied is the change. */
const KEPT_BY_DENIAL =
  /\bnao (?:(?:vou|vamos|vai|pode|deve|precisa|quero|e|da|pra|para|que|a senhora|o senhor|voce) )*(?:mex|mud|alter|troc|tir|par|suspend|cort|larg|interromp)\p{L}{0,3}(?= |$)/u

const ALLERGY = /\balergi\w+|\breacao\b/
/** "Como tem alergia a penicilina, clindamicina": another one instead. */
const ALLERGIC_ELSE = /\b(?:entao|vai|vamos|fica|uso|usamos|faco|fazemos)\b/
const RESULTS =
  /\b(?:exames?|laboratorio|resultado|hemoglobina|ferritina|creatinina|tsh|deficiencia|vou pedir|peco|pedir|solicito|solicitar|repete|repetir|repita|colher|dosar|quero um)\b/

function isResult(said: Words): boolean {
  const { before, after, isDirected } = said
  const near = `${before} ${after}`
  return (RESULTS.test(near) || (names(near, EXAMS) && !isDirected)) && !isGiven(said)
}

/** How it is taken stands with it: "ácido fólico oito" may as well be what the laboratory found. */
function isGiven({ mention }: Words): boolean {
  const { dose, quantity, frequency, asNeeded, route, duration } = mention
  return (quantity ?? frequency ?? asNeeded ?? route ?? duration ?? dose?.unit ?? null) !== null
}

/**
 * "Espironolactona, com potássio de 5,2, baixa pra 12,5": changed, whatever result it was changed
 * for.
 */
const MOVES = /\b(?:baixa|sobe|aumenta|reduz|diminui|cai|passa|vai) (?:pra|para) \S/

/**
 * "Depois são doze semanas de paclitaxel", "amanhã apixabana, se a creatinina deixar": not of
 * today.
 */
const LATER =
  /\b(?:depois (?:sao|vem|disso|vai|entra)|mais (?:pra|para) frente|la no fim|no futuro|futuramente|quem sabe|pensar em|pensando em|(?:a gente )?pode(?:mos)? (?:pensar|considerar)|eu ia|a ideia e|amanha)\b/
const ONLY_IF =
  /\b(?:depois de (?:ver|sair|chegar|conversar)|se (?:o|a|os|as) \w+ (?:deixar\w*|permitir\w*|vier\w*|estiver\w*|melhorar\w*|confirmar\w*)|se confirmar|se precisar a gente|agora nao|nao agora|assim que)\b/
const ELSEWHERE =
  /\b(?:com|pelo|pela) (?:o |a |seu |sua )?(?:clinico|cardiologista|psiquiatra|endocrino\w*|outro medico|especialista|neuro\w*|posto|anestesista)\b/

/** "Antibiótico: azitromicina.", "Pra dor, dipirona.": what it is for stands before it. */
const HEADED =
  /^(?:e |entao |de )?(?:antibiotico|remedio|anti inflamatorio|analgesico|antialergico|pomada|colirio|corticoide|(?:pra|para) (?:a )?(?:dor|febre|coceira|tosse|enjoo|alergia|pressao|azia|nariz))\b/

/** "E clotrimazol creme por sete noites.": its form, and for how long. */
function isFormOnly({ before, after, mention }: Words): boolean {
  const isLong =
    mention.duration !== null || /^(?:\p{L}+ )?por \p{L}+ (?:dias|noites|semanas)$/u.test(after)
  return isLong && /^(?:e|mais|tambem|)$/.test(before)
}

function saidByDoctor(
  { act, isSettled, tokens }: MedicinePlace,
  said: Words,
  { topic, listing, reciting, known, phase, late, ordering }: Around,
): MedicationSection | undefined {
  const { before, after, isDirected } = said
  // "Se a pressão passar de dezesseis, toma um captopril": in the plan "toma" is said to the
  // patient.
  const tellsTo = act === 'takes' && phase === 'plan' && /\btoma(?: \S+){0,3}$/.test(said.before)
  const orders = tellsTo || act === 'continues' || act === 'changes' || act === 'starts'
  if (reciting && !orders) return 'medicationsInUse'
  const isDecided = act === 'continues' || isSettled || MOVES.test(after)
  if (!isDecided && isResult(said)) return undefined
  // "Glargina 24 unidades à noite, então.": what was answered is read back.
  const asked = topic === 'medicationsInUse' || listing
  if (phase === 'story' && (asked || known) && !orders)
    return isDirected ? 'medicationsInUse' : undefined
  if (
    act !== 'starts' &&
    LATER.test(before) &&
    !(isDirected && /^(?:e |ai )?depois disso$/.test(before))
  )
    return undefined
  if (ONLY_IF.test(after) || (act === 'continues' && ELSEWHERE.test(after))) return undefined
  // "Paracetamol de quinhentos, não, melhor de setecentos e cinquenta, de seis em seis horas."
  const isMended = corrected(tokens, said.mention, Number.POSITIVE_INFINITY) !== null
  if (phase !== 'story' || late)
    return orders ||
      isGiven(said) ||
      ((ordering || isMended) && isDirected) ||
      isFormOnly(said) ||
      (HEADED.test(said.all) && after === '')
      ? 'prescriptions'
      : undefined
  const settles = (act === 'continues' || act === 'changes') && !asked && !ADDRESSES.test(before)
  return (orders && isDirected) || settles ? 'prescriptions' : undefined
}

/** "O senhor continua com a losartana": of what is taken, early in the visit. */
const ADDRESSES = /\b(?:senhora?|voce|ele|ela|tu)\b/

const SPEAKS =
  /\b(?:tomo|uso|tenho|estou tomando|to tomando|faco uso|eu)\b(?! (?:prefiro|vou|quero|acho|nao uso|peco))/
/** One dose, not a habit: "diclofenaco, dois comprimidos ontem". */
const ONCE =
  /\b(?:ontem|anteontem|hoje (?:cedo|de manha|as)|uma vez so|na hora|tomei (?:so )?(?:uma|duas|tres|poucas) vez(?:es)?)\b/

/** "Um nimesulida hoje cedo": no "todo dia" stands with it. */
const TODAY_ONLY = /\b(?:hoje (?:cedo|de manha)|ontem (?:a noite|de noite|cedo))\b/

function toldByOthers(
  { act, tokens, mentions }: MedicinePlace,
  said: Words,
  { topic, listing, ofThePast, role, phase, late, answers }: Around,
): MedicationSection | undefined {
  const { mention, all, before, after, isDirected } = said
  const tells = SPEAKS.test(all)
  if (role === null && (act === 'starts' || act === 'changes' || act === 'continues') && !tells) {
    const announces = /\b(?:vou|vamos|prescrevo|receito)\b/.test(before)
    if (announces || phase === 'plan' || (late && act !== 'starts')) return 'prescriptions'
  }
  if (phase === 'plan' && !(act === 'takes' && tells) && topic !== 'medicationsInUse')
    return role === null && isDirected ? 'prescriptions' : undefined
  if (ONCE.test(after) && mention.frequency === null) return undefined
  if (TODAY_ONLY.test(wordsOf(tokens.slice(mention.from, mention.to + 3)))) return undefined
  if (act !== 'takes' && (ofThePast || isOfThePast(tokens, mention, mentions))) return undefined
  // What nobody is known to say behind the examination is decided there.
  const isOver = phase === 'exam' && late && role === null
  if (isOver && isDirected && !tells && act !== 'takes') return 'prescriptions'
  // "Agora só passo cataflam gel."
  const applies =
    act === 'starts' && role === 'patient' && /\b(?:passo|pingo|aplico)(?: \S+)?$/.test(before)
  if (applies || act === 'takes' || (act === 'starts' && /\b(?:uso|usa|tomar)\b/.test(all)))
    return 'medicationsInUse'
  if (topic === 'medicationsInUse') return 'medicationsInUse'
  const goesOn = listing && (isDirected || GOES_ON_LISTING.test(before))
  if (goesOn || (answers && isDirected && topic === null)) return 'medicationsInUse'
  return isHabit(said) && !isResult(said) ? 'medicationsInUse' : undefined
}

/** "E a hidroclorotiazida.", behind what was told before: nothing else is said of it. */
const GOES_ON_LISTING =
  /^(?:(?:e|mais|tambem|ai|ah|depois|tem|outro|outra|ainda|ate|so|com|junto|o|a|os|as|de|do|da|um|uma|meu|minha|ne|pra|para|pressao|remedio|esse|essa) ?)*$/

/**
 * How much and how often, or when: said of what is taken again and again. A strength alone is a box
 * that was named.
 */
function isHabit({ mention }: Words): boolean {
  const { dose, quantity, frequency, asNeeded, since, lead, from } = mention
  const isForm = dose !== null && lead < from
  return isForm || (frequency ?? asNeeded ?? since ?? (dose && quantity)) !== null
}

/**
 * "No ano retrasado uma doutora passou metotrexato": told with a time that is over, and not "desde"
 * then.
 */
function isOfThePast(
  tokens: readonly Token[],
  mention: MedicationMention,
  mentions: readonly MedicationMention[],
): boolean {
  // "Seis comprimidos na segunda": a day of the medicine before.
  // "Por causa da trombose que tive no ano passado": when the disease was.
  const isAside = (at: number) =>
    /\bque (?:eu |ele |ela )?(?:tive|teve|tinha|deu)\b/.test(
      wordsOf(tokens.slice(Math.max(0, at - 6), at)),
    )
  const isDirection = (at: number) => mentions.some(({ from, to }) => at >= from && at < to)
  return readDates(tokens.slice(0, mention.from)).some(
    ({ iso, relative, since, from, to }) =>
      !since &&
      // "Cortou ano passado e deixou só o clopidogrel": when something else was done.
      !tokens.some(
        ({ norm }, at) =>
          at > to && at < mention.from && GIVES.test(norm) && tokens[at - 1]!.norm === 'e',
      ) &&
      !isDirection(from) &&
      !isAside(from) &&
      (relative ? relative.amount < 0 && relative.unit !== 'day' : /^\d{4}/.test(iso ?? '')),
  )
}
