/**
 * Which of the sentences that are not the doctor's a companion says, where nobody named the
 * speakers: whoever came along speaks of the patient as "ele" or "ela", is asked as "mãe", by its
 * own name or of the patient, and takes turns with the patient. The likeliest course of the whole
 * talk is taken, as in `voices.ts`; without clear signs of a companion there is none.
 */
import { type Token, wordsBetween } from '../../portuguese/tokens.ts'
import { wordsOf } from './clauses.ts'
import type { Role } from './speaker-role.ts'
import type { Statement } from './statements.ts'
import { KNOWN, oddsInTalk } from './talk-odds.ts'

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
