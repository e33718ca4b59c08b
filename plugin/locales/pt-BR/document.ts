import type { UnwrittenItem } from '../../../core/contract/api.ts'

/**
 * What the doctor reads when the record is filled: first the text, then the host's own data
 * (SPEC-GAPS 2.11).
 */
export const structured = {
  sending: 'Enviando…',
  preparing: 'Preparando os dados estruturados…',
  done: 'Texto e dados enviados ao prontuário',
  failed: 'O texto foi enviado ao prontuário. Os dados estruturados não puderam ser preparados.',
  outdated: 'O documento mudou depois do envio do texto. Preencha o prontuário de novo.',
  empty: 'O documento está vazio: não há o que enviar ao prontuário.',
  retry: 'Tentar enviar os dados de novo',
}

export const procedures = {
  title: 'Procedimentos realizados (SIGTAP)',
  none: 'Nenhum procedimento confirmado. A consulta em si já consta do registro.',
  confirmed: 'Procedimentos confirmados e quantas vezes cada um foi feito',
  times: (code: string) => `Quantidade: ${code}`,
  remove: (code: string) => `Remover ${code}`,
  removed: (code: string) => `Removido: ${code}`,
  added: (code: string) => `Confirmado: ${code}`,
  suggestion: 'Sugestão de procedimento',
  from: (text: string) => `de “${text}”`,
  confirm: 'Confirmar',
  confirmOne: (code: string) => `Confirmar ${code}`,
  search: 'Procurar outro procedimento',
  placeholder: 'Código ou nome: sutura, ECG, lavagem de ouvido',
  results: 'Procedimentos encontrados',
  found: (n: number) =>
    n === 0 ? 'Nenhum procedimento encontrado.' : n === 1 ? '1 procedimento' : `${n} procedimentos`,
  partial: 'Só os procedimentos mais comuns estão instalados aqui; outros podem existir.',
  missing: 'A tabela SIGTAP não está instalada aqui. Fale com o administrador.',
  searchFailed: 'A busca não respondeu. Tente de novo.',
  saveFailed: 'Não foi possível salvar os procedimentos. A sua escolha continua aqui.',
  outdated:
    'Os procedimentos foram alterados em outro lugar. Confira a lista e refaça a sua alteração.',
  loadFailed: 'Não foi possível carregar os procedimentos.',
}

/** What was said in the visit and stands in no field of the document. */
export const unwritten = {
  title: (n: number) => `Dito e não escrito (${n})`,
  note: 'Foi dito na consulta e não está em nenhum campo.',
  kinds: {
    medicine: 'Medicamento',
    measure: 'Medida',
    diagnosis: 'Diagnóstico',
    allergy: 'Alergia',
    request: 'Pedido',
    return: 'Retorno',
    number: 'Número',
  } satisfies Record<UnwrittenItem['kind'], string>,
  hear: (time: string, what: string) => `Ver e ouvir o trecho de ${time}: ${what}`,
  inContext: 'Contexto',
  seeContext: (what: string) => `Ver no contexto: ${what}`,
  take: (field: string) => `Incluir em ${field}`,
  takeOf: (field: string, what: string) => `Incluir em ${field}: ${what}`,
  choose: 'Incluir em…',
  chooseFor: (what: string) => `Campo para incluir: ${what}`,
  dismiss: 'Não incluir',
  dismissOf: (what: string) => `Não incluir: ${what}`,
  taken: (what: string) => `Incluído no documento: ${what}`,
  dismissed: (what: string) => `Não será incluído: ${what}`,
}

export const evidence = {
  play: (time: string, isPlaying: boolean) =>
    isPlaying ? `Parar o áudio de ${time}` : `Ouvir o trecho de ${time}`,
  gone: 'O áudio deste trecho não está mais guardado.',
  damaged: 'O áudio deste trecho não pode ser lido do servidor. Avise o suporte.',
  partLost: (seconds: number) =>
    `${seconds} s deste trecho não podem ser lidos do servidor: um tom está no lugar. Avise o suporte.`,
  nothingToHear: 'Não há áudio guardado deste trecho.',
  notWhileRecording: 'O áudio não é tocado durante a gravação: entraria no microfone.',
  /** `15/10/2026` */
  soundErased: (date: string) =>
    `O áudio foi apagado em ${date}, ao fim do prazo de guarda. O texto e as fontes permanecem.`,
  transcriptErasedTitle: 'Transcrição apagada',
  transcriptErased: (date: string) =>
    `A transcrição desta consulta foi apagada em ${date}, ao fim do prazo de guarda. Os documentos permanecem.`,
  fingerprint: 'Identificação técnica de quem escreveu',
  fingerprintOf: (version: string, template: string) =>
    `Versão do motor: ${version}. Modelo do documento: ${template}.`,
  differs: 'diverge',
  contradicts: 'A conversa diz outra coisa: confira.',
  /** Of several sentences; `total` is unknown where a person changed some. */
  inDoubt: (without: number, differing: number, unsure: number, total?: number) => {
    const differs = `${differing} ${differing === 1 ? 'frase diverge' : 'frases divergem'}`
    const all = without + differing + unsure
    if (differing === all) return differs
    if (without < all) return `${all} ${all === 1 ? 'frase a conferir' : 'frases a conferir'}`
    return total === undefined ? `${without} sem fonte` : `${without} de ${total} sem fonte`
  },
  unsure: 'ouvido com dúvida',
  unsureWords: (words: string) => `Ouvido com dúvida: ${words}. Ouça o trecho antes de assinar.`,
  nearest: 'O que foi dito de mais próximo (confira; não é prova):',
  sourcesOfRest: 'Fontes das outras frases',
}

export const editor = {
  label: 'Texto do documento',
  loading: 'Abrindo o editor…',
  loadFailed:
    'O editor não pôde ser carregado. O documento pode ser lido e enviado; tente de novo para editar.',
  toolbar: 'Ferramentas do texto',
  blocks: {
    heading: 'Subtítulo',
    bullet: 'Lista com marcadores',
    number: 'Lista numerada',
    check: 'Lista de tarefas',
    quote: 'Citação',
    paragraph: 'Parágrafo',
  },
  table: 'Inserir tabela',
  separator: 'Inserir separador',
  tables: {
    addRow: 'Inserir linha',
    addColumn: 'Inserir coluna',
    deleteRow: 'Remover linha',
    deleteColumn: 'Remover coluna',
    deleteTable: 'Remover tabela',
  },
  undo: 'Desfazer (Ctrl+Z)',
  redo: 'Refazer (Ctrl+Shift+Z)',
  moveUp: 'Mover para cima',
  moveDown: 'Mover para baixo',
  moveUpKeys: 'Mover bloco para cima (Alt+Shift+↑)',
  moveDownKeys: 'Mover bloco para baixo (Alt+Shift+↓)',
  nextDoubt: (n: number) => `Próxima frase a conferir (F8): ${n}`,
  drag: 'Arraste para mover',
  sectionMenu: (name: string) => `Opções de ${name}`,
  hide: 'Ocultar no documento',
  show: 'Mostrar no documento',
  hiddenNote:
    'Oculta: fora do texto, da cópia e do preenchimento. Continua nos dados estruturados e no envio à RNDS; para tirá-la de lá, apague o texto dela.',
  copySection: 'Copiar seção',
  searchCode: 'Buscar CID-10',
  notInformed: 'não informado',
  task: (text: string) => (text === '' ? 'Tarefa feita' : `Feito: ${text}`),
  movedTo: (place: number, total: number, section: string) =>
    `Movido em ${section}: ${place} de ${total}`,
  movedSection: (name: string, place: number, total: number) =>
    `${name}: seção ${place} de ${total}`,
  cannotMove: 'Não há mais para onde mover',
  openFile: 'Ver o texto do anexo',
  saveStates: {
    saved: 'Salvo',
    unsaved: 'Não salvo',
    saving: 'Salvando…',
    failed: 'Não foi possível salvar. Tentando de novo…',
    conflict: 'Alterado em outro lugar',
  },
  conflictTitle: 'Este documento foi alterado em outro lugar',
  conflictText:
    'O que você escreveu está aqui. Escolha o texto que fica; o outro continua no histórico de versões.',
  mine: 'O seu texto',
  theirs: 'O outro texto',
  keepMine: 'Manter o meu',
  takeTheirs: 'Usar o outro',
  differences: 'Seções diferentes',
  history: 'Histórico de versões',
  historyEmpty: 'As versões aparecem aqui depois da primeira alteração.',
  historyFailed: 'Não foi possível carregar o histórico.',
  versionKinds: {
    generated: 'Gerado',
    edited: 'Editado',
    reviewed: 'Revisado',
    restored: 'Restaurado',
  },
  versionBy: (who: string) => `por ${who}`,
  current: 'Atual',
  openVersion: (n: number) => `Ver a versão ${n}`,
  version: (n: number) => `Versão ${n}`,
  restore: 'Restaurar esta versão',
  restored: 'Versão restaurada',
  copySelected: 'O navegador bloqueou a cópia. O texto está selecionado: pressione Ctrl+C.',
  backgroundTitle: 'Histórico prévio',
  more: (name: string) => `Ações de ${name}`,
  open: 'Abrir',
  copy: 'Copiar',
  fill: 'Preencher prontuário',
  duplicate: 'Gerar com outro modelo',
  remove: 'Excluir',
  removed: (name: string) => `${name} excluído`,
  undoRemove: 'Desfazer',
  putBack: 'Documento recuperado',
  removeProblems: {
    legal_hold: 'Esta consulta está sob retenção legal: nada dela pode ser excluído.',
    document_submitted:
      'Este documento faz parte de um registro enviado à RNDS e não pode ser excluído.',
    document_not_ready: 'O documento ainda está sendo gerado.',
    not_found: 'O prazo para desfazer terminou.',
  } as Record<string, string>,
  removeFailed: 'Não foi possível. Tente de novo.',
  failures: {
    AUTH_FAILED: 'Sessão encerrada',
    TOKEN_TIMEOUT: 'Sessão encerrada',
    network: 'Sem conexão',
    no_content: 'Sem conteúdo',
    generation_timeout: 'Tempo esgotado',
    canceled: 'Cancelada',
    interrupted: 'Interrompida',
  } as Record<string, string>,
  failureService: 'Serviço indisponível',
}

/** Other words for a part of a document. */
export const rewrite = {
  menu: 'Reescrever o trecho',
  short: 'Reescrever',
  styles: {
    shorter: 'Mais curto',
    formal: 'Mais formal',
    patient: 'Em linguagem para o paciente',
  },
  section: {
    shorter: 'Seção: mais curta',
    formal: 'Seção: mais formal',
    patient: 'Seção: em linguagem para o paciente',
  },
  needsModel:
    'Para sugerir outra redação é preciso um modelo de linguagem, e este servidor trabalha sem um.',
  nothing: 'Escolha um trecho com texto, de até 60 linhas.',
  title: 'Sugestão de redação',
  queued: (position: number) =>
    position > 0 ? `Na fila: ${position} antes` : 'Pedindo a sugestão…',
  writing: (done: number, total: number) => `Escrevendo: ${done} de ${total}`,
  ready: 'A sugestão está pronta. Compare antes de aceitar.',
  before: 'Como está',
  after: 'Sugestão',
  accept: 'Aceitar',
  reject: 'Rejeitar',
  accepted: 'Sugestão aceita. Ctrl+Z desfaz.',
  rejected: 'O texto ficou como estava.',
  unchanged: 'O modelo não sugeriu nenhuma mudança.',
  kept: (lines: number) =>
    lines === 1
      ? 'Uma linha ficou como estava: a sugestão mudaria o que ela diz.'
      : `${lines} linhas ficaram como estavam: as sugestões mudariam o que elas dizem.`,
  note: 'Números, doses, medicamentos, lados e negações foram conferidos. O sentido do resto, só você pode conferir.',
  stale: 'O texto mudou depois do pedido. Peça a sugestão de novo.',
  failed: 'Não há sugestão',
  reasons: {
    rewrite_needs_model:
      'Para sugerir outra redação é preciso um modelo de linguagem, e este servidor trabalha sem um.',
    rewrite_changed_facts:
      'O que o modelo escreveu mudaria números, medicamentos, lados, negações ou achados do texto, e foi descartado.',
    generation_timeout: 'Demorou demais. Tente de novo, ou com um trecho menor.',
    generation_failed: 'O modelo não chegou ao fim. Tente de novo, ou com um trecho menor.',
    prompt_too_long: 'O trecho é longo demais para o modelo. Escolha um trecho menor.',
    interrupted: 'A conexão caiu antes do fim. Tente de novo.',
    network: 'Sem conexão com o servidor. Tente de novo.',
  } as Record<string, string>,
  unknown: 'Não foi possível. Tente de novo.',
}
