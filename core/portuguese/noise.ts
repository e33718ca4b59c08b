/** What is said in a visit and belongs in no record, as folded words. */

import { tellsTheWriter } from './writer-orders.ts'

/** Greetings, thanks, acknowledgements, procedure: part of the visit, not of the record. */
const NOISE =
  /^(?:(?:bom dia|boa tarde|boa noite|oi|ola|tudo bem|tudo bom|ate logo|tchau|(?:dia|tarde|noite) (?:dra?|doutora?)|dra?|obrigad[oa]|muito obrigad[oa]|de nada|esta bem|ta bom|ta bem|ok|certo|entendi|perfeito|otimo|beleza|pois nao|com licenca|por favor|alguma duvida|pode sentar|sente se|pode entrar|fique a vontade|vamos la|vamos ver|um momento|so um minuto|so um momento|doutora?|como vai (?:o senhor|a senhora|voce)|deus te abencoe|igualmente|prazer|ate mais|combinado|pode ser|tranquilo|aham|uhum|hum|ah|vixe|ixe|ixi|eita|nossa|puxa|ue|valha me deus|deus me livre|deus do ceu|ave maria|coitad[oa]|que medo|da medo|importante|isso mesmo|sinto muito|fica a vontade|pode falar|pode deixar|ta certo|nao faz mal|hoje mesmo|isso|e isso ai)\s*)+$/
/**
 * Addressed to whoever writes, not said about the patient: data that tries to be an instruction.
 */
const INSTRUCTION =
  /\b(?:ignor\w+|desconsider\w+|esquec\w+) (?:\w+ ){0,4}(?:instruc\w+|regras|orientacoes anteriores|comandos?|prompt|tudo acima|o que foi dito)|\b(?:system prompt|prompt do sistema|modelo de linguagem|inteligencia artificial|ignore (?:all|previous)|you are|assistente virtual|responda (?:apenas|somente)|a partir de agora voce|voce e (?:um|uma) (?:assistente|ia|modelo|robo)|preencha (?:o|os|a|as|todos)|escreva (?:no|na|que|exatamente)|(?:coloque|inclua|adicione) (?:no|na|nos|nas) (?:documento|prontuario|campo|transcricao|prescricao))\b/
/** Begins what is said beside the name. */
const SAYS = '(?:e|tenho|tem|sou|estou|to|tou|vim|moro|trabalho|sinto|tomo|uso|preciso|quero)'
const NAME = `\\p{L}+(?: (?!${SAYS} )\\p{L}+){0,4}`
const AGE = String.raw`(?:\d+|\p{L}+)(?: e \p{L}+)? anos(?: de idade)?`
const BARE_AGE = String.raw`(?:\d+|\p{L}+enta(?: e \p{L}+)?|vinte(?: e \p{L}+)?)$`
const KIN = '(?:namorad[oa]|espos[oa]|marido|mulher|mae|pai|filh[oa])'
const NAMED = `(?:meu nome e|o nome (?:dele |dela )?e|o nome dele|o nome dela|(?:eu )?me chamo) ${NAME}`
const I_AM = '(?:eu )?(?:tenho|to com|tou com|estou com|fiz)'
const AGED = `(?:(?:${I_AM}|tem) ${AGE}|${I_AM} ${BARE_AGE})`
const WHO = `(?:${NAMED}|${AGED}|sou (?:a|o) ${KIN}(?: (?:dele|dela))?)`
/** "Boa tarde, doutora, meu nome é Pedro e tenho 41 anos.": who is here, and nothing else. */
const IDENTITY = new RegExp(
  `^(?:(?:bom|boa|dia|tarde|noite|oi|ola|dra?|doutora?|prazer|entao) ){0,5}${WHO}(?: (?:e )?(?:eu )?${WHO})?(?: (?:doutora?|dra?|viu|ta))?$`,
  'u',
)
/** Who is here, whether the line holds: asked so that the visit can go on. */
const ASKS_NOTHING =
  /^(?:(?:e|entao|ah|oi|agora) )*(?:(?:o senhor|a senhora|voce|voces|ele|ela) (?:e |que e |que veio )?(?:a |o )?(?:mae|pai|espos[oa]|mulher|marido|filh[oa]|namorad[oa]|acompanhante|avo)\b|(?:consegue|conseguem|ta|tao|esta) (?:me |nos )?(?:ver|ouvir|vendo|ouvindo|escutando|enxergando)\b|(?:voce |o senhor |a senhora |ele |ela )?(?:tem|ta com|esta com|fez) quantos anos\b|quantos anos (?:voce |o senhor |a senhora |ele |ela )?(?:tem|fez)\b|qual (?:e )?(?:a )?(?:sua )?idade\b|qual (?:e )?(?:o )?(?:seu )?nome\b|quem (?:veio|e voce)\b|(?:voce |o senhor |a senhora )?(?:quis|quer|prefere) que (?:[a-z]+ ){1,3}(?:entr|fique|saia|saisse|espere)[a-z]*\b)/

export function asksNothing(words: string): boolean {
  return ASKS_NOTHING.test(words)
}

/** "…, tá?", "…, viu?": told, with a nod asked for. */
export function asksForNod(words: string): boolean {
  return NODS.test(words)
}

const NODS = /\S \S+ \S+ (?:ta|ta bom|ok|viu|combinado|certo|ta certo|tudo bem)$/

/** About the weather and the way here. */
const SMALL_TALK = /^(?:o transito|ta calor|esta calor|esta frio|choveu|que bom|gracas a deus)\b/

export function isNoise(words: string): boolean {
  return (
    words === '' ||
    NOISE.test(words) ||
    INSTRUCTION.test(words) ||
    IDENTITY.test(words) ||
    SMALL_TALK.test(words)
  )
}

export function isInstruction(words: string): boolean {
  return (
    INSTRUCTION.test(words) ||
    TO_THE_WRITER.test(words) ||
    INTO_THE_RECORD.test(words) ||
    tellsTheWriter(words)
  )
}

/** "Para quem redige, …", "atenção, redator", "quem for digitar": called by what it does. */
const TO_THE_WRITER =
  /\b(?:(?:para|pra|pro|ao|a|atencao|nota|recado|observacao) (?:(?:o|a|ao|para o|para a) )?(?:quem (?:\p{L}+ ){0,3}(?:redig\p{L}+|escrev\p{L}+|transcrev\p{L}+|digit\p{L}+|preench\p{L}+|document\p{L}+)|redator\p{L}*|digitador\p{L}*|transcritor\p{L}*|escriba|sistema|programa|computador|gerador))|^quem (?:\p{L}+ ){0,3}(?:redig\p{L}+|escrev\p{L}+|transcrev\p{L}+|digit\p{L}+|preench\p{L}+)\b/u
const WRITES =
  '(?:acrescente|adicione|inclua|insira|registre|escreva|digite|coloque|ponha|anote|omita|apague|remova|retire|substitua)'
/** "Acrescente na prescrição …", "registre que o paciente …": what is to stand in the record. */
const INTO_THE_RECORD = new RegExp(
  `\\b${WRITES} (?:[a-z0-9]{1,20} ){0,6}?(?:n[ao]s?|d[ao]s?|ao|a) (?:minha |sua |nossa )?(?:receita|prescricao|prontuario|documento|ficha|evolucao|registro|relatorio|resumo|anamnese|laudo|campo)\\b|^(?:(?:e|por favor|entao|agora|tambem) )*${WRITES} que\\b`,
)

/**
 * "Acrescente morfina …": of a medicine so only a writer is told; a patient is told "tome", and who
 * decides says "acrescento".
 */
export function ordersWriter(words: string): boolean {
  return ORDERS_WRITER.test(words)
}

const ORDERS_WRITER =
  /(?:^|\b(?:e|por favor|entao|tambem) )(?:acrescente|adicione|inclua|insira|registre|escreva|digite|anote|omita|apague|remova)\b/

/** "A hemocultura do leito 13", "o paciente da cama ao lado": of somebody else on the ward. */
export function mentionsAnotherPatient(words: string): boolean {
  return OTHER_BED.test(words)
}

const OTHER_BED =
  /\b(?:leito|cama|maca) (?:ao lado|do lado|vizinh[oa]|da frente)\b|\b(?:d[aoe]|n[ao]) (?:paciente |senhora? )?(?:d[ao] )?leito \d+\b|\b(?:outr[oa]|d[ao] outr[oa]) paciente\b/

/** "Fumar pode dar câncer", "esse remédio às vezes dá diarreia": what may come, not what is. */
export function isWarning(words: string): boolean {
  return WARNS.test(words)
}

const WARNS =
  /^(?:\p{L}+ ){1,4}(?:pode|podem|costuma|costumam) (?:dar|causar|provocar|virar|levar)\b|\b(?:esse|este|o) (?:remedio|medicamento|antibiotico|xarope|comprimido) (?:(?:as vezes|tambem|so|ate|geralmente) )?(?:da|causa|provoca)\b/u
