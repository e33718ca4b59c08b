/**
 * First person and its third, as data: what a patient says of itself and how a record writes it. What is the same in both persons ("tinha",
 * "tomava") needs no entry. A form that may be another word as well ("uso contínuo", "como se fosse") is a verb only beside words that say so.
 */
import { fold } from './tokens.ts'

const IRREGULAR = `
sou é | fui foi | estou está | to tá | tou tá | estive esteve | tenho tem | tive teve | vou vai | faço faz | fiz fez | digo diz | trago traz |
posso pode | pude pôde | quero quer | sei sabe | vejo vê | vi viu | venho vem | vim veio | ponho põe | pus pôs | dou dá | dei deu | leio lê | li leu |
saio sai | saí saiu | caio cai | caí caiu | tusso tosse | engulo engole | subo sobe | fujo foge | sinto sente | senti sentiu | durmo dorme | dormi dormiu |
prefiro prefere | repito repete | sigo segue | consigo consegue | consegui conseguiu | peço pede | pedi pediu | meço mede | medi mediu | ouço ouve |
perco perde | perdi perdeu | bebo bebe | bebi bebeu | comi comeu | corro corre | corri correu | sofro sofre | sofri sofreu | esqueço esquece |
esqueci esqueceu | emagreço emagrece | emagreci emagreceu | adoeço adoece | adoeci adoeceu | mexo mexe | desço desce | desci desceu | subi subiu |
percebo percebe | percebi percebeu | recebo recebe | recebi recebeu | tremo treme | torço torce | torci torceu | bati bateu | nasci nasceu | cresci cresceu |
conheço conhece | aprendi aprendeu | entendo entende | entendi entendeu | descobri descobriu | abri abriu | engoli engoliu | decidi decidiu |
desisti desistiu | dirijo dirige | dirigi dirigiu | divido divide | escrevo escreve | reajo reage | mantenho mantém | mantive manteve | reagi reagiu | resolvi resolveu | interrompi interrompeu | tossi tossiu | escolhi escolheu | devo deve | amanheci amanheceu
`

/** Verbs in -ar whose first person is no other word. What is over ("operei") needs no list: nothing else ends so, but for `NOT_OVER`. */
const IN_AR =
  'tom fic melhor pior ach lev cans respir urin evacu fum mor and lembr fal engord tent evit volt levant deit sent precis aguent nad pedal sangr menstru amament pratic estud aplic ping troc cuid cozinh carreg compr lig bot busc coloc agach arrast mastig escov lav fech empurr jant pens guard arrum viaj danç'
const NOT_OVER = new Set(
  'sei lei rei hei dei farei serei terei irei direi estarei poderei'.split(' '),
)

/** Nouns and particles too: verbs behind these words or where a sentence or clause begins. */
const DOUBTFUL =
  'uso usa | trabalho trabalha | acordo acorda | caminho caminha | gosto gosta | começo começa | jogo joga | como come | desmaio desmaia | choro chora | espirro espirra | ronco ronca | vomito vomita | trato trata | vivo vive'
const BEFORE_VERB = /^(?:|eu|nao|ja|so|tambem|sempre|nunca|que|e|ainda|mas|[,;.…])$/
/** "Uso contínuo de …" is a noun wherever it stands, and "como" a verb only where food or an amount follows. */
const NOUN_BEFORE =
  /^(?:uso (?:de|do|da|continu\p{L}+|cronic\p{L}+|abusiv\p{L}+|irregular|regular|frequente)|acordo com|caminho (?:d[aeo]|pra|para)|jogo de|trabalho (?:de parto|pesado)|comeco (?:de|do|da))(?: |$)/u
const EATS =
  /^(?:muit[oa]s?|pouc[oa]s?|bem|mal|bastante|demais|de tudo|carne|fruta\p{L}*|doces?)(?: |$)/u

const PAIRS = `${IRREGULAR}|${DOUBTFUL}`
  .split('|')
  .map((pair) => pair.trim().split(' ') as [first: string, third: string])
  .concat(IN_AR.split(' ').map((stem) => [`${stem}o`, `${stem}a`]))
const THIRDS = new Set(PAIRS.map(([, third]) => fold(third)))
/** Without accents, but where only the accent tells: "saí" is the first person, "sai" the third. */
const THIRD = new Map(
  PAIRS.map(([first, third]) => [THIRDS.has(fold(first)) ? first : fold(first), third]),
)
const DOUBTFUL_FORMS = new Set(DOUBTFUL.split('|').map((pair) => fold(pair.trim().split(' ')[0]!)))

/**
 * The third person of a word, as a record writes it; undefined where it is no first person. `before` and `after` are the folded words
 * around it: empty where the sentence begins or ends.
 */
export function thirdPerson(word: string, before: string, after: string): string | undefined {
  const norm = fold(word)
  if (DOUBTFUL_FORMS.has(norm)) {
    const isVerb =
      norm === 'como'
        ? before === 'eu' || before === 'nao' || (before === '' && EATS.test(after))
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

/** Each word of folded words as the third person says it, and without what only the first one has: both sides of a comparison read so. */
export function samePerson(words: readonly string[]): (string | null)[] {
  return words.map((word, at) => {
    if (/^(?:eu|meus?|minhas?)$/.test(word)) return null
    return fold(
      thirdPerson(word, words[at - 1] ?? '', words.slice(at + 1, at + 3).join(' ')) ?? word,
    )
  })
}
