import { editor, evidence, procedures, rewrite, structured, unwritten } from './pt-BR/document.ts'
import { files } from './pt-BR/files.ts'
import { models } from './pt-BR/models.ts'
import {
  localNetwork,
  notUnderstood,
  recording,
  remoteSound,
  transcriptEdit,
} from './pt-BR/recording.ts'

/** Every word that the doctor sees. Another language is another object of this shape. */
export const ptBR = {
  language: 'pt-BR',
  appName: 'Assistente de documentação',
  title: 'Atendimento',
  close: 'Fechar',
  cancel: 'Cancelar',
  retry: 'Tentar novamente',
  back: 'Voltar',
  dismiss: 'Dispensar',
  edit: 'Editar',
  save: 'Salvar',
  more: 'Mais opções',

  window: {
    minimize: 'Minimizar',
    maximize: 'Maximizar',
    restore: 'Restaurar tamanho',
    close: 'Fechar assistente',
    move: 'Mover janela (setas do teclado movem)',
    resize: 'Redimensionar janela (setas do teclado redimensionam)',
    open: 'Abrir assistente',
    saving: 'Salvando…',
  },

  keys: {
    title: 'Atalhos do teclado',
    letters: 'Usar as letras R e G',
    lettersNote: 'Valem com o foco no assistente e fora dos campos de texto.',
    list: [
      ['R', 'Iniciar, pausar e retomar a gravação'],
      ['G', 'Gerar documento'],
      ['Ctrl+S', 'Salvar o que está sendo escrito'],
      ['Ctrl+Enter', 'Preencher o prontuário'],
      ['F8', 'No documento, ir à próxima frase a conferir'],
      ['F9', 'No documento, ouvir o trecho em que se baseia'],
      ['Esc', 'Minimizar a janela ou fechar o que está aberto por cima'],
    ],
  },

  tabs: {
    label: 'Partes do atendimento',
    recording: 'Gravação',
    transcript: 'Transcrição',
    context: 'Contexto',
    files: files.title,
    documents: 'Documentos',
  },

  loading: {
    label: 'Carregando',
    slow: 'Carregando assistente…',
    late: 'Está demorando mais que o normal.',
  },

  failures: {
    auth: {
      title: 'Não foi possível autenticar',
      text: 'Verifique o token ou fale com o suporte.',
    },
    identifier_mismatch: {
      title: 'Este atendimento pertence a outro paciente',
      text: 'O prontuário abriu um atendimento que já existe com outro paciente. Nada foi mostrado nem gravado. Feche e abra de novo a partir do paciente certo.',
    },
    offline: {
      title: 'Sem conexão com o servidor',
      text: 'O assistente precisa da rede do hospital para abrir. O que já foi gravado neste computador está guardado.',
      countdown: (seconds: number) => `Nova tentativa em ${seconds} s`,
    },
    local_network: localNetwork.failure,
    forbidden: {
      title: 'Sem permissão para este atendimento',
      text: 'A sessão é válida, mas não dá acesso a este atendimento. Fale com o suporte.',
    },
    origin: {
      title: 'Esta página não está autorizada',
      text: 'O servidor do assistente não aceita pedidos deste prontuário. Peça ao suporte para incluir este endereço na lista de páginas autorizadas:',
    },
    insecure: {
      title: 'Esta página não é segura (HTTPS)',
      text: 'Sem HTTPS o navegador não libera o microfone. Peça ao suporte para abrir o prontuário com um endereço https://.',
    },
    unsupported: {
      title: 'Este navegador não é compatível',
      text: 'Abra o prontuário em um destes navegadores:',
    },
    changed: {
      title: 'Esta página altera funções básicas do navegador',
      text: 'O que se grava poderia se perder. Avise o suporte do prontuário.',
    },
    browsers: [
      'Chrome ou Edge 110 ou mais recente',
      'Firefox 115 ou mais recente',
      'Safari 16.4 ou mais recente',
    ],
    httpsNeeded: 'O endereço da página precisa começar com https://.',
    withoutRecording: 'Continuar sem gravar',
    unexpected: {
      title: 'Algo deu errado',
      text: 'Não foi possível abrir o atendimento. Tente novamente; se o erro continuar, envie os detalhes ao suporte.',
    },
    code: (code: string) => `Código: ${code}`,
    request: (id: string) => `Solicitação: ${id}`,
    copyDetails: 'Copiar detalhes',
    detailsCopied: 'Detalhes copiados',
  },

  banners: {
    sessionEnded: 'A sessão terminou. A gravação continua guardada neste computador.',
    sessionEndedHere:
      'A sessão terminou e esta página não a renova. A gravação continua guardada neste computador: abra o atendimento de novo pelo prontuário.',
    sessionEnding:
      'A sessão termina em menos de 2 minutos e esta página não a renova. Se precisar de mais tempo, abra o atendimento de novo pelo prontuário; o que foi gravado fica guardado.',
    reconnect: 'Reconectar',
    otherConsultation:
      'O prontuário pediu outro atendimento, mas este continua aberto. Feche este antes de atender o próximo paciente.',
    pausedUnseen: (time: string) =>
      `A página retirou o assistente da tela às ${time}, e a gravação foi pausada ali. Retome se o atendimento continua.`,
    refused:
      'O servidor não aceita mais este atendimento. A gravação continua guardada neste computador.',
    misunderstood:
      'O servidor não entendeu o que esta página enviou (código 4400). A gravação continua guardada neste computador: recarregue a página ou avise o suporte.',
    takenOver:
      'A gravação continuou em outra janela. O que foi gravado aqui está guardado neste computador.',
    displaced:
      'O servidor encerrou esta gravação, talvez porque ela continuou em outro computador. O que se grava aqui fica guardado neste computador.',
    continueHere: 'Continuar aqui',
    overloaded:
      'O computador está sobrecarregado e podem faltar trechos do som. Feche programas e abas que não estiver usando.',
    elsewhere:
      'Este atendimento está aberto em outra aba. Aqui a gravação fica desligada até que ela seja fechada.',
    heldCopy:
      'Esta instalação é uma cópia restaurada e está isolada. A gravação e os documentos funcionam; os registros para a RNDS ficam guardados e só serão enviados quando o administrador a liberar.',
    held: 'O administrador isolou esta instalação. A gravação e os documentos funcionam; os registros para a RNDS ficam guardados e só serão enviados quando ele a liberar.',
    broken:
      'O servidor perdeu parte do áudio que havia confirmado. Avise o suporte; a gravação atual continua guardada neste computador.',
    storageFailed:
      'Este navegador não guarda o áudio no computador: o que não chegou ao servidor se perde se a página for fechada ou recarregada. Finalize antes de sair.',
    leftover: (length: string) =>
      `Há ${length} de áudio da última vez guardados neste computador. Enviando…`,
    leftoverWaiting: (length: string) =>
      `Há ${length} de áudio da última vez guardados neste computador. Serão enviados quando a conexão voltar.`,
  },

  start: {
    modality: 'Modalidade do atendimento',
    inPerson: 'Presencial',
    inPersonHint: 'Paciente na sala',
    telemedicine: 'Telemedicina',
    telemedicineHint: 'Por vídeo ou telefone',
    consent: 'Consentimento do paciente',
    consentGiven: 'Paciente informado e de acordo',
    consentRefused: 'Paciente recusou',
    consentLater: 'Registrar depois',
    consentRequired: 'Registre a resposta do paciente para gravar.',
    consentAwaited:
      'O sistema pediu para gravar. A gravação começa quando você registrar a resposta do paciente.',
    consentMethod: 'Como foi informado',
    consentMethods: {
      verbal: 'Verbalmente',
      written: 'Por escrito',
      host: 'Pelo sistema do prontuário',
    },
    consentAt: (time: string) => `Registrado às ${time}`,
    consentRefusedNote:
      'A gravação fica desligada. Você pode escrever no contexto e gerar documentos a partir dele.',
    script: 'Ler para o paciente',
    scriptText: [
      'Com a sua permissão, vou gravar nossa conversa para que um programa do hospital me ajude a escrever o seu prontuário; eu reviso tudo antes de salvar.',
      'A gravação fica só aqui no hospital, e você pode recusar ou pedir que eu pare a qualquer momento.',
    ],
    context: 'Contexto do paciente',
    contextEmpty: 'Nada escrito ainda',
    template: 'Modelo do documento',
    saveFailed: 'Não foi possível salvar a escolha. Tente de novo.',
  },

  recorder: {
    start: 'Iniciar gravação',
    resume: 'Retomar gravação',
    pause: 'Pausar gravação',
    finish: 'Finalizar atendimento',
    finishShort: 'Finalizar',
    idle: 'Pronto para gravar',
    requesting: 'Aguardando o microfone…',
    requestingHint: 'Se o navegador perguntar, permita o uso do microfone.',
    recording: 'Gravando',
    paused: 'Pausado',
    finishing: 'Finalizando…',
    finished: 'Gravação finalizada',
    blocked: 'Sem microfone',
    consentRefused: 'Gravação desligada: o paciente recusou',
    elapsed: 'Tempo gravado',
    level: 'Nível do microfone',
    device: 'Microfone',
    defaultDevice: 'Microfone padrão',
    released: 'Microfone liberado durante a pausa',
    deviceLost: 'O microfone foi desconectado. Conecte outro e retome a gravação.',
    silent: 'Não estamos ouvindo nada. Verifique o microfone.',
    lost: (length: string) =>
      `Som não captado: cerca de ${length}. O computador estava sobrecarregado ou suspenso, ou o microfone parou; confira a transcrição.`,
    interrupted: (length: string) => `Gravação interrompida por ${length}`,
    offline: 'Sem conexão: gravando neste computador',
    offlinePaused: 'Sem conexão: áudio guardado neste computador',
    refused: 'O servidor não aceitou: áudio guardado neste computador',
    notFinished: 'Não foi possível finalizar',
    sending: (length: string) => `Enviando ${length} de áudio…`,
    safe: 'Tudo guardado no servidor',
    reset: 'Zerar gravação…',
    resetTitle: 'Zerar a gravação?',
    resetText:
      'A gravação é pausada e o tempo volta a zero. O que já foi transcrito continua no atendimento.',
    resetConfirm: 'Zerar',
    complete: (length: string) => `Gravação completa: ${length} guardados`,
    completeText: 'O servidor conferiu cada milissegundo com este computador.',
    incomplete: (length: string) => `Gravação com falhas: ${length} guardados`,
    gap: (from: string, to: string) => `Falta o trecho de ${from} a ${to}`,
    noSound: 'O microfone não captou som algum. Confira o microfone e o cabo.',
    mismatch: 'O áudio guardado é diferente do que foi gravado neste computador.',
    shortcut: 'Tecla R inicia e pausa',
    latest: 'Ao vivo',
    lastLines: 'Últimas falas',
    closeTitle: 'Pausar e fechar?',
    closeText: 'A gravação está em andamento. Tudo o que foi gravado continua guardado.',
    closeConfirm: 'Pausar e fechar',
    announceStarted: 'Gravação iniciada',
    announcePaused: 'Gravação pausada',
    announceFinished: 'Gravação finalizada',
    generate: 'Gerar documento',
  },

  microphone: {
    denied: {
      title: 'O navegador bloqueou o microfone',
      steps: [
        'Clique no cadeado ou no ícone de ajustes ao lado do endereço da página.',
        'Em “Microfone”, escolha “Permitir”.',
        'Volte aqui e tente novamente.',
      ],
    },
    denied_by_system: {
      title: 'O computador não permite o microfone',
      steps: [
        'Abra os ajustes de privacidade do sistema (Windows: “Privacidade > Microfone”; Mac: “Privacidade e Segurança > Microfone”).',
        'Permita o microfone para o seu navegador.',
        'Feche e abra o navegador, e tente novamente.',
      ],
    },
    blocked_by_page: {
      title: 'Esta página não permite o microfone',
      steps: [
        'O prontuário precisa liberar o microfone para o assistente (Permissions-Policy ou atributo allow="microphone").',
        'Mostre esta mensagem ao suporte do prontuário.',
      ],
    },
    no_device: {
      title: 'Nenhum microfone encontrado',
      steps: [
        'Conecte um microfone ou um fone com microfone.',
        'Confira se ele aparece nos ajustes de som do computador.',
      ],
    },
    busy: {
      title: 'O microfone está em uso por outro programa',
      steps: ['Feche outras chamadas ou gravadores abertos.', 'Tente novamente.'],
    },
    insecure: {
      title: 'Esta página não é segura (HTTPS)',
      steps: [
        'O navegador só libera o microfone em páginas com HTTPS.',
        'Peça ao suporte para abrir o prontuário com um endereço https://.',
      ],
    },
    unsupported: {
      title: 'Este navegador não consegue gravar',
      steps: ['Use uma versão atual do Chrome, Edge, Firefox ou Safari.'],
    },
    worklet: {
      title: 'A gravação não pôde ser iniciada',
      steps: [
        'A página pode estar bloqueando o gravador (Content-Security-Policy).',
        'Tente novamente; se o erro continuar, fale com o suporte.',
      ],
    },
  },

  transcript: {
    empty: 'A transcrição aparece aqui alguns segundos depois que alguém fala.',
    emptyTitle: 'Nada transcrito ainda',
    toEnd: 'Ir para o fim',
    behind: (length: string) => `A transcrição está ${length} atrás da fala`,
    provisional: 'provisório',
    finishing: (percent: number) => `Revisando a transcrição: ${percent}%`,
    finishingUnknown: 'Revisando a transcrição…',
    complete: 'Transcrição completa',
    waiting: 'A transcrição aguarda o reconhecimento de fala.',
    failed: 'A transcrição falhou. O áudio está guardado.',
    copy: 'Copiar transcrição',
    copied: 'Transcrição copiada',
    label: 'Transcrição da consulta',
    remote: 'Remoto',
  },

  context: {
    label: 'Contexto do paciente',
    placeholder: 'Ex.: hipertensa há 10 anos, alérgica a dipirona, retorno com exames…',
    note: 'Entra nos documentos, marcado como não dito na consulta.',
    states: {
      saved: 'Salvo',
      unsaved: 'Não salvo',
      saving: 'Salvando…',
      failed: 'Não foi possível salvar. Tentando de novo…',
      conflict: 'Este texto foi alterado em outro lugar.',
      too_long: 'Longo demais: não está sendo salvo.',
    },
    tooLong: (over: string, limit: string) =>
      `O texto passou do limite de ${limit} caracteres. Retire ${over} para que ele seja salvo.`,
    toolbar: 'Formatação',
    marks: { bold: 'Negrito', list: 'Lista', heading: 'Título' },
    undo: 'Desfazer',
    keepMine: 'Manter o meu',
    takeTheirs: 'Usar o outro',
    background: 'Histórico prévio',
    backgroundMark: 'De antes desta consulta',
    remove: 'Remover histórico',
    removed: 'Histórico removido',
    removeFailed: 'Não foi possível remover o histórico.',
  },

  documents: {
    emptyTitle: 'Nenhum documento ainda',
    empty: 'Gere um documento a partir da conversa e do contexto.',
    generate: 'Gerar documento',
    generateOther: 'Novo documento',
    nothingYet: 'Grave a consulta ou escreva no contexto para gerar um documento.',
    states: {
      generating: 'Gerando',
      draft: 'Rascunho',
      reviewed: 'Revisado',
      failed: 'Falhou',
    },
    listLabel: 'Documentos do atendimento',
  },

  templates: {
    title: 'Escolha o modelo',
    search: 'Buscar modelo',
    noneFound: 'Nenhum modelo com esse nome.',
    groups: {
      recent: 'Recentes',
      favorite: 'Favoritos',
      specialty: 'Especialidades',
      document: 'Documentos',
      own: 'Meus modelos',
    },
    sections: (n: number) => (n === 1 ? '1 seção' : `${n} seções`),
    pending: 'Revisão clínica pendente',
    generate: 'Gerar',
    preview: 'Seções',
    addFavorite: (name: string) => `Marcar ${name} como favorito`,
    removeFavorite: (name: string) => `Tirar ${name} dos favoritos`,
  },

  generation: {
    title: (name: string) => `Gerando ${name}`,
    queued: (n: number) => (n > 0 ? `Na fila: ${n} antes deste` : 'Preparando…'),
    progress: (done: number, total: number) => `${done} de ${total} seções`,
    failed: 'O documento não foi gerado',
    kept: 'A transcrição continua guardada. Você pode tentar de novo.',
    canceled: 'Geração cancelada',
    done: 'Documento gerado',
    reasons: {
      network: 'O servidor não respondeu.',
      interrupted: 'A conexão caiu antes do fim.',
    } as Record<string, string>,
  },

  document: {
    missing: (n: number) => `Não informado na consulta (${n})`,
    fillIn: 'Preencher',
    contradictions: (n: number) =>
      n === 1 ? '1 valor contradiz a conversa' : `${n} valores contradizem a conversa`,
    contradictionNote: (n: number): string =>
      n === 1
        ? 'Foi retirado do documento. Confira a fonte.'
        : 'Foram retirados do documento. Confira as fontes.',
    withdrawn: (value: string) => `Retirado: “${value}”`,
    noSource: 'sem fonte',
    noSourceHint: 'Nenhum trecho da conversa sustenta este valor. Confira antes de usar.',
    typed: 'editado',
    typedHint: 'Escrito ou alterado por você.',
    derived: 'calculado',
    context: 'contexto',
    background: 'histórico',
    file: 'anexo',
    sourceTitle: 'Fonte',
    sourceHint: 'Passe o mouse sobre um valor, ou clique nele, para ver de onde ele veio.',
    sourceOf: (label: string) => `Fonte de ${label}`,
    derivedFrom: (names: string) => `Calculado a partir de ${names}`,
    fromContext: 'Escrito no contexto do paciente',
    fromBackground: 'Do histórico prévio, de antes desta consulta',
    textChanged: 'O texto foi alterado depois que o documento foi escrito. Na época dizia:',
    fromFile: (page: number | null) =>
      page === null ? 'De um anexo' : `De um anexo, página ${page}`,
    seeInTranscript: 'Ver na transcrição',
    sourceGone: 'O trecho foi corrigido depois. Veja a transcrição.',
    copy: 'Copiar documento',
    copyShort: 'Copiar',
    copied: 'Copiado',
    copyBlocked: 'O navegador bloqueou a cópia. Selecione o texto e use Ctrl+C.',
    fill: 'Preencher prontuário',
    filled: (time: string) => `Enviado ao prontuário às ${time}`,
    fillShort: 'Preencher',
    filledShort: 'Enviado',
    filledFields: (fields: number, of: number, time: string) =>
      `${fields} de ${of} ${of === 1 ? 'campo' : 'campos'} no prontuário às ${time}`,
    filledFieldsShort: (fields: number, of: number) => `${fields} de ${of}`,
    review: 'Marcar como revisado',
    reviewed: 'Revisado',
    reviewDone: 'Documento marcado como revisado',
    saved: 'Alteração salva',
    conflict:
      'Este documento foi alterado em outro lugar. Compare as seções e escolha o texto que fica; o seu continua aqui.',
    saveFailed: 'Não foi possível salvar. O seu texto continua aqui.',
    viewFailed: 'Não foi possível abrir para editar e conferir. O texto pode ser lido.',
    by: {
      rules: 'Montado por regras a partir da transcrição, sem modelo de linguagem',
      llama: (model: string) => `Escrito pelo modelo ${model}, com conferência por regras`,
      remote: (model: string) => `Escrito pelo modelo ${model}, com conferência por regras`,
    },
    unnamedModel: 'local',
    unproven: 'não comprovado aqui',
    checkBeforeUse: 'Confira antes de usar: a decisão é sua.',
  },

  diagnoses: {
    title: 'Diagnósticos (CID-10)',
    none: 'Nenhum diagnóstico confirmado.',
    confirmed: 'Diagnósticos confirmados: escolha o principal',
    principal: 'Principal',
    principalOf: (code: string) => `Diagnóstico principal: ${code}`,
    remove: (code: string) => `Remover ${code}`,
    removed: (code: string) => `Removido: ${code}`,
    added: (code: string) => `Confirmado: ${code}`,
    suggestion: 'Sugestão de CID-10',
    from: (text: string) => `de “${text}”`,
    confirm: 'Confirmar',
    confirmOne: (code: string) => `Confirmar ${code}`,
    search: 'Procurar outro código',
    placeholder: 'Código, nome ou sigla: J06.9, lombalgia, HAS',
    results: 'Códigos encontrados',
    found: (n: number) =>
      n === 0 ? 'Nenhum código encontrado.' : n === 1 ? '1 código' : `${n} códigos`,
    partial: 'Só os códigos mais comuns estão instalados aqui; outros podem existir.',
    missing: 'A tabela CID-10 não está instalada aqui. Fale com o administrador.',
    searchFailed: 'A busca não respondeu. Tente de novo.',
    saveFailed: 'Não foi possível salvar os diagnósticos. A sua escolha continua aqui.',
    outdated:
      'Os diagnósticos foram alterados em outro lugar. Confira a lista e refaça a sua alteração.',
    loadFailed: 'Não foi possível carregar os diagnósticos.',
  },

  editor,
  files,
  models,
  notUnderstood,
  unwritten,
  procedures,
  recording,
  localNetwork,
  remoteSound,
  rewrite,
  structured,
  transcriptEdit,
  evidence,
}

export type Catalogue = typeof ptBR
