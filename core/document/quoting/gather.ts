/**
 * Walks through the conversation once and files what was said under the places of one model. An
 * answer that does not stand by itself ("Não.", "Há três dias.") is quoted with its question, never
 * without.
 */
import { mentionsFamily } from '../../portuguese/family.ts'
import { choosesOf } from '../../portuguese/turns.ts'
import { classesOf } from '../../portuguese/word-classes.ts'
import { tellsEffect } from '../medicines/medication-topic.ts'
import { isCare } from '../medicines/medication-untaken.ts'
import { HISTORY, PLAN } from '../models/sections.ts'
import { type Clause, wordsOf } from '../pieces/clauses.ts'
import { COMPANION_TELLS, companionsOwn } from '../pieces/companion.ts'
import { isDictated } from '../pieces/dictated.ts'
import type { Statement } from '../pieces/statements.ts'
import type { Phase } from '../pieces/visit-phases.ts'
import { complaintOf } from './complaint.ts'
import type { Feature } from './features.ts'
import { type Filed, file } from './file-clause.ts'
import { FEW_WORDS, isBareAnswer, isElliptic, isFragment, isValueAlone } from './leaning.ts'
import { type FilingPlace, isOwn } from './places.ts'
import { asItem, joinQuotes, quote } from './quote.ts'
import type { Routed } from './router.ts'
import type { ConversationOptions, SaidClause } from './said-clauses.ts'

/**
 * Everything said that a record holds, in order of time.
 *
 * @param places of the clauses, in their order
 */
export function gather(
  statements: readonly Statement[],
  said: readonly SaidClause[],
  places: readonly Routed[],
  options: ConversationOptions,
): Filed[] {
  const { roles } = options
  const ofCompanion = companionsOwn(statements, roles, options.patientIsChild)
  const filed: Filed[] = []
  const isOfFamily = ({ tokens }: Pick<Clause, 'tokens'>) =>
    mentionsFamily(tokens, options.patientIsChild)
  const names = ({ tokens }: Pick<Clause, 'tokens'>) =>
    options.findMedications(tokens).some((mention) => !isCare(mention))
  for (const [
    at,
    { clause, answered, askedBack, asked, answers, role, phase, features, isMeasured },
  ] of said.entries()) {
    const { statement } = clause
    const sorted = places[at]!
    const isUnplaced = sorted.place === null && sorted.beside.length === 0
    // What is dictated of the patient is written, whatever it is: where no place is surer, as the
    // visit stands.
    const asksOfMedicine = answered !== undefined && answers === 1 && names(answered.statement)
    const likelyNowhere = sorted.likely?.('none') ?? 1
    const isLoose =
      isUnplaced &&
      answered !== undefined &&
      role !== 'doctor' &&
      roles[answered.statement.index] !== 'patient' &&
      likelyNowhere < NOWHERE &&
      !names(clause) &&
      (features.has('#denies') || !isOfMedicines(answered, names))
    const otherwise =
      isDictated(statement) && !names(clause)
        ? placeInPhase(phase)
        : role === 'doctor'
          ? null
          : (toldOfMedicine(clause, asksOfMedicine) ?? (isLoose ? placeOfAnswer(asked) : null))
    const routed: Routed = isUnplaced ? { ...sorted, place: otherwise } : sorted
    if (isMeasured && !outweighs(routed, features)) continue
    const placed = routed.place ?? ''
    // "Cesárea, porque minha pressão subiu.": of the child as well, where the model asks.
    const isKin = placed !== 'family' || options.patientIsChild || isOfFamily(clause)
    const isTellers = isOwn(placed) || (COMPANION_TELLS.has(placed) && isKin)
    const isOfOther = ofCompanion.has(statement.index) && !isTellers
    if (isOfOther && !routed.beside.some(isOwn)) continue
    // Asked what is taken: a relative's medicine is no history of the family.
    if (placed === 'family' && asked.has('medicationsInUse') && names(clause)) continue
    // A mother-in-law hands nothing down.
    if (placed === 'family' && BY_MARRIAGE.test(clause.words)) continue
    if (placed === 'social' && names(clause) && isOfFamily(clause)) continue
    if (placed === 'allergies' && UNKNOWN.test(clause.words)) continue
    // "Não é doença sexualmente transmissível": what it is not is no diagnosis.
    if (placed === 'hypotheses' && IS_NOT.test(clause.words)) continue
    const isAnswer = answered !== undefined && answers <= answered.answers
    const isTold = answered && roles[answered.statement.index] !== 'patient'
    const chooses = answered && choosesOf(answered.statement.tokens, clause.tokens)
    const isPart = placed === 'presentIllness' && isFragment(clause, features)
    const isBare = isAnswer && placed !== 'allergies' && isBareAnswer(clause, features)
    const leans =
      (isAnswer && (isBare || !routed.alone) && !(chooses && standsAlone(clause))) ||
      (isTold && !chooses && isPart) ||
      isLoose ||
      (isAnswer && answers === 1 && isElliptic(clause, answered.statement)) ||
      (answered !== undefined && answers <= 2 && isValueAlone(clause, answered.statement))
    // "E o propranolol, paro?" "Não para sozinha."
    const isReply =
      askedBack &&
      !names(clause) &&
      (isPlanned(placed) || placed === 'hypotheses') &&
      (isBrief(clause) || leansBack(clause))
    const isLeave =
      askedBack !== undefined &&
      (placed === '' || placed === 'orientations') &&
      !names(clause) &&
      ASKS_LEAVE.test(wordsOf(askedBack.tokens)) &&
      GIVES_LEAVE.test(clause.words)
    const isOpen =
      leans && !isBrief(clause, FEW_WORDS) && OPEN.test(wordsOf(answered.statement.tokens))
    const question =
      leans && !isOpen ? answered.statement : isReply || isLeave ? askedBack : undefined
    // "Não toma mais. Nem aspirina, nem nimesulida.": the sentence before it goes on.
    const last = filed.at(-1)
    const goesOn = last?.section === 'orientations' && last.text.stretch?.statement.index
    if (role === 'doctor' && /^nem /.test(clause.words) && goesOn === statement.index - 1) {
      const whole = joinQuotes([last!.text, quote(statement)!])!
      filed.splice(-1, 1, { section: 'orientations', text: whole, items: [asItem(whole)] })
      continue
    }
    // A medicine named in answer to something else is its own matter.
    const isAllergen = isAnswer && answers === 1 && asked.has('allergies')
    const strays = !routed.alone && routed.place !== 'allergies' && names(clause) && !isAllergen
    if (strays && routed.beside.length === 0) continue
    if (placed === 'orientations' && !question && isNoAdvice(clause.words)) continue
    const context = { role, phase, answers: isAnswer ? answered.statement : undefined }
    // "Minha irmã teve gêmeos.": of a relative nothing fills an entry about the patient.
    const ofPatient =
      placed === 'family' ? { ...routed, beside: routed.beside.filter(isOfKin) } : routed
    const placedHere = isLeave ? { ...ofPatient, place: 'orientations' as const } : ofPatient
    const own = isOfOther ? { ...routed, place: null } : placedHere
    file(filed, clause, own, question, options, context)
    // "Nega alergias, tabagismo e etilismo.": denied in one breath, and looked for in two places.
    if (placed === 'allergies' && deniesHabits(clause.words))
      file(filed, clause, { ...own, place: 'substances' }, undefined, options, context)
  }
  const complaints = complaintOf(
    said.flatMap((each, at) => {
      const { statement } = each.clause
      const isHis = !ofCompanion.has(statement.index) && !isFragment(each.clause, each.features)
      const { place, complaint: likely = 0 } = places[at]!
      const isStory = place === 'presentIllness'
      return isHis && !each.isMeasured ? [{ said: each, likely, isStory }] : []
    }),
  )
  // The complaint opens the story, wherever else its words may belong.
  const told = new Set(
    filed
      .filter(({ section }) => section === 'presentIllness')
      .flatMap(({ text }) => [text.index, text.asked?.answer ?? text.index]),
  )
  const opening = complaints.flatMap((text): Filed[] => [
    { section: 'complaint', text, items: [asItem(text)] },
    ...(told.has(text.index) ? [] : [{ section: 'presentIllness' as const, text, items: [] }]),
  ])
  return [...opening, ...filed]
}

/** Where medicines are asked for, their own readers take what is told of them. */
function isOfMedicines(
  { places, statement }: NonNullable<SaidClause['answered']>,
  names: (each: Pick<Clause, 'tokens'>) => boolean,
): boolean {
  return (
    (places.get('medicationsInUse') ?? 0) >= HALF_ASKED ||
    OF_MEDICINES.test(wordsOf(statement.tokens)) ||
    names(statement)
  )
}

const OF_MEDICINES = /\b(?:remedios?|remedinhos?|medicac(?:ao|oes)|medicamentos?|comprimidos?)\b/

const HALF_ASKED = 0.5

/** From here on a clause is more likely nothing that a record holds. */
const NOWHERE = 0.6

/**
 * "Tem mais alguém assim em casa?" "Minha vizinha teve dengue.": no table knows where it belongs,
 * and a doctor asked for it: it stands with its question where that looks for its answer, or in the
 * story.
 */
function placeOfAnswer(asked: ReadonlyMap<FilingPlace, number>): FilingPlace {
  const told = [...asked].filter(([place]) => TOLD.has(place)).sort(([, a], [, b]) => b - a)
  return told[0]?.[0] ?? 'presentIllness'
}

/** What a patient tells of the time before today; medicines have readers of their own. */
const TOLD: ReadonlySet<FilingPlace> = new Set(
  HISTORY.filter((section) => section !== 'medicationsInUse' && section !== 'allergies'),
)

function placeInPhase(phase: Phase): FilingPlace {
  return phase === 'exam' ? 'physicalExam' : 'presentIllness'
}

/**
 * Of a medicine that the answer does not name: "me dá um sono danado" tells what it does; "tomava,
 * mas o posto está sem" that it is over.
 */
function toldOfMedicine({ words }: Clause, isAsked: boolean): FilingPlace | null {
  if (tellsEffect(words)) return 'presentIllness'
  return isAsked && NO_LONGER.test(words) ? 'pastHistory' : null
}

const NO_LONGER =
  /^(?:(?:ah|nao|sim|ja|eu) )*(?:tomava|usava)\b|\b(?:parei|parou|acabou|larguei|esta sem|ta sem|nao (?:tomo|toma|uso|usa) mais|faz \S+ (?:dias|semanas|meses|anos) que nao)\b/

function isPlanned(place: string): boolean {
  return (PLAN as readonly string[]).includes(place)
}

/** "É dengue?" "É bem provável que sim.", "Tem que operar?" "A direita sim, porque …" */
function leansBack({ words, tokens }: Clause): boolean {
  const isAlone = tokens[1] === undefined || tokens[1].kind === 'mark'
  return LEANS_BACK.test(words) || (isAlone && /^(?:sim|nao)\b/.test(words))
}

const LEANS_BACK =
  /^(?:claro|com certeza|provavelmente|talvez|acho que (?:sim|nao)|(?:e|esta|ta) (?:bem |muito )?(?:provavel|possivel|isso))\b|^(?:[oa]s? )?(?!nao\b)\p{L}+ (?:sim|nao)$|^[oa]s? \p{L}+ (?:sim|nao)\b/u

/** "Posso dirigir?" "Por enquanto não.": what may be done, and what may not. */
const ASKS_LEAVE =
  /^(?:(?:e|entao|mas|ai) )*(?:eu |ele |ela )?(?:posso|pode|poderia|devo|tem problema|da (?:pra|para)) (?:continuar |voltar a |ja )?(?!entrar|sentar|falar|perguntar|levantar|mostrar|ir embora|ir no banheiro|passar|vestir|repetir|tirar a|confiar|ser\b)\p{L}+/u
const GIVES_LEAVE =
  /^(?:(?:mas|ah|olha) )*(?:pode|melhor (?:nao|esperar|evitar)|evita|nao|sim|hoje|amanha|por enquanto|ainda|so|deve|depois|com|de jeito nenhum)\b/

/** What is longer says of what it speaks. */
function isBrief({ words }: Clause, most = BRIEF_WORDS): boolean {
  return words.split(' ').length <= most
}

/** "O que aconteceu, mãe?": asks for whatever there is, and says nothing of the answer. */
const OPEN =
  /\b(?:o que (?:que |e que |foi que )*(?:aconteceu|houve|foi|traz|trouxe|(?:a|o|te|lhe) (?:traz|trouxe)|(?:a senhora|o senhor|voce|ele|ela) (?:ta |esta )?(?:sente|sentindo|tem)|(?:esta|ta) (?:sentindo|acontecendo|havendo))|(?:em que|como) (?:eu )?posso|qual (?:e )?(?:o )?(?:motivo|problema)|me conta)\b/

const BRIEF_WORDS = 5

function deniesHabits(words: string): boolean {
  return /\bnega\b/.test(words) && /\b(?:tabagis|etilis|fumo|alcool|drogas)/.test(words)
}

/** An entry that asks of relatives, as the mother of a child. */
function isOfKin(place: string): boolean {
  return /fam[ií]li|heredit|cuidador|informante|gestacionais/i.test(place)
}

const BY_MARRIAGE =
  /^(?:(?:e|mas|so|ja|tambem|que|a|o|minha|meu) )*(?:sogr[oa]|cunhad[oa]|genro|nora|padrasto|madrasta|entead[oa])\b(?!.*\b(?:mae|pai|irma|irmao|avo|ti[oa]|filh[oa])\b)/

/** "Trombose, na perna esquerda.", "Só pressão.": names what it means. */
function standsAlone({ words }: Clause): boolean {
  return /^(?:so|somente|apenas) /.test(words) || classesOf(words.split(' ')).has('#disease')
}

/**
 * "Uma vez por semana.", "Seis comprimidos de 2,5, na terça.": how a medicine is taken, told of it
 * elsewhere.
 */
function isNoAdvice(words: string): boolean {
  if (words.split(' ').length < 3) return !ADVISES.test(words)
  return (DIRECTIONS.test(words) || CHANGES_DOSE.test(words)) && !COMES_BACK.test(words)
}

/** "Vou diminuir pra dois e meio", "continua quarenta": of a medicine that it does not name. */
const CHANGES_DOSE =
  /^(?:(?:e|ai|entao|mas) )*(?:(?:eu |a gente )?(?:vou|vamos) (?:so )?(?:diminuir|aumentar|tirar|suspender|trocar|reduzir|subir|baixar|dobrar)(?: (?:tambem|hoje|agora|faz|pra|para|de|uma?|mais|isso)\b|$)|(?:continua|mantem|fica|ficam) (?:com )?(?:\d|um|uma|dois|duas|tres|cinco|dez|vinte|trinta|quarenta|cinquenta|cem|meio)\b)/

const ADVISES =
  /\b(?:repouso|gelo|volt\p{L}+|retorn\p{L}+|beb\p{L}+|lav\p{L}+|evit\p{L}+|caminh\p{L}+|hidrat\p{L}+|compressa\p{L}*|dieta|jejum|par[ae] de|usa\p{L}*|mant\p{L}+|observ\p{L}+|descans\p{L}+|sol|protetor|fisio\p{L}*)\b|^(?:suspend|descontinu|interromp)\p{L}+ \p{L}{4,}$/u

const DIRECTIONS =
  /^(?:(?:e|ai|entao|depois|toma|tomar|so|sempre|no maximo|fica|sao) )*(?:(?:um|uma|dois|duas|tres|quatro|cinco|seis|meio|\d+) (?:comprimid\p{L}+|gotas?|jatos?|capsulas?|ml|puffs?|vezes|vez)|de \p{L}+ em \p{L}+|de \d+ em \d+)\b/u
const COMES_BACK =
  /\b(?:volt\p{L}+|retorn\p{L}+|rev\p{L}+|exame|consulta|caminh\p{L}+|agua|lava\p{L}*|banho|compressa|gelo)\b/u

const IS_NOT =
  /^(?:(?:e|mas|isso|entao) )*nao (?:e|parece|deve ser|tem cara de) (?!.*\b(?:e|mas|parece|deve) )/
const UNKNOWN = /\bnao sei\b|\bnunca (?:tomei|usei)\b/
/**
 * A sentence with a measurement is filed beside it only for what else it surely says: of an
 * examination what was found ("o eletro mostra fibrilação atrial, frequência de cem").
 */
function outweighs({ place, alone, score }: Routed, features: ReadonlySet<Feature>): boolean {
  const isResult = place === 'examResults'
  const isFound = features.has('#disease') || features.has('#finding')
  return alone && score >= 4.5 && (!isResult || (features.has('#exam-first') && isFound))
}
