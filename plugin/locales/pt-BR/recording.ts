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
