import type { Catalogue } from '../pt-BR.ts'

export const remoteSound: Catalogue['remoteSound'] = {
  title: 'Audio de la teleconsulta',
  level: 'Nivel del audio de la teleconsulta',
  states: {
    none: 'Solo se graba el micrófono. Sin el audio de la videollamada puede faltar lo que dice el paciente.',
    host: 'El sistema envía el audio del paciente.',
    shared: 'Se graba el audio de la pestaña compartida; la imagen, nunca.',
    muted: 'El otro lado está sin sonido en este momento.',
    asking: 'Elija la pestaña de la videollamada en la ventana del navegador.',
  },
  share: 'Compartir audio de la pestaña',
  shareAgain: 'Compartir de nuevo',
  microphoneOnly: 'Continuar solo con el micrófono',
  stop: 'Dejar de compartir',
  obstacles: {
    unsupported: 'Este navegador no comparte pestañas. Use Chrome o Edge en una computadora.',
    no_audio:
      'Este navegador no comparte el audio de pestañas. Use Chrome o Edge, o deje el sonido de la llamada en el altavoz.',
    blocked_by_page:
      'El sistema no permite compartir pestañas (Permissions-Policy “display-capture”). Muestre este mensaje a soporte.',
  },
  notices: {
    declined: {
      title: 'Se canceló compartir',
      steps: ['Nada cambió: solo se graba el micrófono.'],
    },
    blocked_by_page: {
      title: 'El sistema no permite compartir',
      steps: [
        'La página debe habilitar “display-capture” (Permissions-Policy o el atributo allow del marco).',
        'Muestre este mensaje al soporte del sistema.',
      ],
    },
    denied_by_system: {
      title: 'La computadora no permite compartir',
      steps: [
        'En los ajustes de privacidad del sistema, permita que el navegador grabe la pantalla.',
        'Cierre y abra el navegador, e intente de nuevo.',
      ],
    },
    without_audio: {
      title: 'La pestaña vino sin audio',
      steps: [
        'Haga clic en “Compartir de nuevo”.',
        'Elija “Pestaña”, y en ella la de la videollamada: las ventanas no tienen sonido.',
        'Antes de confirmar, active “Compartir también el audio de la pestaña”.',
      ],
    },
    failed: {
      title: 'No fue posible compartir',
      steps: ['Intente de nuevo. Mientras tanto, solo se graba el micrófono.'],
    },
    sharing_ended: {
      title: 'Se dejó de compartir',
      steps: ['La grabación se pausó para que no se pierda lo que dice el paciente.'],
    },
    host_without_audio: {
      title: 'El video del sistema vino sin audio',
      steps: ['Solo se graba el micrófono. Muestre este mensaje al soporte del sistema.'],
    },
    host_ended: {
      title: 'El audio del paciente terminó',
      steps: ['La grabación continúa solo con el micrófono.'],
    },
  },
}
