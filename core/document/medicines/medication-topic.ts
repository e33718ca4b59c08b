/** What a question or heading makes of the medicines named after it. */
import { asksOfMisheardAllergy } from '../../portuguese/misheard-allergy.ts'
import { type Section, topicOf } from '../models/sections.ts'

/**
 * The section a question asks for; `medicationsInUse` also where a medicine or a kind of medicine
 * is asked about. Null where it asks for something else.
 */
export function topicAsked(words: string, namesMedicine: boolean): Section | null {
  if (/\balergi/.test(words) || HARMS.test(words) || asksOfMisheardAllergy(words))
    return 'allergies'
  if (TAKING.test(words) || WHAT.test(words)) return 'medicationsInUse'
  if (asksOfThePast(words)) return null
  if (namesMedicine || KINDS.test(words)) return 'medicationsInUse'
  return topicOf(words)
}

/** Whether it asks of a dose that was given or taken, not of a habit. */
export function asksOfThePast(words: string): boolean {
  return PAST.test(words.replace(HOW_WAS, ' ')) && !TAKING.test(words) && !WHAT.test(words)
}

/** A doctor who reads out what the patient is given: "Os remédios.", "Recebe aqui: …". */
export function recites(words: string): boolean {
  return RECITES.test(words) && !ORDERS.test(words)
}

/** It is decided what is given from now on. */
export function orders(words: string): boolean {
  return ORDERS.test(words)
}

/** "Aspirina, ibuprofeno, te dão crise?" */
const HARMS =
  /\b(?:te|lhe) (?:da|dao|deu|deram|causa\w*) (?:\w+ )?(?:crise|alergia|reacao|coceira|problema|falta)\b|\b(?:te|lhe) (?:faz|fazem|fez) mal\b/
const TAKING =
  /\b(?:trata|tratando|controla|controlando) (?:\w+ ){0,3}(?:com|como)\b|^(?:(?:e|entao|mas|ai|hoje|o senhor|a senhora|voce|ele|ela|ta|esta) )*(?:toma|tomando|usa|usando|faz uso)\b(?! (?:cafe|banho|cerveja|bebida|alcool|droga|drogas|oculos|agua|sol|vacina|cuidado|epi|aparelho|tela|lente|lentes))/
const WHAT =
  /\bquant[oa]s (?:dias|vezes|comprimidos) (?:\w+ ){0,4}(?:tomou|toma|usou|usa)\b|\bo que (?:\w+ ){0,3}(?:toma|usa|tomando|usando|tomam)\b|\b(?:toma|usa|tomando|usando) (?:o que|oque|alguma coisa|algo|algum|que remedio|quais|mais)\b/
/** "Deram algum remédio de noite?", "Tomou alguma coisa?": of a dose, not of a habit. */
const PAST =
  /\b(?:deram|deu|tomou|tomaram|usou|usaram|recebeu|pingou|passou|aplicou|fez uso|ja usou|ja tomou|qual (?:\p{L}+ )?era|o que era)\b(?! certinho)/u
/** "Como você passou?" asks for no dose. */
const HOW_WAS = /\bcomo (?:\p{L}+ ){0,3}passou\b/u
const KINDS =
  /\b(?:anti inflamatorio|descongestionante|anticoagulante|antidepressivo|anticoncepcional|calmante|suplementos?|vitaminas?|corticoide|laxante|diuretico|colirio|pomadas?|cremes?|injecao|pilula|bombinha|analgesico|antiacido|termogenico|hormonio|remedio (?:d[aeo]|pra|para) (?:\w+ )?\w+)\b/
const RECITES =
  /^(?:(?:e |entao |agora )?(?:os )?(?:remedios|medicamentos|medicacoes|prescricao de hoje|prescricao|em uso)(?: de hoje| atuais| dele| dela)?$|.*\b(?:recebe(?:ndo)? aqui|esta recebendo|em uso de|vem (?:usando|tomando|em uso)|esta em uso|prescrito aqui|na prescricao|usando aqui)\b)/
const ORDERS =
  /\b(?:ficam|fica|mantem|mantenho|manter|mantido|suspend\w+|suspens\w+|vou|vamos|troco|trocar|tiro|tira|deixo|comeco|inicio|acrescento|passo|conduta)\b/

const EFFECT =
  /\bme (?:da|deu|dava|deixa|deixou|causa|causou|faz|fez) (?:\S+ ){0,2}\S{4,}|\b(?:causou|atacou|irritou) (?:o |a )?(?:meu |minha )?\p{L}+/u

/**
 * What a medicine does to whoever takes it: "o enalapril me dá uma tosse seca".
 * @param words folded, of one clause
 */
export function tellsEffect(words: string): boolean {
  return EFFECT.test(words)
}
