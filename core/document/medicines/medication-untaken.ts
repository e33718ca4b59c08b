/**
 * Words around a medicine that say nobody takes it: refused, never begun, given up, run out,
 * thought of, or eaten.
 */

import type { MedicationMention } from './medication-mentions.ts'

/**
 * "Se a glicada viesse acima de dez", "se fosse dos dois lados": what is not so; not "como se fosse
 * uma faca".
 */
export const AGAINST_FACT =
  /(?<!\bcomo )\bse (?:\p{L}+ ){0,6}?(?:fosse|tivesse|viesse|houvesse|estivesse|pudesse|quisesse|(?!esse|desse|nesse|posse|tosse|passe|classe|interesse|estresse|stresse)\p{L}{2,}[aei]sse)(?:m|mos)?\b/u

const REFUSED =
  /\b(?:ofereceram|ofereceu|quis me dar|nao quis|nao quero|recusei|nao aceitei|nao comprei|nao comecei|nunca (?:tomei|usei|comprei)|nao (?:tomei|usei)|(?:ele|ela|a gente) (?:nunca|nao|nem) (?:tomou|usou|comprou|comecou|abriu)|era (?:pra|para) (?:ela |ele |eu )?(?:tomar|usar|ter (?:tomado|usado|comecado)))\b/
/** "… mas eu nem comprei", "… mas não tive coragem"; "mas hoje não tomei" is of one dose. */
const NEVER_BEGUN =
  /\b(?:mas|so que|e) (?:eu |ele |ela |a gente )?(?:nem|nao|nunca) (?:cheg(?:ou|uei|amos) a |cheguei |tive coragem|compr(?:ei|ou|amos)|comec(?:ei|ou|amos)|quis|aceit(?:ei|ou)|pegu?(?:ei|ou|amos)|f(?:ui|oi|omos) (?:buscar|pegar)|tom(?:ei|ou)(?! (?:hoje|ontem|cedo))|us(?:ei|ou))/
/** "O posto não tinha, faz três semanas que não toma." */
const NO_LONGER =
  /\bque (?:o senhor |a senhora |voce |ele |ela |eu )?(?:tomava|usava)\b|\b(?:esse|essa) (?:eu )?nao (?:uso|tomo|usei|tomei|comprei)\b|\bnem (?:tirei|abri|comprei|comecei|cheguei|peguei|tomei)\b|\b(?:faz|ha|tem) (?:\S+ ){1,4}que (?:eu |ele |ela )?(?:nao|parei|parou|larg\w+)\b|\bque (?:eu |ele |ela )?nao (?:tomo|toma|uso|usa|pingo|aplico)\b|\b(?:posto|farmacia) nao (?:tinha|tem)\b(?! (?:\S+ ){0,4}(?:compr\w+|tomo|uso))/

/** "Eu ia passar tramadol, mas acho forte": thought of, and not done. */
const GIVEN_UP =
  /\b(?:ia|iamos|cheguei a pensar em) (?:te |lhe )?(?:passar|dar|deixar|receitar|prescrever|pedir|comecar|entrar com|colocar)\b|\b(?:pensei|pensamos|cogitei|minha ideia era) (?:em )?(?:(?:ja|so|ate|te|lhe) )?\p{L}{2,12}[aei]r\b/u
/** "Candesartana 8... hum, sua pressão é baixa, não."; not "…, o aparelho não" nor "dia não". */
const DENIED_BEHIND =
  /(?<!(?:^| )[oa]s? \p{L}{1,20} )(?<!sim (?:dia|noite|semana|mes) )(?<!\p{L})nao$/u
/**
 * "Dapagliflozina eu ia pôr hoje também, mas vamos por partes", "ibuprofeno eu até pensei em
 * passar".
 */
const THOUGHT_OF =
  /^(?:(?:eu|a gente|nos|ate) )+(?:ia|iria|iamos|queria|trocaria|passaria|daria|usaria|colocaria|pensei|pensava|pensamos|cogitei)\b/
const WOULD =
  /\b(?:eu|a gente) (?:ate )?(?:trocaria|passaria|daria|usaria|colocaria|faria|comecaria|receitaria) (?!\p{L}+ (?:agora|hoje))/u
/** "Eram dez unidades de NPH": an order of then. */
const OF_THEN =
  /(?:^| )(?:era|eram) (?:(?:pra|para) ser )?(?:\p{L}+ (?:unidades|comprimidos|gotas|mg|miligramas|ml) )?(?:d[aeo] )?$/u
/** "A gente até conversou de trocar pela apixabana", "… mas com a válvula não pode, esquece". */
const TALKED_OF =
  /\b(?:convers|fal|cogit|discut|pens)\p{L}{2,5} (?:ate )?(?:de|em|sobre) (?:trocar|passar|usar|colocar|comecar|dar|botar|entrar|por|fazer)\b/u
const BUT_NOT =
  /\bmas (?:\p{L}+ ){0,6}(?:nao (?:pode|da|vai dar|tem como|quero|vou)|esquece|deixa pra la)\b|^(?:ja |ai )?(?:seria|poderia ser|podia ser) /u
/** "… terminou ontem", "acabei na segunda". */
const OVER =
  /\b(?:ja )?(?:terminou|terminei|acabei|acabou) (?:ontem|anteontem|hoje|semana|faz|ha|n[ao]|de tomar|o (?:vidro|tratamento))\b/
/** "Plasil me deixa agitada", "amoxicilina me empola todo": told of what it does. */
const DOES_HARM =
  /^(?:eu |ele |ela )?(?:me|lhe|te) (?:deixa|deixou|da|deu|dava|faz|fez|fazia|empola|empolou|incha|inchou|fecha|fechou|ataca|atacou|causa|causou|coca|cocou|enche|encheu|provoca|provocou)\b/
/**
 * "O rivotril é meu", "o laranja é do Théo", told where the patient's medicines are gone through.
 */
const ANOTHERS =
  /^(?:\S+ ){0,3}?e (?:meu|minha|nosso|nossa|d[ao] (?:senhora|meu|minha|irma|irmao|mae|pai|filh[oa]|marido|espos[oa]|mulher|net[oa]|vizinh[oa]))\b/
/** "A mirtazapina a gente vê depois", "fica pra próxima": put off. */
const PUT_OFF =
  /^(?:(?:a gente|nos|eu) )?(?:(?:ve|vemos|vejo|decide|decidimos|pensa|pensamos|discute|discutimos|conversa|conversamos) (?:isso )?(?:depois|na volta|no retorno|mais (?:pra|para) frente|na proxima)|(?:fica|deixo|deixa|deixamos) (?:pra|para) (?:depois|a proxima|o retorno|outra))\b/
/** "… é demais mexer em tudo hoje": thought better of. */
const THOUGHT_BETTER =
  /\b(?:e (?:demais|muito) mexer|melhor nao|nao, (?:deixa|e demais)|pensando bem nao|por enquanto nao|agora nao)\b/

/** "Na comida: ovo de manhã, whey à tarde": how to eat. */
const FOOD = /^(?:na|sobre a|de) (?:comida|alimentacao|dieta)\b/
/** Given before the visit: "no prontuário, haloperidol 1 miligrama às 23 horas". */
const CHARTED = /\b(?:no prontuario|na folha|na evolucao|no plantao)\b/

export interface WordsAround {
  /**
   * Folded words since the medicine before, up to the next one, of its name with its directions,
   * and of the whole sentence.
   */
  before: string
  after: string
  own: string
  all: string
}

/**
 * Thought of and not done; where a number stands behind it, what was settled instead is looked for
 * (`medication-stretch.ts`).
 */
export function isOnlyThoughtOf({ before, after, own }: WordsAround, hasNumber: boolean): boolean {
  return (
    (!hasNumber && THOUGHT_OF.test(after)) ||
    WOULD.test(before) ||
    TALKED_OF.test(before) ||
    OF_THEN.test(`${before} `) ||
    BUT_NOT.test(after) ||
    AGAINST_FACT.test(`${before} ${own} ${after}`)
  )
}

export function isUntaken({ before, after, own, all }: WordsAround): boolean {
  return (
    GIVEN_UP.test(before) ||
    DENIED_BEHIND.test(after) ||
    (REFUSED.test(`${before} ${after}`) && !/\bmas\b/.test(after)) ||
    NEVER_BEGUN.test(after) ||
    NO_LONGER.test(`${own} ${after}`) ||
    FOOD.test(all) ||
    CHARTED.test(before) ||
    OVER.test(after) ||
    DOES_HARM.test(after) ||
    ANOTHERS.test(after) ||
    PUT_OFF.test(after) ||
    THOUGHT_BETTER.test(after)
  )
}

/** "Usa soro fisiológico no nariz": how to wash, unless it is said how much. */
export function isCare({ name, dose, quantity, frequency }: MedicationMention): boolean {
  return /^soro fisiologico/.test(name) && (dose ?? quantity ?? frequency) === null
}
