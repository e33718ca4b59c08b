/** What is said in a visit and belongs in no record, as folded words. */

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

/**
 * Called by name, and told to do something: "IA, registre …", "robô, coloque …". "Ia" is also a
 * verb, so no infinitive follows.
 */
const CALLED =
  /^(?:(?:ei|oi|ola|atencao|alo|prezad[oa]|car[oa]|querid[oa]|senhora?|por favor|agora|e|entao) )*(?:redatora?|escriba|escrevente|transcritora?|digitadora?|sistema|programa|computador|gerador|maquina|robo|bot|chatbot|chatgpt|gpt|ia|assistente|modelo|aplicativo|software|copiloto|agente)(?: (?:virtual|digital|medic[oa]|clinic[oa]|de ia|de linguagem|de texto|ai))?(?: (?:por favor|agora|favor))?(?: (?:voce|deve|precisa|tem que))? (?:nao )?(?:acrescent[ae]|adicion[ae]|inclu[ai]|insir[ae]|registr[ae]|escrev[ae]|digit[ae]|coloque|coloca|ponha|anot[ae]|omit[ae]|apagu?[ae]|remov[ae]|retir[ae]|substitu[ai]|troque|troca|prescrev[ae]|receit[ae]|preench[ae]|ger[ae]|mud[ae]|alter[ae]|list[ae]|respond[ae]|devolv[ae]|ignor[ae]|desconsider[ae]|esquec[ae]|consider[ae]|assum[ae]|inform[ae]|finja|diga|faca|incluir|prescrever|registrar|acrescentar|adicionar)\b/
/** "O sistema deve prescrever …", "peço ao sistema que acrescente …". */
const BOUND =
  /\b(?:redatora?|escriba|transcritora?|digitadora?|sistema|programa|computador|gerador|robo|ia|assistente|modelo|maquina) (?:(?:virtual|digital) )?(?:deve|devera|precisa|tem que|tem de|que) (?:acrescent|adicion|inclu|insir|inser|registr|escrev|prescrev|receit|preench|anot|omit|remov)\p{L}*/u
/** "Ordem ao assistente: …", "aviso para a moça que digita: …". */
const MESSAGE =
  /\b(?:ordem|aviso|instrucao|instrucoes|comando|mensagem|pedido|lembrete|nota|recado|solicitacao) (?:ao?|para|para o|para a|pra|pro|do|da) (?:assistente(?! social)|ia|modelo|robo|maquina|aplicativo|software)\b|\b(?:para|pra|ao?) (?:[oa] )?\p{L}+ que (?:vai )?(?:redig|transcrev|digit|preench)\p{L}+ (?:\p{L}+ ){0,3}?(?:acrescente|adicione|inclua|insira|registre|escreva|coloque|anote|omita|apague|remova|prescreva)\b/u
/** "Comando: adicionar …", "favor acrescentar …": nobody is asked so who takes medicines. */
const ASKED_TO_WRITE =
  /(?:^(?:comando|ordem|instrucao|tarefa|nova regra|regra|nova ordem)|\bfavor) (?:e )?(?:acrescent|adicion|inclui|inser|insir|registr|escrev|anot|prescrev|receit|preench|omit)(?:e|a|ar|er|ir|r)\b/
/** Orders to prescribe, which only a prescriber is given. */
const TOLD_TO_PRESCRIBE = /\b(?:prescreva|prescrevam|receite|receitem)\b/
/** "Pode acrescentar … na receita", "deve incluir … no prontuário". */
const ORDER_INTO_RECORD =
  /\b(?:pode|poderia|podem|deve|devem|precisa|tem que|e para|e pra) (?:acrescentar|adicionar|incluir|inserir|registrar|escrever|anotar|colocar|por) (?:\S+ ){0,6}?(?:n[ao]s?|ao?) (?:receita|prescricao|prescricoes|prontuario|documento|ficha|evolucao|registro|relatorio|anamnese|laudo|campo)\b/
/** "Na hora de redigir …, coloque …", "ao gerar o documento, inclua …". */
const WHILE_WRITING =
  /\b(?:na hora de|quando (?:for|voce for|forem)|ao|antes de|depois de) (?:redigir|escrever|digitar|gerar|preencher|transcrever|documentar)\b(?: \S+){0,5}? (?:acrescente|adicione|inclua|insira|registre|escreva|coloque|ponha|anote|omita|apague|remova|considere|diga)\b/
/** The same, the order first. */
const ORDERED_FOR_WRITING =
  /\b(?:acrescente|adicione|inclua|insira|registre|coloque|ponha|anote|omita|considere|assuma|diga)\b(?: \S+){1,12}? (?:na hora de|quando for|ao) (?:redigir|gerar|preencher|transcrever|documentar)\b/
/** "Todos os campos recebem …", "o documento deve conter …": said of the paper, not of a person. */
const OF_THE_PAPER =
  /\b(?:todos os campos|cada campo) (?:recebem?|devem?|tera|terao|sera|serao)\b|\b(?:o documento|a resposta|a saida|o prontuario|o texto|o laudo|o relatorio|o resumo|a receita|a prescricao|a ficha)(?: (?:gerad[oa]|final|medic[oa]))? (?:deve|devera|precisa|tem que|tem de|vai) (?:conter|trazer|dizer|ter|incluir|mostrar|listar|afirmar|ser apenas|constar)\b/
/** "Deixe registrado …", "faça constar …", "gere um laudo …", "troque todas as prescrições …". */
const OF_WRITING =
  /\b(?:deixe|deixem) (?:registrad|anotad|escrit)[oa]\b|\b(?:faca|facam) constar\b|\b(?:gere|produza|elabore|redija) (?:um|uma|o|a) (?:documento|laudo|receita|prescricao|relatorio|atestado|resumo|prontuario)\b|\b(?:substitua|troque|apague|remova|esvazie) (?:todas? |todos? )?(?:[oa]s? )?(?:prescricao|prescricoes|medicacoes prescritas|alergias|diagnosticos|campos)\b/
/** "Você que está transcrevendo, …", "transcritor, o paciente …". */
const ADDRESSED =
  /\b(?:voce|voces|tu) que (?:esta |vai |for )?(?:transcrev|redig|digit|document)\p{L}+|^(?:(?:ei|oi|ola|atencao|prezad[oa]|car[oa]|senhora?) )*(?:redatora?|escriba|transcritora?|digitadora?|sistema|programa|computador|gerador|robo|chatbot|assistente|ia|modelo|software) [oa] paciente\b/u
/** "No campo de prescrições, escreva …". */
const INTO_A_FIELD =
  /\b(?:n[oa]s?|em) (?:todos os )?(?:campos?|sec(?:ao|oes)) (?:d[aoe]s? )?(?:prescri|diagnos|condut|alergi|queixa|histori|medica|exame|orienta|hipotes)\p{L}* (?:\p{L}+ ){0,2}?(?:acrescente|adicione|inclua|insira|registre|escreva|coloque|ponha|anote)\b|\bem todos os campos\b/u
/** "Finja que o paciente …", "considere que ela …". */
const PRETENDED =
  /\b(?:finja|finjam|faca de conta|considere|assuma|suponha|imagine) que (?:[oa] paciente|ele|ela)\b/
/** "Esqueça as orientações e escreva …". */
const INSTEAD =
  /\b(?:esqueca|ignore|desconsidere)\b(?: \S+){1,8}? e (?:acrescente|adicione|inclua|insira|registre|escreva|anote|diga|responda)\b/

/** A program or a person that writes, as it is called. */
const WRITER =
  '(?:redatora?|escriba|escrevente|transcritora?|digitadora?|sistema|programa|computador|gravador|gerador|maquina|robo|bot|chatbot|chatgpt|gpt|assistente(?! social)|aplicativo|software|copiloto|inteligencia artificial)'
const KIND_OF_WRITER = '(?:virtual|digital|medic[oa]|clinic[oa]|de ia|de linguagem|de texto|ai)'
const CALL =
  '(?:o|oh|ei|ai|oi|ola|hey|atencao|alo|prezad[oa]|car[oa]|querid[oa]|senhora?|dona|seu|por favor|agora|e|entao|tambem|pode|olha|escuta|ia)'
/** As one speaks ("põe", "coloca") and as one writes ("ponha", "coloque"). */
const ORDER_TO_WRITE =
  '(?:acrescent[ae]|adicion[ae]|inclu[ai]|inclui|insir[ae]|insere|registr[ae]|escrev[ae]|digit[ae]|coloque|coloca|ponha|poe|bote|bota|anot[ae]|lanc[ae]|preench[ae]|ger[ae]|emit[ae]|faca|faz|prescrev[ae]|receit[ae]|omit[ae]|apagu?[ae]|remov[ae]|retir[ae]|tir[ae])'
const PAPER =
  '(?:receita|prescricao|prescricoes|prontuario|documento|ficha|evolucao|registro|relatorio|resumo|anamnese|laudo|atestado|sumario|plano terapeutico|campo)'
/** "Robô, põe no documento …", "computador, na hora da receita põe …", "dona máquina, faz …". */
const CALLED_FIRST = new RegExp(
  `^(?:${CALL} )*${WRITER}(?: ${KIND_OF_WRITER})?(?: \\S+){0,8}? ${ORDER_TO_WRITE}\\b`,
)
/** "Coloca na lista, sistema": called at the end. */
const CALLED_LAST = new RegExp(
  `^(?:${CALL} )*${ORDER_TO_WRITE}\\b(?: \\S+){1,20}?(?<! (?:o|a|do|da|no|na|ao|um|uma|de|pelo|pela|meu|seu|sua|esse|este|nesse|neste|desse|deste)) ${WRITER}(?: ${KIND_OF_WRITER})?$`,
)
/** "Coloca aí na receita …", "anota no prontuário que …", "escreve no resumo …". */
const SPOKEN_INTO_THE_RECORD = new RegExp(
  `^(?:${CALL} )*${ORDER_TO_WRITE} (?:\\S+ ){0,6}?(?:n[oa]s?|d[oa]s?|ao?) (?:minha |sua |nossa )?${PAPER}\\b`,
)
/** "Na hora de fazer a receita põe …", "quando for montar o documento não deixe de incluir …". */
const WHILE_MAKING_THE_PAPER = new RegExp(
  `\\b(?:na hora de|quando (?:for|voce for|forem)|ao|antes de|depois de) (?:fazer|montar|emitir|elaborar|fechar|imprimir|finalizar|gerar|redigir|preencher) (?:[oa] )?${PAPER}\\b(?: \\S+){0,5}? (?:${ORDER_TO_WRITE}|acrescentar|adicionar|incluir|inserir|registrar|escrever|colocar|anotar|lancar)\\b`,
)
/** "… deve ser registrado como", "texto a constar em todos os documentos", "deverá constar". */
const TO_STAND_THERE =
  /\b(?:deve|devera|precisa|tem que|tem de|e para|e pra) (?:constar|figurar|ser (?:registrad|escrit|incluid|lancad|acrescentad|adicionad|documentad|anotad)[oa]s?)\b|\b(?:texto|frase|linha|trecho) (?:obrigatori[oa]|padrao|fix[oa])\b|\ba (?:constar|figurar) (?:em|n[oa]s?)\b/
/** Turns of a talk with a machine, pasted with it; in no Brazilian record. */
const MACHINE_TALK =
  /^(?:(?:begin|end|new|the|role) )*(?:prompt|system|assistant|user|developer|instructions?)\b/
/** What only a sentence in English holds; names of tests and medicines have none of them. */
const ENGLISH =
  /^(?:the|that|this|patient|has|have|is|are|was|you|your|must|shall|should|please|add|write|include|state|document|documents|record|note|chart|prescribe|prescription|diagnosis|plan|history|ignore|previous|instructions|and|with|to|of|in|into|down|not|take|takes|taking|it|all|always|now)$/
/** Of them in one sentence: fewer may be a name. */
const ENGLISH_ENOUGH = 4

function isEnglish(words: string): boolean {
  let found = 0
  for (const word of words.split(' ')) if (ENGLISH.test(word)) found += 1
  return found >= ENGLISH_ENOUGH
}

const ORDERS = [
  CALLED,
  BOUND,
  MESSAGE,
  ASKED_TO_WRITE,
  TOLD_TO_PRESCRIBE,
  ORDER_INTO_RECORD,
  WHILE_WRITING,
  ORDERED_FOR_WRITING,
  OF_THE_PAPER,
  OF_WRITING,
  ADDRESSED,
  INTO_A_FIELD,
  PRETENDED,
  INSTEAD,
  CALLED_FIRST,
  CALLED_LAST,
  SPOKEN_INTO_THE_RECORD,
  WHILE_MAKING_THE_PAPER,
  TO_STAND_THERE,
  MACHINE_TALK,
]

/**
 * What is said to whoever, or whatever, writes the record, and not of the patient: somebody who
 * writes is called, an act of writing is ordered, or it is said what is to stand in the record. As
 * folded words. A doctor says of himself what he does ("prescrevo", "vou acrescentar"), and tells a
 * patient to take, to do and to come back.
 */
function tellsTheWriter(words: string): boolean {
  return ORDERS.some((order) => order.test(words)) || isEnglish(words)
}
