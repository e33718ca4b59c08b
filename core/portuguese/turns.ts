/**
 * Which answer belongs to which question, on one microphone too: "Teve febre?" "Não."; several
 * things asked at once ("Febre, tosse, falta de ar?"); an answer that echoes what it answers
 * ("Febre, não"), comes after a filler ("Ah, é... então, não") or is another question's ("Fuma?"
 * "Não." "Bebe?" "Socialmente."). Each thing asked gets its answer.
 */
import { assertionAt, readScopes } from './assertion.ts'
import type { Token } from './tokens.ts'

export type AnswerKind = 'yes' | 'no' | 'unsure' | 'told' | 'none'

export interface Asked {
  /** Tokens [from, to) of the question that name one thing asked. */
  from: number
  to: number
  /** `told`: answered with words of its own ("Só de noite"); `none`: not answered. */
  answer: AnswerKind
}

/** What is said after a question and still answers it: nothing but its own words and fillers. */
export interface QuestionAndAnswer {
  asked: Asked[]
  /** Sentences of the answer used, from the first after the question. */
  sentences: number
}

/**
 * @param answers sentences that follow the question, nearest first; reading stops at the next
 * question
 */
export function pairAnswer(
  question: readonly Token[],
  answers: readonly (readonly Token[])[],
): QuestionAndAnswer {
  const parts = partsAsked(question)
  let sentences = 0
  let asked: Asked[] = parts.map((part) => ({ ...part, answer: 'none' }))
  for (const [index, answer] of answers.slice(0, 3).entries()) {
    const spoken = withoutFillers(answer)
    // "Hum.", "Deixa eu ver.": the answer is still to come.
    if (spoken.length === 0) {
      sentences += 1
      continue
    }
    const told = answerTo(question, asked, spoken)
    // Longer than an answer, once one was given: the talk has moved on.
    const strays =
      spoken.length > 6 && generalOf(spoken.map(({ norm }) => norm).join(' ')) === 'told'
    if (!told || (strays && asked.some(({ answer: given }) => given !== 'none'))) break
    asked = told
    sentences += 1
    if (asked.every(({ answer: given }) => given !== 'none')) {
      const taken = takenUp(question, parts, asked, answers[index + 1])
      if (taken) return { asked: taken, sentences: sentences + 1 }
      break
    }
  }
  return { asked, sentences: asked.some(({ answer }) => answer !== 'none') ? sentences : 0 }
}

/**
 * "Pensa em morrer?" "Tô no auge. Nunca pensei.": what takes the question up answers it, where what
 * stands before only tells.
 */
function takenUp(
  question: readonly Token[],
  parts: readonly { from: number; to: number }[],
  asked: readonly Asked[],
  next: readonly Token[] | undefined,
): Asked[] | undefined {
  if (!next || parts.length !== 1 || asked[0]!.answer !== 'told') return undefined
  const spoken = withoutFillers(next)
  const open: Asked[] = parts.map((part) => ({ ...part, answer: 'none' }))
  const said = spoken.map(({ norm }) => norm)
  const isShort = spoken.length <= 4 && echoAt(question, open[0]!, said) >= 0
  return isShort ? answerTo(question, open, spoken) : undefined
}

/**
 * "Pressão alta, diabetes?" "Só pressão.": of several things asked the answer names those that it
 * means, and stands by itself.
 */
export function choosesOf(question: readonly Token[], answer: readonly Token[]): boolean {
  const parts = partsAsked(question)
  if (parts.length < 2) return false
  const said = answer.filter(({ kind }) => kind !== 'mark').map(({ norm }) => norm)
  return parts.some((part) => echoAt(question, { ...part, answer: 'none' }, said) >= 0)
}

const LEADS =
  /^(?:e|ai|entao|mas|o|a|os|as|senhor|senhora|voce|ele|ela|ta|esta|teve|tem|sente|sentiu|sentindo|com|algum|alguma|alguns|algumas|ja|mais|usa|toma|faz|fez|notou|apareceu|ou|de|um|uma|nem|tambem|ultimamente|hoje|percebeu|tendo|nenhum|nenhuma|deu|se|que|doutor|por|acaso|isso|dona|seu|quando|estava|houve)$/

/** "Teve febre, tosse ou falta de ar?" asks three things; without a list it asks one. */
function partsAsked(question: readonly Token[]): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = []
  let from = 0
  const add = (to: number) => {
    let start = from
    while (start < to && LEADS.test(question[start]!.norm)) start += 1
    let end = to
    while (end > start && question[end - 1]!.kind === 'mark') end -= 1
    if (end > start) parts.push({ from: start, to: end })
    else if (parts.length === 0 && to === question.length && end > from)
      parts.push({ from, to: end })
  }
  question.forEach(({ norm }, at) => {
    const next = question[at + 1]?.norm ?? ''
    const joins =
      /^(?:,|\?|ou)$/.test(norm) || (norm === 'e' && parts.length > 0 && !/^(?:a|o)$/.test(next))
    if (!joins) return
    add(at)
    from = at + 1
  })
  add(question.length)
  return parts
}

const FILLER =
  /^(?:ah|ahn|hum|hm|eh|e|ne|entao|olha|bom|bem|ai|tipo|assim|doutor|doutora|dr|dra|sabe|oi|uai|ixe|vixe|bah|oxe|nossa|ve|veja|pois|deixa|eu|ver|pensar|lembrar|sei|la|perai|pera|calma)$/

function withoutFillers(answer: readonly Token[]): Token[] {
  const spoken = answer.filter(({ kind }) => kind !== 'mark')
  let at = 0
  while (at < spoken.length && FILLER.test(spoken[at]!.norm)) {
    // "eu não", "é sim", "sei lá", "é" alone: words that answer after all.
    if (
      /^(?:eu|e)$/.test(spoken[at]!.norm) &&
      /^(?:sim|nao|tenho|tive|acho|sinto|tomo|fumo|bebo|nunca|ja)$/.test(spoken[at + 1]?.norm ?? '')
    )
      break
    if (spoken[at]!.norm === 'sei' && spoken[at + 1]?.norm === 'la') break
    if (spoken[at]!.norm === 'e' && spoken.length === 1) break
    at += 1
  }
  return spoken.slice(at)
}

const YES =
  /^(?!(?:estou|to) (?:n[oa]|otim[oa]|bem|tranquil[oa]|normal)\b)(?:sim|isso|exato|exatamente|certo|aham|uhum|tenho|tive|tem|teve|sinto|senti|tomo|uso|fumo|bebo|faco|ja|muito|muita|bastante|demais|com certeza|claro|e|foi|estou|to|ta|esta|fiz|consigo|durmo|trabalho|positivo|confirmo|bastantinho|opa|tinha|sempre|todo dia|direto|doi|deu|vomitei|melhorou|piorou|emagreci|engordei)\b(?! nao\b)/
const NO =
  /^(?!(?:nao|nunca) (?:fico|passo|saio|vivo|deixei|deixo) (?:sem|de)\b)(?:nao|nunca|nada|nenhum|nenhuma|nem|negativo|de jeito nenhum|jamais|que nada|imagina|capaz|graca|deus me livre|magina|zero|sem)\b/
/** "Tenho não, graças a Deus": the denial follows its verb. */
const NO_BEHIND =
  /^(?:tenho|tem|tive|tomo|uso|fumo|bebo|sinto|sou|estou|to|faco) nao\b(?! (?:so|sei)\b)/
const UNSURE =
  /^(?:acho que|acho|talvez|nao sei|sei la|pode ser|mais ou menos|nao lembro|as vezes|um pouco|um pouquinho|depende|parece|quem sabe|nao tenho certeza|nao reparei|nao notei)\b/

/** The question's parts with what a sentence answers; undefined when it answers none of them. */
function answerTo(
  question: readonly Token[],
  asked: readonly Asked[],
  answer: readonly Token[],
): Asked[] | undefined {
  const said = answer.map(({ norm }) => norm)
  const words = said.join(' ')
  const echoes = asked.map((part) => echoAt(question, part, said))
  const echoed = echoes.some((at) => at >= 0)
  const general = generalOf(words)
  const scopes = readScopes(answer)
  const answered = asked.map((part, index): Asked => {
    if (part.answer !== 'none') return part
    const at = echoes[index]!
    if (at >= 0) return { ...part, answer: echoAnswer(said, at, general, scopes) }
    // "Febre sim, tosse não", "Só tosse": what is not echoed is answered by what is said of all.
    if (echoed) return { ...part, answer: restOf(words, said, general) }
    return { ...part, answer: general }
  })
  const last = answered.at(-1)!
  // Several things and one answer in words of its own: it answers the last of them.
  if (general === 'told' && !echoed && asked.length > 1)
    return asked.map((part, index) =>
      index === asked.length - 1 && part.answer === 'none' ? { ...last, answer: 'told' } : part,
    )
  return answered.some(({ answer: given }, index) => given !== asked[index]!.answer)
    ? answered
    : undefined
}

/**
 * Denied for a part only, or for another time: "nem sempre", "não muita", "hoje não, mas ontem
 * sim", "só aquela vez e nunca mais".
 */
const LIMITED =
  /^(?:nem (?:sempre|tod[oa]s?|tanto)|nao (?:e |foi |era )?(?:sempre|tod[oa]s?|muit[oa]s?|tant[oa]s?|direto|constante)|(?:hoje|agora|atualmente|ultimamente) nao (?:mas|so|porem)|(?:so|somente|apenas) (?:\w+ ){1,5}(?:(?:hoje|agora|depois|dai) nao|nunca mais|mais nao))\b/

function generalOf(words: string): AnswerKind {
  if (LIMITED.test(words)) return 'yes'
  if (/^que (?:eu )?\w+(?: \w+)? (?:nao|nunca)$/.test(words)) return 'no'
  if (UNSURE.test(words)) return /^acho que nao\b/.test(words) ? 'no' : 'unsure'
  if (NO.test(words) || NO_BEHIND.test(words)) return 'no'
  // How often, not whether.
  if (/\bdia sim\b/.test(words)) return 'told'
  if (/\bnao$/.test(words) && words.split(' ').length <= 4) return 'no'
  if (YES.test(words)) return 'yes'
  return 'told'
}

/** Where the answer repeats a word of the part, by its stem; -1 when it does not. */
function echoAt(question: readonly Token[], { from, to }: Asked, said: readonly string[]): number {
  const stems = question
    .slice(from, to)
    .filter(
      ({ kind, norm }) =>
        kind === 'word' &&
        norm.length > 2 &&
        !LEADS.test(norm) &&
        !/^(?:dor|nos?|nas?)$/.test(norm),
    )
    .map(({ norm }) => stem(norm))
  const own = stems.length > 0 ? stems : question.slice(from, to).map(({ norm }) => stem(norm))
  return said.findIndex(
    (word) => word.length > 2 && !/^(?:nao|sim)$/.test(word) && own.includes(stem(word)),
  )
}

function stem(word: string): string {
  return word.length <= 4
    ? word.replace(/[aoeus]{1,4}$/, '')
    : word.slice(0, Math.max(4, word.length - 2))
}

function echoAnswer(
  said: readonly string[],
  at: number,
  general: AnswerKind,
  scopes: ReturnType<typeof readScopes>,
): AnswerKind {
  const next = said.slice(at + 1, at + 4).join(' ')
  if (/^(?:(?:de|no|na|do|da) \w+ )?(?:nao|nunca|nenhum|nem|nada)\b/.test(next)) return 'no'
  if (/^(?:(?:de|no|na|do|da) \w+ )?(?:sim|tem|tenho|tive|teve)\b/.test(next)) return 'yes'
  const held = assertionAt(scopes, at)
  if (held === 'denied') return 'no'
  if (held === 'doubted') return 'unsure'
  return general === 'no' && said[0] !== 'nao' ? 'no' : 'yes'
}

function restOf(words: string, said: readonly string[], general: AnswerKind): AnswerKind {
  if (
    /\b(?:so|somente|apenas)\b/.test(words) ||
    /\b(?:o resto|mais nada|nada mais|os outros|as outras)\b/.test(words)
  )
    return 'no'
  return said[0] === 'nao' && general === 'no' ? 'no' : 'none'
}
