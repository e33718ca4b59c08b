/**
 * Where a sentence begins that a recognizer did not mark: "isso é uma bronquite vou passar
 * azitromicina volta em dez dias" is three. Only in long stretches with hardly a mark, and only at
 * words that begin something of their own: an order, a measure that is read out, a part of the
 * examination, what somebody else has.
 */
import { isFamilyWord } from './family.ts'
import { medicationNames } from './medications.ts'
import { readNumbers } from './numbers.ts'
import { type Token, tokenize, wordsBetween } from './tokens.ts'

/** Words that one mark may hold together, at least, for a stretch to be unmarked. */
const FEWEST_WORDS = 10
/** Words before and after a break, at least. */
const LEAST = 2

/** Characters where a sentence begins, in order; empty for a text with marks. */
export function unmarkedBreaks(text: string): number[] {
  const tokens = tokenize(text)
  const marks = tokens.filter(({ kind, norm }) => kind === 'mark' && /[,;:.…]/.test(norm)).length
  if (tokens.length < FEWEST_WORDS * (marks + 1)) return []
  const breaks: number[] = []
  let last = 0
  for (let at = LEAST; at < tokens.length - 1; at++) {
    const begin = beginsAt(tokens, at) ? objectBefore(tokens, at) : 0
    if (begin - last < LEAST) continue
    breaks.push(tokens[begin]!.start)
    last = at
  }
  return breaks
}

/** Words that lean on the next one: "que vou", "não volta", "a pressão". */
export const LEANS =
  /^(?:que|se|quando|nao|nem|porque|onde|como|pra|para|por|de|do|da|dos|das|no|na|nos|nas|em|com|sem|ate|e|ou|mas|a|o|as|os|ao|um|uma|eu|minha|meu|sua|seu|entao|ai|agora|ja|so|a gente|depois|antes)$/

/** Words that lead a sentence in without being its own. */
const LED_IN = '(?:(?:e|entao|ai|agora|olha|bom|mas|ja|depois) )?(?:eu |a gente |nos )?'

const NAMES_EXAM =
  /^(?:o|a) (?:raio x|ultrassom|espirometria|eletro|eletrocardiograma|hemograma|glicada|hemoglobina|audiometria|tomografia|ressonancia)\b/

const BEGINS: readonly RegExp[] = [
  new RegExp(
    `^${LED_IN}(?:vou|vamos) (?:ja |te |lhe |so )?(?:passar|pedir|prescrever|receitar|solicitar|encaminhar|aumentar|diminuir|trocar|colocar|comecar|iniciar|tirar|suspender|manter|deixar|dobrar|reduzir|baixar|acrescentar|associar|imobilizar|marcar|tentar|entrar|medir|ver|examinar|repetir)\\b`,
  ),
  new RegExp(`^${LED_IN}(?:peco|solicito|prescrevo|receito|encaminho|oriento|acrescento)\\b`),
  /^(?:e )?(?:volta|volte|retorna|retorno) (?:em|com|daqui|quando|pra|na|no)\b/,
  new RegExp(
    `^${LED_IN}(?:quero (?:um|uma|ver|descartar|pedir|repetir|que)|nao precisa (?:de|d[ao]|nem|voltar|tomar))\\b`,
  ),
  /^(?:e )?atestado (?:de|por)\b/,
  /^(?:(?:e|mas) se (?:nao|a|o|piorar|ele|ela|voce|isso|doer|der|tiver)|se (?:nao (?:melhorar|resolver|segurar|passar)|piorar|ele|ela)) /,
  /^(?:no pulmao|na ausculta|ausculta|bulhas|abdome|abdomen|na lampada|fundo de olho|rinoscopia|oroscopia|otoscopia|orofaringe|exame (?:fisico|neurologico))\b/,
  NAMES_EXAM,
  /^(?:ai|e ai|dai) (?:eu|ele|ela|fui|dei|tomei|comecou|deu)\b/,
]

const MEASURED =
  /^(?:pressao|frequencia|fc|pa|fr|temperatura|saturacao|satura|saturando|peso|pesando|altura|estatura|comprimento|cintura|circunferencia|perimetro|pulso|glicemia|dextro|respiracao|imc|percentual|coracao|batimentos?)$/

const CHANGES =
  /^(?:eu |a gente |nos )?(?:vou|vamos) (?:aumentar|diminuir|trocar|tirar|suspender|manter|deixar|dobrar|reduzir|baixar)$/

/**
 * "O anlodipino vamos tirar": what is changed stands before the verb, and the sentence begins with
 * it.
 */
function objectBefore(tokens: readonly Token[], at: number): number {
  const verb = wordsBetween(tokens, at, at + 2)
  if (!CHANGES.test(verb) && !CHANGES.test(wordsBetween(tokens, at, at + 3))) return at
  for (let from = at - 2; from >= Math.max(0, at - MOST_OBJECT); from--)
    if (/^[oa]s?$/.test(tokens[from]!.norm) || drugs().has(tokens[from]!.norm)) return from
  return at
}

/** Words of "a insulina da noite", at most. */
const MOST_OBJECT = 5

function beginsAt(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]!
  // Behind a mark there is no need to guess.
  if (before.kind === 'mark') return false
  const isNumber = readNumbers([before]).length > 0
  if (LEANS.test(before.norm)) return isNumber && readsOut(tokens, at)
  // "Até sair o hemograma", "vou pedir a ressonância": what is done to it stands right before.
  if (/^\p{L}{1,12}(?:ar|er|ir)$/u.test(before.norm) && NAMES_EXAM.test(ahead(tokens, at)))
    return false
  return beginsOwn(tokens, at)
}

function ahead(tokens: readonly Token[], at: number): string {
  return wordsBetween(tokens, at, at + 6)
}

/** Whether what stands from here on begins something of its own by its first words. */
export function beginsOwn(tokens: readonly Token[], at: number): boolean {
  const words = ahead(tokens, at)
  return (
    BEGINS.some((pattern) => pattern.test(words)) ||
    readsOut(tokens, at) ||
    ofSomebodyElse(words) ||
    namesMedicine(tokens, at) ||
    changesMedicine(tokens, at)
  )
}

/** "… pulso setenta e dois": its name, and its number close behind. */
function readsOut(tokens: readonly Token[], at: number): boolean {
  const name = at + (/^(?:a|o|e)$/.test(tokens[at]!.norm) ? 1 : 0)
  return (
    MEASURED.test(tokens[name]?.norm ?? '') &&
    readNumbers(tokens.slice(name + 1, name + 5)).some(({ article }) => !article)
  )
}

/**
 * What is ordered of a medicine, or when, right before its name: "então volta o carvedilol", "se
 * doer paracetamol".
 */
const ORDERS =
  /^(?:(?:(?:entao|ai|agora) )?(?:volta|entra|suspende|mantem|inicia|comeca|acrescenta|continua|troca|tira|aumenta|diminui|sobe|baixa|tomo|uso)(?: com| por)?|(?:se|quando) (?:doer|(?:tiver|der) (?:dor|febre)|precisar|enjoar|cocar))(?: o| a| os| as)? (?=\p{L})/u

function namesMedicine(tokens: readonly Token[], at: number): boolean {
  const lead = ORDERS.exec(ahead(tokens, at))?.[0]
  if (lead === undefined) return false
  const name = at + lead.trim().split(' ').length
  return drugs().has(tokens[name]?.norm ?? '')
}

/**
 * "… então a sertralina a gente sobe pra cem", "a losartana baixa pra cinquenta": the medicine, and
 * what is done with it.
 */
const DONE_WITH =
  /^(?:(?:eu|a gente) )?(?:vou|vamos|sobe|aumenta|baixa|reduz|diminui|passa|continua|mantem|fica|para|pode|agora (?:e|sao|fica|vai)|troc[ao]|tir[ao]|suspend[eo])\b/

function changesMedicine(tokens: readonly Token[], at: number): boolean {
  const led = /^(?:entao|ai|agora)$/.test(tokens[at]!.norm) ? at + 1 : at
  const name = /^[oa]$/.test(tokens[led]?.norm ?? '') ? led + 1 : led
  return (
    drugs().has(tokens[name]?.norm ?? '') &&
    DONE_WITH.test(wordsBetween(tokens, name + 1, name + 4))
  )
}

let names: ReadonlyMap<string, string> | undefined

/** Folded names of medicines, read once. */
function drugs(): ReadonlyMap<string, string> {
  names ??= medicationNames()
  return names
}

const OWNS =
  /^(?:e )?(?:a |o )?(?:minha|meu|meus|minhas) (\p{L}+) (?:que )?(?:toma|tomava|usa|usava|tem|teve|tinha|e|era)\b/u

/** "… e a minha mulher toma aquele glifage". */
function ofSomebodyElse(words: string): boolean {
  const relative = OWNS.exec(words)?.[1]
  return relative !== undefined && isFamilyWord(relative)
}
