/**
 * What a companion says of itself ("eu também sou hipertensa", "e eu, doutora, já que tô aqui,
 * minha pressão …") is nobody's record. In a child's visit whoever says "eu" is no patient;
 * elsewhere the one who says to be the wife or the daughter, while it goes on speaking. What the
 * two have together, and what the companion saw or did, is told of the patient.
 */

import { type Token, wordsBetween } from '../../portuguese/tokens.ts'
import { wordsOf } from './clauses.ts'
import type { Role } from './piece.ts'
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

/** For a companion (positive) or for the patient (negative), in units of log-odds. */
const SAID: readonly [RegExp, number][] = [
  [
    /^(?:(?:e|mas|ai|ah|nao|sim|e que|so que|olha|doutora?|tambem|as vezes|agora|ontem|hoje|depois|quando|porque|entao) )*(?:ele|ela)\b/,
    2.2,
  ],
  [
    /\b(?:doutora?|que|mas|e|quando|se|ai|porque) (?:ele|ela)\b|\b(?:d|n)el[ea]\b|\bpr[ao] el[ea]\b/,
    1,
  ],
  [
    /\b(?:eu|a gente) (?:acho|achei|vi|percebi|notei|levei|dei|dou|falei|falo|ajudo|ajudei|encontrei|cuido|ouvi|escuto|medi|fico preocupad\w) (?:que )?(?:el[ea]|nel[ea]|pr[ao] el[ea])\b/,
    1.5,
  ],
  [
    /\b(?:sou (?:a |o )?(?:filh[oa]|espos[oa]|mulher|marido|mae|pai|net[oa]|nora|genro|irma|irmao|cuidadora?|companheir[oa]|namorad[oa]))\b/,
    4,
  ],
  [
    /\b(?:minha mae|meu pai|meu marido|minha esposa|minha mulher|meu filho|minha filha|minha avo|meu avo|minha sogra|meu sogro) (?:ta|esta|tem|teve|caiu|sente|toma|ficou|comecou|anda|nao|vem|veio|reclama)\b/,
    0.8,
  ],
  [
    /\b(?:tenho|sinto|senti|tomo|durmo|acordo|consigo|fico|fiquei|tive|to|estou|tava|parei|uso|doi|ando|como|me|(?:minha|meu)(?! (?:mae|pai|irmao|irma|tia|tio|avo|familia)))\b/,
    -1.2,
  ],
]
/** What the doctor asked right before. */
const ASKED: readonly [RegExp, number][] = [
  [/\b(?:ele|ela|dele|dela)\b/, 1.6],
  [
    /^(?:(?:e|oi|ola|bom dia|boa tarde|entao|mas|me conta|olha) )*(?:mae|pai|mamae|papai)\b|\b(?:mae|pai)$/,
    2,
  ],
  [
    /\b(?:senhora|senhor|voce) (?:e )?(?:a |o )?(?:filh[oa]|espos[oa]|mulher|marido|net[oa]|nora|genro|irma|irmao|mae|pai|cuidadora?|acompanhante|companheir[oa])\b|\be (?:ess[ea]|este|esta|voce) e (?:o |a )?(?:pai|mae|marido|espos[oa]|filh[oa])\b/,
    3,
  ],
  [/\b(?:voce|o senhor|a senhora|seu|sua|te)\b/, -0.9],
]

const CHANGES = { withinTurn: 0.02, afterOther: 0.7, afterDoctor: 0.3 }
/** Clear signs of a companion, before one is believed in. */
const FEWEST = 2
const CLEAR = 1.9
/** Odds from which on it is known who speaks. */
export const SURE = 1

/**
 * Which of the sentences that are not the doctor's a companion says, where nobody named the
 * speakers: whoever came along speaks of the patient as "ele" or "ela", is asked as "mãe", by its
 * own name or of the patient, and takes turns with the patient. The likeliest course of the whole
 * talk is taken, as in `voices.ts`; without clear signs of a companion there is none.
 *
 * Of each statement that is not the doctor's, by its index: log-odds that a companion says it.
 * Empty where nobody came along.
 */
export function companyOdds(
  statements: readonly Statement[],
  roles: readonly (Role | null)[],
): ReadonlyMap<number, number> {
  const spoken = statements.filter(
    ({ origin, index }) => origin === 'speech' && roles[index] !== 'doctor',
  )
  const names = companionsNames(statements, roles)
  const said = spoken.map(saidOdds)
  const asked = spoken.map((statement) => askedOdds(statement, statements, roles, names))
  const clear = spoken.filter(
    ({ tokens }, at) =>
      said[at]! >= CLEAR ||
      asked[at]! >= CLEAR ||
      CALLS.test(wordsBetween(tokens, 0, tokens.length)),
  )
  const isKnown = spoken.some(({ speaker }) => speaker === 'companion')
  if (!isKnown && clear.length < FEWEST) return new Map()
  const odds = spoken.map((_, at) => said[at]! + asked[at]!)
  const changes = spoken.slice(1).map((next, at) => changeTo(spoken[at]!, next))
  const inTalk = oddsInTalk(odds, changes)
  return new Map(spoken.map(({ index }, at) => [index, inTalk[at]!]))
}

/** "Eu tranquei, mãe, não larguei.": the patient speaks to the companion. */
const CALLS = /, (?:mae|pai|mulher|filh[ao]|amor|bem|vo) (?:[,.!?]|$)/

function saidOdds({ tokens, speaker }: Statement): number {
  if (speaker !== null) return speaker === 'companion' ? KNOWN : -KNOWN
  const words = wordsOf(tokens)
  return SAID.reduce((sum, [cue, weight]) => sum + (cue.test(words) ? weight : 0), 0)
}

function askedOdds(
  statement: Statement,
  statements: readonly Statement[],
  roles: readonly (Role | null)[],
  names: ReadonlySet<string>,
): number {
  const before = statements[statement.index - 1]
  if (!before) return 0
  if (roles[before.index] !== 'doctor') return repliesOfItself(before, statement) ? ADDRESSED : 0
  if (before.tokens.some(({ norm }) => names.has(norm))) return ADDRESSED
  if (callsPatient(before)) return -ADDRESSED / 2
  const words = wordsOf(before.tokens)
  return ASKED.reduce((sum, [cue, weight]) => sum + (cue.test(words) ? weight : 0), 0)
}

/** Of who is called by name, or speaks of itself where it was spoken of. */
const ADDRESSED = 4

/** "Bateu a cabeça, dona Conceição?" */
function callsPatient({ text, tokens, question }: Statement): boolean {
  const at = tokens.findIndex(({ norm }) => /^(?:dona|seu)$/.test(norm))
  const name = at < 0 ? undefined : tokens[at + 1]
  return question && name !== undefined && isName(text, name)
}

/** "Ele fuma." "Eu fumo lá fora.": who is spoken of answers for itself. */
function repliesOfItself(before: Statement, next: Statement): boolean {
  if (before.pieces.at(-1)?.segment === next.pieces[0]?.segment) return false
  const told = /\b(?:ele|ela) (\p{L}{3,})/u.exec(wordsOf(before.tokens))?.[1]
  const own = /\beu (\p{L}{3,})/u.exec(wordsOf(next.tokens))?.[1]
  return told !== undefined && own !== undefined && told.slice(0, 3) === own.slice(0, 3)
}

/** "Sou, doutor, Marlene.": the names of who came along. */
function companionsNames(
  statements: readonly Statement[],
  roles: readonly (Role | null)[],
): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { origin, index, text, tokens } of statements) {
    if (origin !== 'speech' || roles[index] === 'doctor' || !INTRODUCES.test(wordsOf(tokens)))
      continue
    for (const token of tokens.slice(1)) if (isName(text, token)) names.add(token.norm)
  }
  return names
}

const INTRODUCES = /^(?:eu )?sou\b/

function isName(text: string, { kind, start, norm }: Token): boolean {
  return (
    kind === 'word' &&
    /\p{Lu}/u.test(text[start] ?? '') &&
    !/^(?:doutora?|dra?|dona|seu)$/.test(norm)
  )
}

function changeTo(before: Statement, next: Statement): number {
  if (before.pieces.at(-1)?.segment === next.pieces[0]?.segment) return CHANGES.withinTurn
  return next.index === before.index + 1 ? CHANGES.afterOther : CHANGES.afterDoctor
}

/** Of a speaker who is named. */
export const KNOWN = 20

/**
 * Who of two says each sentence of a talk, as log-odds, from what speaks for it in each.
 *
 * Log-odds of each sentence, seen from the whole talk: its own, and what was said before it and
 * after it, each passed on through how often the speaker changes there.
 *
 * @param changes probability that the next sentence is the other one's: one less than sentences
 */
export function oddsInTalk(own: readonly number[], changes: readonly number[]): number[] {
  const before = passedOn(own, changes)
  const after = passedOn(own.toReversed(), changes.toReversed()).toReversed()
  return own.map((odds, at) => odds + before[at]! + after[at]!)
}

/** What the sentences ahead of each say of it. */
function passedOn(own: readonly number[], changes: readonly number[]): number[] {
  const passed = [0]
  for (const [at, change] of changes.entries()) {
    const odds = Math.exp(Math.max(-KNOWN, Math.min(KNOWN, own[at]! + passed[at]!)))
    passed.push(Math.log((odds * (1 - change) + change) / (odds * change + 1 - change)))
  }
  return passed
}
