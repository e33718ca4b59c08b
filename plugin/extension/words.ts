/** What doctors read of the extension itself; the rest is the plugin's catalogue. */
export const words = {
  title: 'Assistente de consulta',
  signIn: {
    title: 'Entrar',
    hint: 'Use o código de acesso, ou o link, que o hospital entregou a você. Ele vale uma vez.',
    address: 'Endereço do servidor do hospital',
    code: 'Código de acesso',
    device: 'Nome deste computador',
    deviceExample: 'Ex.: Consultório 3',
    enter: 'Entrar',
    entering: 'Entrando…',
    byProvider: (name: string) => `Entrar com ${name}`,
  },
  visits: {
    title: 'Nova consulta',
    signedInAs: (doctor: string, organization: string) => `${doctor} · ${organization}`,
    patient: 'Nome do paciente',
    number: 'Identificador no prontuário (opcional)',
    ehrId: (id: string) => `Atendimento ${id}`,
    type: 'Consulta por vídeo',
    begin: 'Abrir consulta',
    beginning: 'Abrindo…',
    today: 'Consultas de hoje e abertas',
    none: 'Nenhuma consulta hoje.',
    open: (patient: string) => `Abrir a consulta de ${patient}`,
    unnamed: 'Paciente sem nome',
    signOut: 'Sair deste computador',
    back: 'Consultas',
  },
  lock: {
    choose: 'Escolha um PIN',
    why: 'Depois de um tempo sem uso, o painel se bloqueia e pede este PIN. A gravação continua.',
    pin: 'PIN (4 a 12 números)',
    again: 'PIN, outra vez',
    keep: 'Guardar o PIN',
    keeping: 'Guardando…',
    weak: 'Use de 4 a 12 números, nem todos iguais nem em sequência.',
    different: 'Os dois PINs não são iguais.',
    locked: 'Painel bloqueado',
    lockedFor: (doctor: string) => `Digite o PIN de ${doctor}.`,
    recording: (time: string) => `Gravação em andamento · ${time}`,
    open: 'Desbloquear',
    opening: 'Conferindo…',
    wrong: (left: number) =>
      left === 1 ? 'O PIN não confere. Resta 1 tentativa.' : `O PIN não confere. Restam ${left}.`,
    exhausted:
      'O PIN não foi acertado, e o acesso deste computador foi encerrado. Entre de novo: o que foi gravado está guardado.',
    forgotten: 'Esqueceu o PIN? Saia e entre de novo. O que foi gravado está guardado.',
    now: 'Bloquear agora',
  },
  version: {
    extension_old: 'Esta extensão é antiga demais para o servidor do hospital. Atualize-a.',
    service_old:
      'O servidor do hospital é antigo demais para esta extensão. Avise o administrador do serviço.',
    kept: 'Consultas novas esperam. O que já foi gravado continua sendo enviado.',
    look: 'Procurar atualização',
    restart: 'Reiniciar com a atualização',
    none: 'O navegador não encontrou atualização. Avise quem administra os computadores.',
  },
  recorded: (patient: string) => `Gravando: ${patient}`,
  recordingElsewhere: (patient: string) =>
    `A consulta de ${patient} está sendo gravada. Pause aquela gravação antes de começar esta.`,
  microphone: {
    title: 'Permitir o microfone',
    text: 'Para gravar consultas, o assistente precisa do microfone. O navegador pergunta uma única vez: escolha “Permitir”.',
    ask: 'Permitir o microfone',
    done: 'Pronto. Esta aba pode ser fechada; a gravação continua no painel.',
    denied:
      'O microfone está bloqueado para o assistente. Ao lado do endereço desta aba, abra as permissões e permita o microfone.',
    missing: 'Nenhum microfone foi encontrado neste computador. Conecte um e tente de novo.',
    deniedSteps: [
      'Clique em “Tentar novamente”: abre-se uma aba do assistente.',
      'Ao lado do endereço dessa aba, abra as permissões e permita o microfone.',
      'A gravação começa sozinha neste painel.',
    ],
    /** Where a tab records. */
    deniedStepsOfTab: [
      'Clique em “Tentar novamente”: aparece a aba do assistente que grava.',
      'Ao lado do endereço dessa aba, clique no microfone riscado e remova o bloqueio com o X.',
      'Escolha “Permitir”: a gravação começa, e o prontuário volta.',
    ],
  },
  recordingTab: {
    title: 'Esta aba grava as consultas',
    text: 'Deixe-a aberta: a gravação continua aqui, mesmo com o painel fechado.',
    asks: 'Quando o navegador perguntar pelo microfone, escolha “Permitir”.',
    blocked: 'O microfone está bloqueado',
    blockedSteps: [
      'Clique no microfone riscado, ao lado do endereço desta aba.',
      'Remova o bloqueio com o X.',
      'Quando o navegador perguntar, escolha “Permitir”. A gravação começa sozinha.',
    ],
  },
  reading: {
    ask: 'Ler da página',
    check: 'Lido da página: confira o paciente antes de abrir a consulta.',
    noRule: 'Para esta página não há regra de leitura. Digite os dados.',
    nothing: 'Nada foi encontrado nesta página. Digite os dados.',
  },
  fill: {
    written: (name: string) => (name ? `Inserido em “${name}”.` : 'Inserido no campo.'),
    no_field: 'Clique antes no campo do prontuário onde o texto deve entrar, e repita.',
    not_writable: 'Este campo não aceita texto. Nada foi escrito.',
    unseen: 'Este campo não está à vista: está escondido ou coberto. Nada foi escrito.',
    too_long: 'O texto não cabe neste campo. Nada foi escrito.',
    no_fit: 'Este campo não aceita texto. Nada foi escrito.',
    twice: 'Há mais de um campo assim nesta página. Nada foi escrito.',
    taken: 'Outro texto já vai para este campo. Nada foi escrito.',
    changed: 'O campo mudou. Nada foi escrito.',
    foreign_frame: 'O campo está em uma página de outro endereço. Copie o documento e cole nele.',
    not_kept: 'A página não manteve o texto. Confira o campo, ou copie o documento e cole nele.',
    altered: 'A página mudou o texto. Confira o campo.',
    closed:
      'Abra a página do prontuário, clique no botão do assistente na barra do navegador e repita.',
    undo: 'Desfazer (Alt+Z)',
    undone: 'Desfeito: está como antes.',
    nothingToUndo: 'Não há mais nada a desfazer nesta página.',
    undoThere: (names: string[]) =>
      names.length === 0
        ? 'O campo mudou desde então. Desfaça nele, com Ctrl+Z.'
        : `Mudou desde então e não foi desfeito: ${names.join(', ')}. Desfaça no campo, com Ctrl+Z.`,
    fields: 'Campo por campo',
  },
  frames: {
    field: (host: string) => `O campo está em um quadro de outro endereço: ${host}.`,
    fields: (host: string) => `Há campos em um quadro de outro endereço: ${host}.`,
    patient: (host: string) => `O paciente está em um quadro de outro endereço: ${host}.`,
    open: (host: string) => `Permitir ${host}`,
    declined:
      'Sem a permissão, nada é lido nem escrito nesse quadro. Copie o documento e cole nele.',
  },
  sheet: {
    title: 'Preencher a página',
    copyTitle: 'Campos do documento',
    site: (name: string) => `Página: ${name}`,
    whole: 'Documento inteiro',
    to: (name: string) => `→ ${name}`,
    toUnnamed: '→ campo sem nome',
    now: (text: string) => `Na página: ${text}`,
    replaces: 'Marque para substituir o que está na página.',
    isThere: 'Já está na página.',
    left: 'Não preenchido: ficou como estava.',
    write: (count: number) => (count === 1 ? 'Preencher 1 campo' : `Preencher ${count} campos`),
    atCaret: 'Inserir no cursor',
    close: 'Fechar',
    samePatient: 'É o mesmo paciente',
    copyAs: 'Copiar como',
    formats: { plain: 'Texto', markdown: 'Markdown', html: 'HTML' },
    copy: (field: string) => `Copiar ${field}`,
    copied: (field: string) => `Copiado: ${field}`,
    copyBlocked: 'O navegador não deixou copiar.',
    filled: (count: number, all: number, others: number) => {
      if (count < all) return `${count} de ${all} campos preenchidos. Veja os outros abaixo.`
      const filled = count === 1 ? '1 campo preenchido' : `${count} campos preenchidos`
      const left = others === 1 ? 'Outro não foi' : `Outros ${others} não foram`
      return `${filled}. Confira na página.${others === 0 ? '' : ` ${left}: veja abaixo.`}`
    },
    gone: 'A página mudou. Nada foi escrito: abra o preenchimento de novo.',
    other_patient: 'O paciente da página mudou. Nada foi escrito.',
    outcomes: {
      written: 'Preenchido.',
      no_field: 'O campo não está nesta página.',
      not_writable: 'O campo não aceita texto.',
      unseen: 'O campo está escondido ou coberto.',
      too_long: 'O texto não cabe no campo.',
      no_fit: 'O campo não aceita este valor.',
      twice: 'Há mais de um campo assim na página.',
      taken: 'Outro texto já vai para este campo.',
      changed: 'O campo mudou desde que foi mostrado.',
      foreign_frame: 'O campo está em uma página de outro endereço.',
      not_kept: 'A página não manteve o texto.',
      altered: 'A página mudou o texto. Confira.',
    },
  },
  tabSound: {
    declined: 'Sem a permissão, só o microfone é gravado.',
    closed: 'Abra a aba da chamada, clique no botão do assistente na barra do navegador e repita.',
    failed: 'O som da aba não pôde ser aberto.',
    stale:
      'O navegador só dá o som desta aba depois que o assistente reinicia, uma única vez. O painel se fecha. Clique então no botão do assistente na aba da chamada, abra a consulta pela lista e compartilhe.',
    restart: 'Reiniciar o assistente',
    pauseFirst: 'Pause a gravação antes. O que foi gravado está guardado.',
  },
  otherPatient: {
    patient: (there: string, ours: string) =>
      `A página mostra outro paciente (${there}); a consulta é de ${ours}. Nada é escrito.`,
    visit: (there: string, ours: string) =>
      `A página mostra o atendimento ${there}; a consulta é do atendimento ${ours}. Nada é escrito.`,
    doubt: (there: string, ours: string) =>
      `Na página o paciente é ${there}; a consulta é de ${ours}.`,
  },
  errors: {
    network: 'O servidor do hospital não respondeu. Confira o endereço e a rede.',
    address: 'O endereço precisa começar com https://',
    code_invalid: 'O código não vale: foi digitado errado, já foi usado ou venceu.',
    extension_disabled: 'O hospital não liberou a extensão para esta organização.',
    device_revoked: 'O acesso deste computador foi encerrado. Peça um novo código.',
    signed_out: 'O acesso deste computador terminou. Entre de novo.',
    identifier_mismatch: 'Este identificador já é de uma consulta de outro paciente.',
    closed: 'A janela da conta do hospital foi fechada antes do fim, ou não abriu.',
    provider_unavailable:
      'O serviço de contas do hospital não respondeu. Tente de novo em instantes.',
    login_refused: 'A conta do hospital não foi comprovada. Comece de novo.',
    login_not_allowed: 'Esta conta não faz parte do grupo que pode usar o assistente.',
    login_unknown:
      'Esta conta ainda não foi ligada ao assistente. Peça ao administrador do serviço.',
    login_deactivated: 'O acesso desta conta ao assistente foi desativado.',
    other: 'Não foi possível. Tente de novo.',
  },
}
