/** A stretch where a voice was heard whose words could not be recognized. */
export const notUnderstood = {
  line: 'Trecho não compreendido',
  soft: 'Fala baixa demais para ser compreendida',
  noSpeech: 'Há som, mas nenhuma fala foi reconhecida. Ouça a gravação.',
  play: 'Ouvir',
  stop: 'Parar',
  write: 'Escrever o que foi dito',
  writeAt: (time: string) => `Escrever o que foi dito em ${time}`,
  nobody: 'Ninguém falou',
  nobodyAt: (time: string) => `Ninguém falou em ${time}`,
  ready: (n: number) => `Transcrição pronta, com ${stretches(n)}`,
  listen: (n: number) => `${stretches(n)}: ouça e complete`,
}

function stretches(n: number): string {
  return n === 1 ? '1 trecho não compreendido' : `${n} trechos não compreendidos`
}

/**
 * What recording says beside its main words: devices, limits, other tabs, and how to be allowed to
 * listen.
 */
export const recording = {
  devices: 'Escolher o microfone',
  noDevices: 'Os microfones aparecem aqui depois que o navegador permite o uso.',
  otherDevice: (name: string) =>
    `O microfone foi desconectado. “${name}” está disponível: retome a gravação para usá-lo.`,
  goOn: 'Se o microfone parar, continuar com outro',
  goesOnWith: (name: string) => `O microfone parou. A gravação continua com “${name}”.`,
  changed: (time: string, from: string, to: string) =>
    `Às ${time} o microfone “${from}” parou; a gravação continuou com “${to}”.`,
  stoppedTitle: 'Gravação parada',
  unheardTitle: 'Sem som do microfone',
  troubles: {
    muted: 'O microfone está mudo (no botão, no sistema ou em uma chamada): nada é ouvido.',
    zeros: 'O microfone não envia som algum. Verifique se está ligado ou escolha outro.',
  },
  test: {
    start: 'Testar microfone',
    stop: 'Parar teste',
    listening: 'Fale algo: 5 segundos são gravados e reproduzidos em seguida.',
    playing: 'Reproduzindo o que foi gravado…',
    level: 'Nível no teste',
    verdicts: {
      nothing: 'Não ouvimos nada. Verifique se o microfone está ligado ou escolha outro.',
      quiet: 'O som está baixo. Aproxime o microfone.',
      good: 'Estamos ouvindo você bem.',
    },
  },
  long: 'A gravação já está longa. Se o atendimento terminou, finalize.',
  stopped:
    'A gravação foi pausada ao chegar ao limite de duração. Retome se o atendimento continuar.',
  silentRemote: 'A teleconsulta não tem som: nada se ouve desse lado.',
  gapRemote: (from: string, to: string) => `Falta o áudio da teleconsulta de ${from} a ${to}`,
  eraseToo: 'Apagar também a transcrição',
  eraseNote:
    'O áudio e o texto deste atendimento serão apagados do servidor. Isso não pode ser desfeito; os documentos já gerados continuam.',
  erasing: 'Apagando…',
  eraseFailed: 'Não foi possível apagar no servidor. Nada foi zerado; tente de novo.',
  eraseHeld:
    'Esta consulta está sob retenção legal: a gravação não pode ser apagada. Nada foi zerado.',
  takeOver: 'Gravar aqui',
  deniedSteps: {
    chrome: [
      'Clique no ícone de ajustes à esquerda do endereço da página.',
      'Em “Microfone”, escolha “Permitir”.',
      'Volte aqui e tente novamente.',
    ],
    edge: [
      'Clique no cadeado à esquerda do endereço da página.',
      'Em “Permissões para este site”, mude “Microfone” para “Permitir”.',
      'Volte aqui e tente novamente.',
    ],
    firefox: [
      'Clique no ícone do microfone riscado, ao lado do endereço da página.',
      'Remova o bloqueio “Bloqueado temporariamente” com o X.',
      'Tente novamente e escolha “Permitir”.',
    ],
    safari: [
      'No menu “Safari”, abra “Ajustes para este site”. No iPhone e no iPad, toque em “aA” ao lado do endereço.',
      'Em “Microfone”, escolha “Permitir”.',
      'Volte aqui e tente novamente.',
    ],
    other: [
      'Abra os ajustes do site, ao lado do endereço da página.',
      'Permita o uso do microfone.',
      'Volte aqui e tente novamente.',
    ],
  },
}

/** The other side of a teleconsultation (SPEC-GAPS 1.18). */
export const remoteSound = {
  title: 'Áudio da teleconsulta',
  level: 'Nível do áudio da teleconsulta',
  states: {
    none: 'Só o microfone é gravado. Sem o áudio da videochamada, a fala do paciente pode faltar.',
    host: 'O prontuário envia o áudio do paciente.',
    shared: 'O áudio da guia compartilhada é gravado; a imagem, nunca.',
    muted: 'O outro lado está sem som neste momento.',
    asking: 'Escolha a guia da videochamada na janela do navegador.',
  },
  share: 'Compartilhar áudio da guia',
  shareAgain: 'Compartilhar de novo',
  microphoneOnly: 'Continuar só com o microfone',
  stop: 'Parar de compartilhar',
  obstacles: {
    unsupported: 'Este navegador não compartilha guias. Use o Chrome ou o Edge em um computador.',
    no_audio:
      'Este navegador não compartilha o áudio de guias. Use o Chrome ou o Edge, ou deixe o som da chamada no alto-falante.',
    blocked_by_page:
      'O prontuário não permite compartilhar guias (Permissions-Policy “display-capture”). Mostre esta mensagem ao suporte.',
  },
  notices: {
    declined: {
      title: 'Compartilhamento cancelado',
      steps: ['Nada mudou: só o microfone é gravado.'],
    },
    blocked_by_page: {
      title: 'O prontuário não permite compartilhar',
      steps: [
        'A página precisa liberar “display-capture” (Permissions-Policy ou o atributo allow do quadro).',
        'Mostre esta mensagem ao suporte do prontuário.',
      ],
    },
    denied_by_system: {
      title: 'O computador não permite compartilhar',
      steps: [
        'Nos ajustes de privacidade do sistema, permita que o navegador grave a tela.',
        'Feche e abra o navegador, e tente de novo.',
      ],
    },
    without_audio: {
      title: 'A guia veio sem áudio',
      steps: [
        'Clique em “Compartilhar de novo”.',
        'Escolha “Guia”, e nela a da videochamada: janelas não têm som.',
        'Antes de confirmar, ative “Compartilhar também o áudio da guia”.',
      ],
    },
    failed: {
      title: 'Não foi possível compartilhar',
      steps: ['Tente de novo. Enquanto isso, só o microfone é gravado.'],
    },
    sharing_ended: {
      title: 'Compartilhamento encerrado',
      steps: ['A gravação foi pausada para que a fala do paciente não se perca.'],
    },
    host_without_audio: {
      title: 'O vídeo do prontuário veio sem áudio',
      steps: ['Só o microfone é gravado. Mostre esta mensagem ao suporte do prontuário.'],
    },
    host_ended: {
      title: 'O áudio do paciente terminou',
      steps: ['A gravação continua só com o microfone.'],
    },
  },
}

/**
 * A browser that keeps the page from the hospital's network, and a network that keeps sockets away.
 */
export const localNetwork = {
  failure: {
    title: 'O navegador bloqueou a rede do hospital',
    text: 'Este prontuário vem da internet, e o assistente funciona dentro do hospital. O navegador só conecta um ao outro com a sua permissão, e ela está negada para esta página.',
  },
  steps: {
    chrome: [
      'Clique no ícone de ajustes à esquerda do endereço da página.',
      'Em “Rede local”, escolha “Permitir”. Se não aparecer, abra “Configurações do site”.',
      'O assistente abre sozinho. Se não abrir, recarregue a página.',
    ],
    edge: [
      'Clique no cadeado à esquerda do endereço da página.',
      'Em “Permissões para este site”, mude “Rede local” para “Permitir”.',
      'O assistente abre sozinho. Se não abrir, recarregue a página.',
    ],
    firefox: [
      'Clique no ícone de permissões ao lado do endereço da página.',
      'Em “Acessar dispositivos na rede local”, remova o bloqueio com o X.',
      'Recarregue a página e, quando o navegador perguntar, escolha “Permitir”.',
    ],
    safari: [
      'No Mac, abra Ajustes do Sistema → Privacidade e Segurança → Rede local.',
      'Ative o navegador nessa lista.',
      'Recarregue a página.',
    ],
    other: [
      'Abra os ajustes do site, ao lado do endereço da página.',
      'Permita o acesso à rede local.',
      'Recarregue a página.',
    ],
  },
  forAdministrators: (origin: string) =>
    `Para a TI: a política “LocalNetworkAllowedForUrls” do Chrome e do Edge, com ${origin}, libera todos os computadores do hospital de uma vez. No Firefox é “LocalNetworkAccess”, com ${new URL(origin).hostname} em “SkipDomains”.`,
  mayAsk:
    'Se o navegador perguntar pelo acesso à rede local, escolha “Permitir”: é nela que está o servidor do hospital.',
  banner:
    'O navegador bloqueou a rede do hospital para esta página. A gravação fica guardada neste computador. Nos ajustes ao lado do endereço, mude “Rede local” para “Permitir”.',
  channel:
    'O servidor responde, mas a rede não deixa passar a conexão da gravação. O que se grava fica guardado neste computador. Avise a TI: WebSocket bloqueado.',
}

export const transcriptEdit = {
  edit: (time: string) => `Corrigir trecho de ${time}`,
  label: (time: string) => `Trecho de ${time}`,
  speaker: 'Quem fala',
  speakers: { doctor: 'Médico(a)', patient: 'Paciente', companion: 'Acompanhante' },
  nobody: 'Sem identificação',
  hint: 'Enter salva, Esc cancela',
  save: 'Salvar correção',
  saving: 'Salvando…',
  saved: 'Trecho corrigido',
  takeBack: 'Desfazer correção',
  heard: (text: string) => `Reconhecido como “${text}”`,
  edited: 'corrigido',
  removed: 'Trecho apagado na correção',
  unsure: 'Reconhecimento incerto: confira',
  unsureWord: 'Palavra incerta: confira',
  nameFor: (words: string) =>
    `Reconhecido como “${words}”; trocado por um nome de som parecido: confira`,
  offered: (name: string) => `Talvez “${name}”: confira`,
  heardAs: (words: string) => `ouvido: «${words}»`,
  putBack: 'Desfazer',
  putBackWords: (words: string) => `Desfazer: voltar a «${words}»`,
  take: (name: string) => `Escrever ${name}`,
  asSaid: 'Como foi dito',
  asSaidHint: 'Mostrar números e unidades como foram ditos',
  asWrittenHint: 'Mostrar números e unidades como se escrevem',
  said: (words: string) => `Como foi dito: “${words}”`,
  saidHint: 'Corrija as palavras como foram ditas.',
  guessed: 'suposição com base no que foi dito; corrija se estiver errada',
  failed: 'Não foi possível salvar. O seu texto continua aqui.',
  changedMeanwhile: (text: string) =>
    `O trecho mudou enquanto você corrigia. Agora diz “${text}”. Salvar coloca o seu texto no lugar.`,
  gone: 'Este trecho não existe mais na transcrição. Copie o seu texto se ainda precisar dele.',

  search: 'Buscar na transcrição',
  searchClose: 'Fechar busca',
  found: (current: number, total: number) =>
    total === 0 ? 'Nada encontrado' : `${current} de ${total}`,
  previous: 'Resultado anterior',
  next: 'Próximo resultado',
  hide: 'Ocultar o texto',
  show: 'Mostrar o texto',
  hiddenTitle: 'Transcrição oculta',
  hiddenText: 'A gravação e a transcrição continuam. Só o texto não aparece na tela.',

  importAudio: 'Importar áudio',
  importHint: 'Arquivo de uma gravação já feita: WAV, MP3, M4A, OGG, FLAC…',
  importRefused: 'O paciente recusou a gravação: nenhum áudio pode ser importado.',
  importConsent: 'Registre primeiro se o paciente autoriza a gravação.',
  importBusy: 'Finalize a gravação para importar um áudio.',
  sending: (percent: number) => `Enviando ${percent}%`,
  reading: 'Lendo o áudio…',
  imported: (length: string) => `Áudio importado (${length}). A transcrição aparece em instantes.`,
  importFailed: 'O áudio não foi importado.',
  cancelImport: 'Cancelar importação',
}
