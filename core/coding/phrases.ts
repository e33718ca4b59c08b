/**
 * A text as the phrases that may each name one diagnosis, without what is denied, ruled out or
 * somebody else's. When in doubt a phrase is left out: a suggestion that is missing costs a search,
 * a wrong one costs trust.
 */
import { mentionsFamily } from '../portuguese/family.ts'
import { fold, tokenize } from '../portuguese/tokens.ts'

/** A stretch of the text, [start, end), trimmed. */
export interface Phrase {
  start: number
  end: number
}

/** Denies what follows it. */
const DENIES =
  /\b(?:descart(?:ar|ando|ou|o)|afast(?:ar|ando|ou|o)|exclu(?:ir|indo|iu)|nega(?:ndo)?|nega-se|nem|nao (?:ha|apresenta\w*|tem|teve|possui|se trata|configura|preenche|sugere|evidenci\w+|parece)|sem (?:(?:outros?|outras?|novos?) )?(?:sinal|sinais|evidencias?|indicios?|criterios?|sintomas?|suspeita|quadro|clinica|historia|diagnostico|achados?)|ausencia de|baixa (?:suspeita|probabilidade)|pouco provavel|improvavel)\b/g
/** Denies what stands before it; at the beginning of a clause, what follows. */
const DENIED =
  /\b(?:descartad[oa]s?|afastad[oa]s?|excluid[oa]s?|negad[oa]s?|improvave(?:l|is)|pouco provave(?:l|is)|ausentes?|nao confirmad[oa]s?)\b/g
/** Ends a denial within its clause. */
const AFFIRMS =
  /\b(?:mantid[oa]|mantenho|hipotese|provavel|compativel|sugestiv[oa]|confirmad[oa]|trata se|porem|mas)\b/g
const OTHERS = /\b(?:historia familiar|historico familiar|antecedentes? familiar(?:es)?|hf)\b/

export function affirmedPhrases(text: string): Phrase[] {
  return sentences(text).flatMap((sentence) => {
    const pieces = clauses(text, sentence)
    const lists = pieces.map(({ start, end }) =>
      / (?:ou|nem) /.test(` ${fold(text.slice(start, end))} `),
    )
    const phrases: Phrase[] = []
    let denied = false
    for (const [index, piece] of pieces.entries()) {
      const raw = text.slice(piece.start, piece.end)
      // "sem sinais de pneumonia, sepse ou meningite": the list ends where its "ou" is.
      const goesOn: boolean = denied && lists.slice(index).includes(true)
      const cut: Cut = goesOn ? { kept: afterAffirmation(raw), denies: true } : affirmed(raw)
      denied = cut.denies
      if (cut.kept === null || isOthers(raw)) continue
      phrases.push(
        ...cut.kept.flatMap(([from, to]) => trimmed(text, piece.start + from, piece.start + to)),
      )
    }
    return phrases
  })
}

type Cut = { kept: [number, number][] | null; denies: boolean }

/**
 * What of a clause is said to be so. Places are those of the raw text: folding Portuguese keeps
 * them.
 */
function affirmed(raw: string): Cut {
  const text = samePlaces(raw)
  const passive = [...text.matchAll(DENIED)][0]
  if (passive) {
    const before = text
      .slice(0, passive.index)
      .replace(/\b(?:foi|foram|esta|fica|ja|a|o)\b/g, '')
      .trim()
    if (before !== '') return { kept: null, denies: false }
    return { kept: afterAffirmation(raw, passive.index + passive[0].length), denies: true }
  }
  const active = [...text.matchAll(DENIES)][0]
  if (!active) return { kept: [[0, raw.length]], denies: false }
  const head: [number, number] = [0, active.index]
  const rest = afterAffirmation(raw, active.index + active[0].length) ?? []
  return { kept: [head, ...rest], denies: true }
}

function afterAffirmation(raw: string, from = 0): [number, number][] | null {
  const found = [...samePlaces(raw).matchAll(AFFIRMS)].find(({ index }) => index >= from)
  return found ? [[found.index, raw.length]] : null
}

function isOthers(raw: string): boolean {
  return OTHERS.test(fold(raw)) || mentionsFamily(tokenize(raw))
}

/** Lower case without accents, letter by letter, so that a place in it is a place in the text. */
function samePlaces(text: string): string {
  return Array.from({ length: text.length }, (_, index) => fold(text[index]!)[0] ?? ' ').join('')
}

function sentences(text: string): Phrase[] {
  return split(text, { start: 0, end: text.length }, /[;\n!?]+|\.(?=\s|$)/g)
}

/** At commas that are no decimal ones, and where the speaker turns round. */
function clauses(text: string, sentence: Phrase): Phrase[] {
  return split(text, sentence, /,(?!\d)|(?<!\d),|\s(?=(?:mas|por[eé]m)\s)/gi)
}

/** @param mark must match at least one character, with the flag g */
export function split(text: string, { start, end }: Phrase, mark: RegExp): Phrase[] {
  const parts: Phrase[] = []
  let from = start
  for (const match of text.slice(start, end).matchAll(mark)) {
    parts.push(...trimmed(text, from, start + match.index))
    from = start + match.index + match[0].length
  }
  return [...parts, ...trimmed(text, from, end)]
}

/** Without letters it names nothing: "1." of a numbered list. */
function trimmed(text: string, start: number, end: number): Phrase[] {
  const raw = text.slice(start, end)
  const from = start + raw.length - raw.trimStart().length
  const to = start + raw.trimEnd().length
  return /\p{L}{2}|\p{L}\d/u.test(raw) ? [{ start: from, end: to }] : []
}
