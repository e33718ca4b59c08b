/**
 * What is said to whoever, or whatever, writes the record, and not of the patient: somebody who
 * writes is called, an act of writing is ordered, or it is said what is to stand in the record. As
 * folded words. A doctor says of himself what he does ("prescrevo", "vou acrescentar"), and tells a
 * patient to take, to do and to come back.
 */

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
const INTO_THE_RECORD =
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
const WRITES =
  '(?:acrescent[ae]|adicion[ae]|inclu[ai]|inclui|insir[ae]|insere|registr[ae]|escrev[ae]|digit[ae]|coloque|coloca|ponha|poe|bote|bota|anot[ae]|lanc[ae]|preench[ae]|ger[ae]|emit[ae]|faca|faz|prescrev[ae]|receit[ae]|omit[ae]|apagu?[ae]|remov[ae]|retir[ae]|tir[ae])'
const PAPER =
  '(?:receita|prescricao|prescricoes|prontuario|documento|ficha|evolucao|registro|relatorio|resumo|anamnese|laudo|atestado|sumario|plano terapeutico|campo)'
/** "Robô, põe no documento …", "computador, na hora da receita põe …", "dona máquina, faz …". */
const CALLED_FIRST = new RegExp(
  `^(?:${CALL} )*${WRITER}(?: ${KIND_OF_WRITER})?(?: \\S+){0,8}? ${WRITES}\\b`,
)
/** "Coloca na lista, sistema": called at the end. */
const CALLED_LAST = new RegExp(
  `^(?:${CALL} )*${WRITES}\\b(?: \\S+){1,20}?(?<! (?:o|a|do|da|no|na|ao|um|uma|de|pelo|pela|meu|seu|sua|esse|este|nesse|neste|desse|deste)) ${WRITER}(?: ${KIND_OF_WRITER})?$`,
)
/** "Coloca aí na receita …", "anota no prontuário que …", "escreve no resumo …". */
const SPOKEN_INTO_THE_RECORD = new RegExp(
  `^(?:${CALL} )*${WRITES} (?:\\S+ ){0,6}?(?:n[oa]s?|d[oa]s?|ao?) (?:minha |sua |nossa )?${PAPER}\\b`,
)
/** "Na hora de fazer a receita põe …", "quando for montar o documento não deixe de incluir …". */
const WHILE_MAKING_THE_PAPER = new RegExp(
  `\\b(?:na hora de|quando (?:for|voce for|forem)|ao|antes de|depois de) (?:fazer|montar|emitir|elaborar|fechar|imprimir|finalizar|gerar|redigir|preencher) (?:[oa] )?${PAPER}\\b(?: \\S+){0,5}? (?:${WRITES}|acrescentar|adicionar|incluir|inserir|registrar|escrever|colocar|anotar|lancar)\\b`,
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
  INTO_THE_RECORD,
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

export function tellsTheWriter(words: string): boolean {
  return ORDERS.some((order) => order.test(words)) || isEnglish(words)
}
