/**
 * Who says each sentence where one microphone hears everybody: the doctor asks, examines and
 * prescribes, the others tell of themselves, and after a question the other one speaks. The
 * likeliest course of the whole talk is taken (Viterbi), so that "Uns três meses." is the patient's
 * because of what stands around it. Two channels or named speakers settle it by themselves.
 */

import { ownClassesOf } from '../../portuguese/word-classes.ts'
import { wordsOf } from './clauses.ts'
import { KNOWN, oddsInTalk } from './companion.ts'
import type { Role } from './piece.ts'
import type { Statement } from './statements.ts'

/**
 * What speaks for the doctor (positive) or for the others (negative), per sentence, in units of
 * log-odds.
 */
const CUES: readonly [RegExp, number][] = [
  [/\b(?:o senhor|a senhora|voce|voces|contigo|ce)\b/, 1.6],
  [/\b(?:seu|sua|seus|suas|teu|tua|te|lhe)\b/, 1],
  [
    /\b(?:tu|mae|mamae|vo|vozinha|meu filho|minha filha|meu querido|minha querida) (?:tem|ta|toma|sente|faz|acha|ja)\b/,
    0.8,
  ],
  [/^(?:seu|dona) \p{L}+/u, 1.2],
  [/\b(?:doutora?|dra?)\b/, -2.6],
  [/\b(?:eu|me|comigo)\b/, -0.7],
  [/\b(?:meu|minha|meus|minhas)\b/, -1.2],
  [
    /\b(?:estou|to|tou|ando|fiquei|comecei|acordei|cheguei) (?:com|sentindo|tendo)\b(?! (?:(?:o|a|os|as|seu|sua|seus|suas|teu|tua) )?(?:resultado|exame|laudo|ficha|prontuario))/,
    -1.6,
  ],
  [
    /\b(?:meu|minha|uma|um) (?:mae|pai|avo|vo|irma|irmao|tia|tio|marido|esposa|mulher|sogra|sogro|prim[oa]|cunhad[oa])\b|^(?:pai|mae|o avo|a avo)\b/,
    -1.6,
  ],
  // What others ordered is told to the doctor.
  [/\b(?:deram|mandaram|mandou|receitaram|receitou|passaram) (?!alta\b)/, -1.2],
  [/^(?:piora|melhora|comecou|dura|durou)\b/, -1.4],
  [
    /\b(?:tenho|tive|sinto|senti|tomo|uso|tomei|usei|fumo|bebo|durmo|acordo|moro|trabalho|fiz|fui|sou|era|tava|estava|fiquei|fico|parei|comecei|consigo|consegui|como|ando|caminho|operei|internei|doi|doeu|esqueco|lembro|melhorei|piorei|emagreci|engordei|vomitei|desmaiei|trouxe|comprei|nasci|queria|sabia|to|estou|ja fiz|tinha)\b/,
    -1.5,
  ],
  [
    /^(?:to|ta doendo|tava|sei la|nao sei|acho que|uns|umas|so|desde|faz|ha|ah|ai|hum|olha|bah|vixe|oxe|uai|ixe|nossa|deus|gracas|amem|obrigad[oa]|ta bom|ta bem|combinado|sim|nao|nunca|nenhum|nenhuma|nada|tambem nao|isso|as vezes|mais ou menos)\b/,
    -0.9,
  ],
  [
    /\b(?:vou|vamos|quero|preciso|irei) (?:te |lhe |a senhora |o senhor )?(?:pedir|solicitar|receitar|prescrever|passar|encaminhar|examinar|ver|olhar|medir|auscultar|ouvir|escutar|palpar|dar|deixar|aumentar|diminuir|reduzir|suspender|trocar|iniciar|comecar|anotar|registrar|investigar|manter|conversar|tirar|fazer|repetir|marcar|explicar)\b/,
    2.2,
  ],
  [
    /\b(?:receito|prescrevo|solicito|peco|encaminho|oriento|recomendo|sugiro|suspendo|mantenho|acrescento|anoto|registro|repito|aumento|reduzo|reavalio|atestado|proponho|associo|combinamos|marco|concluo)\b/,
    2.4,
  ],
  [
    /\bminha (?:impressao|hipotese)\b|\bo que (?:mais )?me preocupa\b|\b(?:eu )?suspeito (?:de|que)\b/,
    3.6,
  ],
  [
    /^(?:e |entao |agora |de remedio |mas )?(?:suspend[ae]|interrompa|para|mantem|continua|toma|tome|use|usa|volta|volte|retorno|retorna|retorne|evita|evite|faz|faca|bebe|beba|procure|procura|mede|meca|pesa|respira|respire|deita|deite|senta|sente|abre|abra|levanta|levante|mostra|olha pra|fala|tira|tire|troca|troque|larga|diminui|reduz|lava|lave|passa|pinga|aplica|traz|traga|liga|anota|me liga|vem|venha|precisa|nada de|evitar|deixa eu|deixe eu|repete|leva|leve|cuidado|come|conta)\b/,
    1.4,
  ],
  [
    /^(?:e |entao |agora |mas )?(?:nao (?:use|tome|pare|suspenda|interrompa|aplique|passe|faca|deixe)|pode(?:mos)? (?:parar|tirar|suspender|retirar|cortar|manter|continuar)) /,
    2.3,
  ],
  [
    /\b(?:bulhas|murmurio|ausculta\w*|palpac\w+|palpavel|abdome|corad[oa]|hidratad[oa]|sopro|estertor\w*|sibil\w+|ronc[oa]s|giordano|lasegue|murphy|blumberg|tinel|phalen|romberg|edema|equimose|hiperemi\w+|timpano|oroscopia|otoscopia|linfonodo\w*|crepita\w*|flacid[oa]|indolor|reflexos|pupilas|eupneic\w+|afebril|bilateral|presentes?|ausentes?|reagente|positivo|negativo|normocorad\w+|cicatriz|derrame)\b/,
    1.6,
  ],
  [
    /\b(?:mostr\w+|veio com|os exames|bilirrubina|plaquetas?|leucocitos|hematocrito|potassio|sodio|ferritina|tgo|tgp|psa|fracao de ejecao)\b/,
    1,
  ],
  [
    /\b(?:hipotese|diagnostico (?:e|de)|quadro (?:sugere|e|parece)|trata se|exame (?:neurologico|fisico|normal)|ausculta)\b/,
    2.4,
  ],
  [
    /\b(?:sugere|compativel|suspeita|sindrome|aguda?|cronic[oa]|leve|moderad[oa]|grave|sem sinal|sem sinais|investigar|tratamento|conduta|exames?|resultado|hemograma|creatinina|glicada|tsh|ultrassom|raio x|tomografia|ressonancia|espirometria)\b/,
    0.7,
  ],
  [/\b(?:miligramas?|comprimidos?|gotas|capsulas?|de \w+ em \w+ horas|por \w+ dias)\b/, 0.4],
  [
    /^(?:[ao] )?(?:pressao|frequencia|saturacao|temperatura|glicemia|peso|altura|pulso|fc|pa|imc)\b.*\d/,
    1.6,
  ],
  [
    /\b(?:mg|ml|mcg|cm|milimetros?|centimetros?|por cento|unidades|graus|mmhg|bpm|grau \w+|classe|estagio|escore)\b/,
    0.8,
  ],
  [
    /^(?:e )?se (?!eu\b)|\bsuspens[oa]s?\b|\bmantem\b|\bcontinua (?:igual|a mesma)\b|\balta\b|\bvolta (?:pra|em)\b|\bprevisao\b/,
    0.9,
  ],
  [/\b(?:pode ser|acho que e|deve ser|provavel|talvez seja|com cara de)\b/, 1],
  [/\b(?:e importante|orientac\w+)\b/, 2],
  [/\b(?:evitar|pronto socorro|samu|retorno)\b/, 1],
  // "Volta em trinta dias, tá bom?": told, with a nod asked for.
  [/\S \S+ \S+ (?:ta|ta bom|ok|viu|combinado|ta certo|tudo bem)$/, 1],
]
/** A question: the doctor's as a rule. */
const ASKS = 2.2
/** Questions of the patient: "É grave?", "Posso comer?", "E o atestado?", "Pode, doutor?". */
const PATIENT_ASKS =
  /^(?:(?:mas|e|entao|ai) )*(?:posso|e grave|pode ser|vou (?:ter|ficar|precisar|morrer)|vai (?:doer|passar|sarar|melhorar)|tem (?:cura|remedio|perigo|problema|jeito)|preciso|demora|isso (?:conta|e grave|passa|pega)|quanto tempo (?:vou|fico|demora)|e (?:o|a) (?:atestado|receita|remedio)|sera|por que que eu|o que que eu tenho|que que e|e o meu|e a minha|nao (?:e|tem) perigo|tem que|da pra|hoje|agora|ja foi|sim|ne)\b/

/**
 * Where a visit turns from the patient's story to what the doctor makes of it, as shares of its
 * sentences.
 */
const STORY_ENDS = 0.35
const PLAN_BEGINS = 0.6

const CHANGES = { withinTurn: 0.03, afterTurn: 0.75, afterQuestion: 0.92 }

/**
 * One role per sentence of speech, by its index; null elsewhere.
 * @param least log-odds below which nobody is known to say it
 */
export function voicesOf(statements: readonly Statement[], least = 0): (Role | null)[] {
  const spoken = statements.filter(({ origin }) => origin === 'speech')
  const roles: (Role | null)[] = statements.map(() => null)
  const twoChannels = spoken.some(({ channel }) => channel === 'remote')
  if (twoChannels)
    for (const { index, channel } of spoken)
      roles[index] = channel === 'remote' ? 'patient' : 'doctor'
  else {
    const own = spoken.map(
      (statement, at) => knownOdds(statement) ?? doctorOdds(statement, placeOf(at, spoken.length)),
    )
    const changes = spoken.slice(1).map((statement, at) => changeTo(spoken[at]!, statement))
    const inTalk = least > 0 ? oddsInTalk(own, changes) : null
    for (const [at, role] of likeliest(own, changes).entries()) {
      const sign = role === 'doctor' ? 1 : -1
      // Its own words say the other one: nobody is known to say it.
      const contradicts = sign * own[at]! < -SURE
      const isSure = inTalk === null || sign * inTalk[at]! >= least
      roles[spoken[at]!.index] = contradicts || !isSure ? null : role
    }
  }
  // Who came along speaks for the patient; what it says of itself is `companion.ts`.
  for (const { index, speaker } of spoken)
    if (speaker === 'doctor') roles[index] = 'doctor'
    else if (speaker === 'patient' || speaker === 'companion') roles[index] = 'patient'
  return roles
}

/** Log-odds that a doctor says it. `at` is its place in the visit, from 0 to 1. */
function doctorOdds(
  { tokens, question }: Pick<Statement, 'tokens' | 'question'>,
  at: number,
): number {
  const words = wordsOf(tokens)
  const late = at > PLAN_BEGINS
  const classes = ownClassesOf(words.split(' '))
  const asks = question
    ? PATIENT_ASKS.test(words)
      ? -0.6
      : late
        ? 0.2
        : ASKS
    : late
      ? 0.9
      : at < STORY_ENDS
        ? -0.3
        : 0.2
  const kinds = question
    ? 0
    : (classes.has('#finding') ? 0.7 : 0) +
      (classes.has('#exam') ? 0.6 : 0) +
      (classes.has('#disease') && at > STORY_ENDS ? 0.4 : 0) -
      (classes.has('#symptom') && !classes.has('#finding') && !late ? 0.5 : 0)
  const orders = late && (words.match(DIRECTIONS)?.length ?? 0) >= FEWEST_DIRECTIONS ? ORDERS : 0
  return CUES.reduce(
    (sum, [cue, weight]) => sum + (cue.test(words) ? weight : 0),
    asks + kinds + orders,
  )
}

/**
 * Late in a visit who gives so many directions in one breath prescribes; what is read back is
 * shorter.
 */
const DIRECTIONS =
  /\b(?:de \w+ em \w+|por \w+ (?:dias|semanas|meses)|em jejum|\w+ vezes|no maximo|so (?:se|na|quando)|\d+ (?:mg|miligramas)|corta|sobe|acrescent\w+)\b/g
const FEWEST_DIRECTIONS = 4
const ORDERS = 2.4

/** Odds beyond which a sentence's own words settle who does not say it. */
const SURE = 0.8

/** Fewest sentences in which a beginning can be distinguished from the end. */
const LEAST = 12

/** The course of the whole talk that is likeliest, sentence by sentence. */
function likeliest(own: readonly number[], changes: readonly number[]): Role[] {
  const ways: { doctor: boolean; patient: boolean }[] = []
  let [doctor, patient] = [0, 0]
  for (const [at, odds] of own.entries()) {
    const change = at === 0 ? 0.5 : changes[at - 1]!
    const [same, other] = [Math.log(1 - change), Math.log(change)]
    const fromDoctor = { doctor: doctor + same, patient: patient + other }
    const fromPatient = { doctor: doctor + other, patient: patient + same }
    ways.push({
      doctor: fromDoctor.doctor >= fromDoctor.patient,
      patient: fromPatient.doctor >= fromPatient.patient,
    })
    doctor = Math.max(fromDoctor.doctor, fromDoctor.patient) + odds / 2
    patient = Math.max(fromPatient.doctor, fromPatient.patient) - odds / 2
  }
  const roles: Role[] = []
  let isDoctor = doctor >= patient
  for (let at = own.length - 1; at >= 0; at--) {
    roles[at] = isDoctor ? 'doctor' : 'patient'
    isDoctor = ways[at]![isDoctor ? 'doctor' : 'patient']
  }
  return roles
}

/** A named speaker is known, and tells of the sentences around. */
function knownOdds({ speaker }: Statement): number | undefined {
  return speaker === null ? undefined : speaker === 'doctor' ? KNOWN : -KNOWN
}

function placeOf(at: number, count: number): number {
  return count < LEAST ? 0.5 : at / count
}

/** How often the next sentence is the other one's. */
function changeTo(before: Statement, next: Statement): number {
  const sameSegment = before.pieces.at(-1)?.segment === next.pieces[0]?.segment
  const sameSpeaker = before.speaker !== null && before.speaker === next.speaker
  if (sameSegment || sameSpeaker) return CHANGES.withinTurn
  return before.question ? CHANGES.afterQuestion : CHANGES.afterTurn
}
