/**
 * First person and its third: what a patient says of itself and how a record writes it. What is the
 * same in both persons ("tinha", "tomava") needs no entry. A form that may be another word as well
 * ("uso contínuo", "como se fosse") is a verb only beside words that say so.
 */
import persons from '../../config/portuguese/first-person.json' with { type: 'json' }
import { fold } from './tokens.ts'

/** Past acts ("operei") need no list: nothing else ends so, but for these. */
const NOT_OVER = new Set(
  'sei lei rei hei dei farei serei terei irei direi estarei poderei'.split(' '),
)

/**
 * Forms that are nouns or particles too are verbs behind these words or where a sentence or clause
 * begins.
 */
const BEFORE_VERB = /^(?:|eu|nao|ja|so|tambem|sempre|nunca|vezes|que|e|ainda|mas|[,;.…])$/
/**
 * "Uso contínuo de …" is a noun wherever it stands, and "como" a verb only where food or an amount
 * follows.
 */
const NOUN_BEFORE =
  /^(?:uso (?:de|do|da|continu\p{L}+|cronic\p{L}+|abusiv\p{L}+|irregular|regular|frequente)|acordo com|caminho (?:d[aeo]|pra|para)|jogo de|trabalho (?:de parto|pesado)|comeco (?:de|do|da))(?: |$)/u
/** No verbs where a sentence begins: "olho vermelho", "como se fosse". */
const OFTENER_NOUNS = /^(?:como|olho)$/
const EATS =
  /^(?:muit[oa]s?|pouc[oa]s?|bem|mal|bastante|demais|de tudo|carne|fruta\p{L}*|doces?|besteiras?|porcarias?|pao|arroz|feijao|verduras?|legumes?|salada|de (?:3|tres|duas|2) em)(?: |$)/u

const PAIRS = [...persons.irregular, ...persons.doubtful]
  .map((pair) => pair.split(' ') as [first: string, third: string])
  .concat(persons.inAr.map((stem) => [`${stem}o`, `${stem}a`]))
const THIRDS = new Set(PAIRS.map(([, third]) => fold(third)))
/** Without accents, but where only the accent tells: "saí" is the first person, "sai" the third. */
const THIRD = new Map(
  PAIRS.map(([first, third]) => [THIRDS.has(fold(first)) ? first : fold(first), third]),
)
const DOUBTFUL_FORMS = new Set(persons.doubtful.map((pair) => fold(pair.split(' ')[0]!)))

/**
 * The third person of a word, as a record writes it; undefined where it is no first person.
 * `before` and `after` are the folded words around it: empty where the sentence begins or ends.
 */
export function thirdPerson(word: string, before: string, after: string): string | undefined {
  const norm = fold(word)
  // "Sei lá": says that nothing is known, of whomever.
  if (norm === 'sei' && /^la\b/.test(after)) return undefined
  if (DOUBTFUL_FORMS.has(norm)) {
    const isLed = before === 'eu' || before === 'nao'
    const isVerb = OFTENER_NOUNS.test(norm)
      ? isLed || (norm === 'como' && before === '' && EATS.test(after))
      : BEFORE_VERB.test(before) && !NOUN_BEFORE.test(`${norm} ${after}`)
    return isVerb ? THIRD.get(norm) : undefined
  }
  return THIRD.get(norm) ?? THIRD.get(word.toLowerCase()) ?? ofWhatIsOver(word)
}

/** The third person of a form that is no other word, whatever stands around it. */
export function sureThirdPerson(word: string): string | undefined {
  return DOUBTFUL_FORMS.has(fold(word)) ? undefined : thirdPerson(word, '', '')
}

/** "Operei" is "operou", "fiquei" "ficou", "cheguei" "chegou", "comecei" "começou". */
function ofWhatIsOver(word: string): string | undefined {
  const lower = word.toLowerCase()
  if (!/^\p{L}{2,}ei$/u.test(lower) || NOT_OVER.has(fold(lower))) return undefined
  const stem = lower
    .slice(0, -2)
    .replace(/qu$/, 'c')
    .replace(/gu$/, 'g')
    .replace(/c$/, (end) => (lower.endsWith('quei') ? end : 'ç'))
  return `${stem}ou`
}

/**
 * Each word of folded words as the third person says it, and without what only the first one has:
 * both sides of a comparison read so.
 */
export function samePerson(words: readonly string[]): (string | null)[] {
  return words.map((word, at) => {
    if (/^(?:eu|meus?|minhas?)$/.test(word)) return null
    return fold(
      thirdPerson(word, words[at - 1] ?? '', words.slice(at + 1, at + 3).join(' ')) ?? word,
    )
  })
}
