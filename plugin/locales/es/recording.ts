import type { Catalogue } from '../pt-BR.ts'

export const notUnderstood: Catalogue['notUnderstood'] = {
  line: 'Fragmento no comprendido',
  soft: 'Habla demasiado baja para ser comprendida',
  noSpeech: 'Hay sonido, pero no se reconoció ninguna voz. Escuche la grabación.',
  play: 'Escuchar',
  stop: 'Detener',
  write: 'Escribir lo que se dijo',
  writeAt: (time) => `Escribir lo que se dijo en ${time}`,
  nobody: 'Nadie habló',
  nobodyAt: (time) => `Nadie habló en ${time}`,
  ready: (n) => `Transcripción lista, con ${fragments(n)}`,
  listen: (n) => `${fragments(n)}: escuche y complete`,
}

function fragments(n: number): string {
  return n === 1 ? '1 fragmento no comprendido' : `${n} fragmentos no comprendidos`
}

export const recording: Catalogue['recording'] = {
  devices: 'Elegir el micrófono',
  noDevices: 'Los micrófonos aparecen aquí después de que el navegador permite su uso.',
  otherDevice: (name) =>
    `El micrófono se desconectó. “${name}” está disponible: reanude la grabación para usarlo.`,
  goOn: 'Si el micrófono se detiene, continuar con otro',
  goesOnWith: (name) => `El micrófono se detuvo. La grabación continúa con “${name}”.`,
  changed: (time, from, to) =>
    `A las ${time} el micrófono “${from}” se detuvo; la grabación continuó con “${to}”.`,
  stoppedTitle: 'Grabación detenida',
  unheardTitle: 'Sin sonido del micrófono',
  troubles: {
    muted:
      'El micrófono está silenciado (en su botón, en el sistema o en una llamada): no se oye nada.',
    zeros: 'El micrófono no envía ningún sonido. Compruebe que está encendido o elija otro.',
  },
  test: {
    start: 'Probar micrófono',
    stop: 'Detener prueba',
    listening: 'Diga algo: se graban 5 segundos y se reproducen.',
    playing: 'Reproduciendo lo que se grabó…',
    level: 'Nivel en la prueba',
    verdicts: {
      nothing: 'No oímos nada. Verifique que el micrófono esté encendido o elija otro.',
      quiet: 'El sonido está bajo. Acerque el micrófono.',
      good: 'Lo oímos bien.',
    },
  },
  long: 'La grabación ya lleva mucho tiempo. Si la consulta terminó, finalícela.',
  stopped:
    'La grabación se pausó al llegar al límite de duración. Reanúdela si la consulta continúa.',
  silentRemote: 'La teleconsulta no tiene sonido: no se oye nada de ese lado.',
  gapRemote: (from, to) => `Falta el audio de la teleconsulta de ${from} a ${to}`,
  eraseToo: 'Borrar también la transcripción',
  eraseNote:
    'El audio y el texto de esta consulta se borrarán del servidor. Esto no puede deshacerse; los documentos ya generados quedan.',
  erasing: 'Borrando…',
  eraseFailed: 'No fue posible borrar en el servidor. Nada se reinició; intente de nuevo.',
  eraseHeld:
    'Esta consulta está bajo retención legal: la grabación no puede borrarse. Nada se reinició.',
  takeOver: 'Grabar aquí',
  deniedSteps: {
    chrome: [
      'Haga clic en el ícono de ajustes a la izquierda de la dirección de la página.',
      'En “Micrófono”, elija “Permitir”.',
      'Vuelva aquí e intente de nuevo.',
    ],
    edge: [
      'Haga clic en el candado a la izquierda de la dirección de la página.',
      'En “Permisos para este sitio”, cambie “Micrófono” a “Permitir”.',
      'Vuelva aquí e intente de nuevo.',
    ],
    firefox: [
      'Haga clic en el ícono del micrófono tachado, junto a la dirección de la página.',
      'Quite “Bloqueado temporalmente” con la X.',
      'Intente de nuevo y elija “Permitir”.',
    ],
    safari: [
      'En el menú “Safari”, abra “Ajustes para este sitio web”. En iPhone y iPad, toque “aA” junto a la dirección.',
      'En “Micrófono”, elija “Permitir”.',
      'Vuelva aquí e intente de nuevo.',
    ],
    other: [
      'Abra los ajustes del sitio, junto a la dirección de la página.',
      'Permita el uso del micrófono.',
      'Vuelva aquí e intente de nuevo.',
    ],
  },
}

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

export const localNetwork: Catalogue['localNetwork'] = {
  failure: {
    title: 'El navegador bloqueó la red del hospital',
    text: 'Este sistema viene de internet, y el asistente funciona dentro del hospital. El navegador solo los conecta con su permiso, y está denegado para esta página.',
  },
  steps: {
    chrome: [
      'Haga clic en el ícono de ajustes a la izquierda de la dirección de la página.',
      'En “Red local”, elija “Permitir”. Si no aparece, abra “Configuración del sitio”.',
      'El asistente se abre solo. Si no, recargue la página.',
    ],
    edge: [
      'Haga clic en el candado a la izquierda de la dirección de la página.',
      'En “Permisos para este sitio”, ponga “Red local” en “Permitir”.',
      'El asistente se abre solo. Si no, recargue la página.',
    ],
    firefox: [
      'Haga clic en el ícono de permisos junto a la dirección de la página.',
      'En “Acceder a dispositivos de red local”, quite el bloqueo con la X.',
      'Recargue la página y elija “Permitir” cuando el navegador pregunte.',
    ],
    safari: [
      'En la Mac, abra Ajustes del Sistema → Privacidad y seguridad → Red local.',
      'Active el navegador en esa lista.',
      'Recargue la página.',
    ],
    other: [
      'Abra los ajustes del sitio, junto a la dirección de la página.',
      'Permita el acceso a la red local.',
      'Recargue la página.',
    ],
  },
  forAdministrators: (origin) =>
    `Para TI: la política “LocalNetworkAllowedForUrls” de Chrome y Edge, con ${origin}, lo permite en todas las computadoras del hospital a la vez. En Firefox es “LocalNetworkAccess”, con ${new URL(origin).hostname} en “SkipDomains”.`,
  mayAsk:
    'Si el navegador pregunta por la red local, elija “Permitir”: allí está el servidor del hospital.',
  banner:
    'El navegador bloqueó la red del hospital para esta página. La grabación queda guardada en esta computadora. En los ajustes junto a la dirección, ponga “Red local” en “Permitir”.',
  channel:
    'El servidor responde, pero la red no deja pasar la conexión de la grabación. Lo que se graba queda guardado en esta computadora. Avise a TI: WebSocket bloqueado.',
}

export const transcriptEdit: Catalogue['transcriptEdit'] = {
  edit: (time) => `Corregir el fragmento de ${time}`,
  label: (time) => `Fragmento de ${time}`,
  speaker: 'Quién habla',
  speakers: { doctor: 'Médico(a)', patient: 'Paciente', companion: 'Acompañante' },
  nobody: 'Sin identificar',
  hint: 'Enter guarda, Esc cancela',
  save: 'Guardar corrección',
  saving: 'Guardando…',
  saved: 'Fragmento corregido',
  takeBack: 'Deshacer corrección',
  heard: (text) => `Reconocido como “${text}”`,
  edited: 'corregido',
  removed: 'Fragmento borrado en la corrección',
  unsure: 'Reconocimiento incierto: verifique',
  unsureWord: 'Palabra incierta: verifique',
  nameFor: (words: string) =>
    `Reconocido como “${words}”; sustituido por un nombre de sonido parecido: revíselo`,
  offered: (name: string) => `Quizá “${name}”: revíselo`,
  heardAs: (words: string) => `oído: «${words}»`,
  putBack: 'Deshacer',
  putBackWords: (words: string) => `Deshacer: volver a «${words}»`,
  take: (name: string) => `Escribir ${name}`,
  asSaid: 'Como se dijo',
  asSaidHint: 'Mostrar números y unidades como se dijeron',
  asWrittenHint: 'Mostrar números y unidades como se escriben',
  said: (words) => `Como se dijo: “${words}”`,
  saidHint: 'Corrija las palabras como se dijeron.',
  guessed: 'suposición basada en lo que se dijo; corríjala si no es así',
  failed: 'No fue posible guardar. Su texto sigue aquí.',
  changedMeanwhile: (text) =>
    `El fragmento cambió mientras usted lo corregía. Ahora dice “${text}”. Guardar pone su texto en su lugar.`,
  gone: 'Este fragmento ya no existe en la transcripción. Copie su texto si todavía lo necesita.',
  search: 'Buscar en la transcripción',
  searchClose: 'Cerrar búsqueda',
  found: (current, total) => (total === 0 ? 'Nada encontrado' : `${current} de ${total}`),
  previous: 'Resultado anterior',
  next: 'Resultado siguiente',
  hide: 'Ocultar el texto',
  show: 'Mostrar el texto',
  hiddenTitle: 'Transcripción oculta',
  hiddenText: 'La grabación y la transcripción continúan. Solo el texto no aparece en la pantalla.',
  importAudio: 'Importar audio',
  importHint: 'Archivo de una grabación ya hecha: WAV, MP3, M4A, OGG, FLAC…',
  importRefused: 'El paciente rechazó la grabación: no puede importarse ningún audio.',
  importConsent: 'Registre primero si el paciente autoriza la grabación.',
  importBusy: 'Finalice la grabación para importar un audio.',
  sending: (percent) => `Enviando ${percent}%`,
  reading: 'Leyendo el audio…',
  imported: (length) => `Audio importado (${length}). La transcripción aparece en instantes.`,
  importFailed: 'El audio no se importó.',
  cancelImport: 'Cancelar importación',
}
