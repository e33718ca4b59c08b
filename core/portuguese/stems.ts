/** Words as they compare: without endings, and which of them say nothing by themselves. */
import idle from '../../config/portuguese/idle-words.json' with { type: 'json' }

/** Words that carry no fact: grammar, politeness and the verbs of reporting. */
export const IDLE: ReadonlySet<string> = new Set(idle.words)

/** A light stem: endings of number, gender and the commonest verb forms go. */
export function stem(word: string): string {
  const own = UNLIKE.get(word)
  if (own !== undefined) return own
  // The plural first, so that "unhas" and "unha" end alike.
  const one = word.length === 5 ? word.replace(/(?<=[aeiou])s$/, '') : word
  if (one.length <= 4) return one.replace(/(?<=..)s$/, '')
  const named = NAMED.exec(one)
  if (named && named.index >= 4) {
    const root = one.slice(0, named.index)
    return `${root.slice(0, (LONG_BEGINNINGS.exec(root)?.[0].length ?? 1) + 5)}:${named[1]}`
  }
  const base = one
    .replace(/(?:coes|cao)$/, 'c')
    .replace(/(?:mente)$/, '')
    .replace(
      /(?:ando|endo|indo|aram|eram|iram|avam|ava|ado|ada|ados|adas|ido|ida|idos|idas|ou|ei|iu|eu|io|ar|er|ir|am|em)$/,
      '',
    )
    .replace(/(?:oes|ais|eis|es|as|os|is|a|o|e|s)$/, '')
  const end = LONG_BEGINNINGS.exec(base)?.[0].length
  if (end !== undefined)
    return base
      .replace(/(?<=log)(?:i|ist|ic)$/, '')
      .replace(/(?<=.{5})(?:ic|i|al|ar)$/, '')
      .slice(0, end + 5)
  return (base.length >= 3 ? base : one).slice(0, 6)
}

/** Words whose stem is another's: papaya and the breast, a birth and a part, to sit and to feel. */
const UNLIKE = new Map(
  Object.entries<string>({
    mamao: 'papaia',
    mamoes: 'papaia',
    parto: 'parir',
    partos: 'parir',
    sentado: 'assent',
    sentada: 'assent',
    sentar: 'assent',
    sento: 'assent',
    senta: 'assent',
  }),
)

/**
 * What a disease, a finding or an operation ends in: a diverticulum is no diverticulitis, and
 * neutrophils are no neutropenia.
 */
const NAMED =
  /(ite|ose|oma|tomia|scopia|patia|plastia|plasia|uria|emia|penia|filia|grama|grafia|metria|algia|cele|malacia|lise|cusia|opia|megalia)s?$/

/**
 * Forms that medical words begin with: what tells such words apart stands behind. "Hipertensão" is
 * no "hipertireoidismo", "colesterol" no "colestase", "eletroencefalograma" no
 * "eletroneuromiografia".
 */
const LONG_BEGINNINGS =
  /^(?:hiper|hipo|normo|taqui|bradi|poli|oligo|pan|anti|auto|endo|epi|peri|para|intra|extra|inter|supra|infra|retro|trans|contra|circun|sub|super|micro|macro|hemi|hemo|hemato|hidro|pneumo|cardio|coron|cerebr|cerv|encef|entero|gastr|hepat|nefr|neur|miel|mening|osteo|condro|artro|espondil|fibro|dermat|cerat|retin|oftalm|laring|faring|traque|bronqu|bronco|esofag|estom|duoden|pancr|cole|colpo|hister|mast|amigdal|apendic|tonsil|gengiv|vagin|prostat|linf|leuc|eritro|trombo|tromb|vascul|escler|eletro|psico|reumat|melan|glicos|album|prote|lact|compl|descom|incomp|espec|irrit)/
