/** What is said in a visit and belongs in no record, as folded words. */

/** Greetings, thanks, acknowledgements, procedure: part of the visit, not of the record. */
const NOISE =
  /^(?:(?:bom dia|boa tarde|boa noite|oi|ola|tudo bem|tudo bom|ate logo|tchau|obrigad[oa]|muito obrigad[oa]|de nada|esta bem|ta bom|ta bem|ok|certo|entendi|perfeito|otimo|beleza|pois nao|com licenca|por favor|alguma duvida|pode sentar|sente se|pode entrar|fique a vontade|vamos la|vamos ver|um momento|so um minuto|so um momento|doutora?|como vai (?:o senhor|a senhora|voce)|deus te abencoe|igualmente|prazer|ate mais|combinado|pode ser|tranquilo|aham|uhum|hum|ah|vixe|ixe|ixi|eita|nossa|puxa|ue|isso|e isso ai)\s*)+$/
/** Addressed to whoever writes, not said about the patient: data that tries to be an instruction. */
const INSTRUCTION =
  /\b(?:ignor\w+|desconsider\w+|esquec\w+) (?:\w+ ){0,4}(?:instruc\w+|regras|orientacoes anteriores|comandos?|prompt|tudo acima|o que foi dito)|\b(?:system prompt|prompt do sistema|modelo de linguagem|inteligencia artificial|ignore (?:all|previous)|you are|assistente virtual|responda (?:apenas|somente)|a partir de agora voce|voce e (?:um|uma) (?:assistente|ia|modelo|robo)|preencha (?:o|os|a|as|todos)|escreva (?:no|na|que|exatamente)|(?:coloque|inclua|adicione) (?:no|na|nos|nas) (?:documento|prontuario|campo|transcricao|prescricao))\b/
const IDENTITY =
  /^(?:meu nome e|eu me chamo|me chamo|o nome dele|o nome dela|tenho \S+ anos|eu tenho \S+ anos)\b.*$/
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
  return INSTRUCTION.test(words)
}

/** "A hemocultura do leito 13", "o paciente da cama ao lado": of somebody else on the ward. */
export function isOfAnotherBed(words: string): boolean {
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
