/**
 * Why the patient came, in their first words of it: what answers the opening question, or the first
 * that is complained of, and what is added in the same breath. A denial is no complaint, nor is the
 * answer to a question about something else.
 */

import { isInstruction, isNoise } from '../../portuguese/noise.ts'
import { classesOf } from '../../portuguese/word-classes.ts'
import { wordsOf } from '../pieces/clauses.ts'
import type { Role } from '../pieces/speaker-role.ts'
import type { Statement } from '../pieces/statements.ts'
import { trimmedQuote } from './fillers.ts'
import { answered, type Quote, quote } from './quote.ts'

const OPENING =
  /\b(?:aconte\w+|posso (?:te |lhe )?ajudar|te traz|que traz|trouxe (?:a senhora|o senhor|voce|ele|ela)|traz (?:a senhora|o senhor|voce)|motivo|queixa|preocupacao|o que (?:houve|foi|ha|manda|e que)|que que (?:foi|houve|ta|aconteceu)|(?:ta|esta) sentindo|me conta|conta pra mim|conte|qual (?:e )?o problema|veio por que|por que veio|(?:em|no) que (?:eu )?posso|(?:ta|esta) pegando|(?:te |lhe |a |o )?(?:preocupa|incomoda|aflige)|o que (?:ele|ela|voce|o senhor|a senhora|o bebe|a crianca) (?:tem|sente)|(?:pode|me|diga|diz) (?:fala|falar|diz|dizer)|o que mudou|novidades?)\b/
const BODY =
  /\b(?:cabeca|olho|vista|ouvido|nariz|garganta|pescoco|ombro|braco|cotovelo|punho|mao|dedo|dedao|peito|costas|coluna|lombar|barriga|estomago|quadril|anca|virilha|perna|coxa|joelho|tornozelo|pe|calcanhar|pele|coracao|mama|pinta|ferida|direit[oa]|esquerd[oa])s?\b/
const WANTS =
  /\b(?:(?:vim|viemos) (?:aqui )?(?:por|pra|para|porque|ver|fazer|mostrar|buscar|pegar|renovar|me consultar|consultar|saber|de|trazer|com)\b|preciso|precisava|queria|quero|so a receita|receita|exame de rotina|check up|retorno|mostrar|renovar|torci|cai|machuquei|vontade)\b/
/** Asked further on, and for nothing else: "Alguma queixa?" */
const ASKS_LATE = /\b(?:queixa|motivo|(?:ta|esta|tem) (?:sentindo|sentido))\b/
const PLAGUES =
  /\b(?:(?:me|ta|vem|anda) (?:matando|acabando|judiando|incomodando|atrapalhando|pegando|perturbando|preocupando)|nao (?:aguento|consigo|da) mais|nao (?:ta|esta) (?:bem|legal|bom|boa|normal)|piorou|voltou|apareceu)\b/
/** "Tô bem.", "Vou levando, doutor.": an answer, and no complaint. */
const IS_WELL =
  /^(?:(?:ah|olha|ai|eu|entao|ate que|sim) )*(?:(?:to|tou|estou|ta|vou|tudo|passei|fiquei|melhorei|melhorou) )*(?:bem|melhor|melhorei|melhorou|otim[oa]|levando|indo|tranquil[oa]|certo|joia|bom|mais ou menos)(?: (?:doutora?|gracas a deus|bem|bastante|muito|e))*$/
const SIDE = /\b(?:direit|esquerd)[oa]s?\b/
const DENIES =
  /^(?:(?:ah|olha|entao|paciente) )?(?:nao|nunca|nem|nada|nega\w*)\b(?! (?:consigo|aguento|tenho vontade|durmo))/
/** "Desmaio também não." */
const DENIES_BEHIND = /^(?:\p{L}+ ){1,4}(?:tambem )?nao$/u
const ADDS =
  /^(?:e |ai )?(?:tambem|alem disso|e um|e uma|e uns|e umas|e o|e a)\b|^e \p{L}+[oa]\b(?! (?:ai|agora|que))/u

/** In sentences of the others: later than this nobody begins to complain. */
const EARLY = 12
/** Sentences within which a visit is opened, and within which it is still asked for a complaint. */
const OPENS_WITHIN = 12
const ASKED_WITHIN = 26
/** Words of "Engasga.", "Pegando.": what follows in the same breath tells of it. */
const BRIEF = 2
const ENOUGH = 1.4
/** Before the doctor asks: "Tô meio nervoso, nunca vim aqui." is no complaint yet. */
const SURELY = 2.6

/** Index of the question that opens the visit; -1 where none does. */
function openingIn(statements: readonly Statement[]): number {
  const spoken = statements.filter(({ origin }) => origin === 'speech')
  const asked = spoken
    .slice(0, ASKED_WITHIN)
    .find(
      ({ tokens, question }, at) =>
        question && (at < OPENS_WITHIN ? OPENING : ASKS_LATE).test(wordsOf(tokens)),
    )
  return asked?.index ?? -1
}

/**
 * `about`: the question itself names what the visit is about: "Que olho é esse?", "Só a receita?"
 */
type Asked = 'open' | 'about' | 'narrow'

export function complaintOf(
  statements: readonly Statement[],
  roles: readonly (Role | null)[],
  isWanted: (statement: Statement) => boolean,
): Quote[] {
  const told: Quote[] = []
  let asked: Asked | null = null
  let question: Statement | undefined
  let since = 0
  let seen = 0
  let last: Statement | undefined
  const opensAt = openingIn(statements)
  for (const statement of statements) {
    if (statement.origin !== 'speech') continue
    const words = wordsOf(statement.tokens)
    if (statement.question || roles[statement.index] === 'doctor') {
      if (told.length > 0) break
      const is = kindOf(words, statement, opensAt)
      if (is) asked = is
      if (is) question = statement
      since = 0
      continue
    }
    seen += 1
    since += 1
    if (seen > EARLY && statement.index > opensAt + 3) break
    if (isNoise(words) || isInstruction(words) || !isWanted(statement)) continue
    if (last) {
      // One more in the same breath, and only what is complained of, or where.
      const isNext = statement.index === last.index + 1 && told.length <= 1
      const before = wordsOf(last.tokens)
      const isBrief = before.split(' ').length <= BRIEF && !DENIES.test(words)
      if (!isNext || !(ADDS.test(words) || isBrief || placesIt(words, before))) break
    } else if (weigh(words, asked, since) < (statement.index < opensAt ? SURELY : ENOUGH)) continue
    const own = trimmedQuote(statement)
    const isShort = asked === 'about' && since === 1 && !BODY.test(words)
    const before = isShort && !last && question ? quote(question) : undefined
    const said = own && before ? answered(before, own) : own
    if (said) told.push(said)
    last = statement
  }
  return told
}

function kindOf(words: string, { question, index }: Statement, opensAt: number): Asked | undefined {
  if (OPENING.test(words)) return 'open'
  const isFirst = index <= FIRST && (opensAt < 0 || index < opensAt)
  const names = BODY.test(words) || COMES_FOR.test(words)
  if (isFirst && names && (!question || ASKS_ABOUT.test(words))) return 'about'
  return question ? 'narrow' : undefined
}

/** Sentences at the beginning, in which a doctor who knows already asks of it by its name. */
const FIRST = 7
/** "Que olho é esse?", "Como tá a dor?", "Me mostra onde coça"; not "Tem febre?", "Qual perna?". */
const ASKS_ABOUT =
  /^(?:(?:e|entao|oi|ai|bom dia|boa (?:tarde|noite)|(?:seu|dona) \p{L}+) )*(?:que \p{L}+ (?:e|foi)|(?:me )?mostra|como (?:ta|esta|tao|estao|vai|anda|ficou)|e? ?(?:e )?so|cade|onde|quem|[oa]s? |ess[ea]s? |e (?:[oa]s?|ess[ea]s?) )/u
const COMES_FOR =
  /\b(?:receita|exames?|dor|crise|febre|tosse|ferida|coca|coceira|mancha|pinta|caroco|tontura|zumbido|asma|gesso|pontos|corte|cirurgia)\b/

/** "Torci, doutor." "O pé esquerdo.": where it is, not told before. */
function placesIt(words: string, before: string): boolean {
  if (DENIES.test(words)) return false
  return (
    (BODY.test(words) && !BODY.test(before)) ||
    (SIDE.test(words) && !SIDE.test(before) && BODY.test(words))
  )
}

function weigh(words: string, asked: Asked | null, since: number): number {
  const list = words.split(' ')
  const classes = classesOf(list)
  return (
    (classes.has('#symptom') ? 2 : 0) +
    (classes.has('#disease') ? 0.8 : 0) +
    (BODY.test(words) ? 1.2 : 0) +
    (WANTS.test(words) ? 1.5 : 0) +
    (PLAGUES.test(words) ? 1 : 0) +
    (asked === 'open' && since <= 2 ? (since === 1 ? 1.5 : 1.2) : 0) +
    (asked === 'about' && since <= 2 ? (since === 1 ? 1.5 : 0.8) : 0) -
    (asked === 'narrow' && since === 1 ? 0.6 : 0) -
    (IS_WELL.test(words) ? 3 : 0) -
    (DENIES.test(words) || DENIES_BEHIND.test(words) ? 3 : 0) -
    (list.length < 3 ? 0.7 : 0)
  )
}
