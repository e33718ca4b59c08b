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
