import { editor, evidence, procedures, rewrite, structured, unwritten } from './es/document.ts'
import { files } from './es/files.ts'
import { models } from './es/models.ts'
import {
  localNetwork,
  notUnderstood,
  recording,
  remoteSound,
  transcriptEdit,
} from './es/recording.ts'
import type { Catalogue } from './pt-BR.ts'

export const es: Catalogue = {
  language: 'es',
  appName: 'Asistente de documentación',
  title: 'Consulta',
  close: 'Cerrar',
  cancel: 'Cancelar',
  retry: 'Intentar de nuevo',
  back: 'Volver',
  dismiss: 'Descartar',
  edit: 'Editar',
  save: 'Guardar',
  more: 'Más opciones',

  window: {
    minimize: 'Minimizar',
    maximize: 'Maximizar',
    restore: 'Restaurar tamaño',
    close: 'Cerrar asistente',
    move: 'Mover ventana (las flechas del teclado la mueven)',
    resize: 'Redimensionar ventana (las flechas del teclado la redimensionan)',
    open: 'Abrir asistente',
    saving: 'Guardando…',
  },

  keys: {
    title: 'Atajos del teclado',
    letters: 'Usar las letras R y G',
    lettersNote: 'Funcionan con el foco en el asistente y fuera de los campos de texto.',
    list: [
      ['R', 'Iniciar, pausar y reanudar la grabación'],
      ['G', 'Generar documento'],
      ['Ctrl+S', 'Guardar lo que se está escribiendo'],
      ['Ctrl+Enter', 'Completar la historia clínica'],
      ['F8', 'En el documento, ir a la siguiente frase por verificar'],
      ['F9', 'En el documento, oír el fragmento en que se basa'],
      ['Esc', 'Minimizar la ventana o cerrar lo que está abierto encima'],
    ],
  },

  tabs: {
    label: 'Partes de la consulta',
    recording: 'Grabación',
    transcript: 'Transcripción',
    context: 'Contexto',
    files: files.title,
    documents: 'Documentos',
  },

  loading: {
    label: 'Cargando',
    slow: 'Cargando el asistente…',
    late: 'Está tardando más de lo normal.',
  },

  failures: {
    auth: {
      title: 'No fue posible autenticar',
      text: 'Verifique el token o hable con soporte.',
    },
    identifier_mismatch: {
      title: 'Esta consulta pertenece a otro paciente',
      text: 'El sistema abrió una consulta que ya existe con otro paciente. Nada se mostró ni se grabó. Ciérrela y abra de nuevo desde el paciente correcto.',
    },
    offline: {
      title: 'Sin conexión con el servidor',
      text: 'El asistente necesita la red del hospital para abrir. Lo que ya se grabó en esta computadora está guardado.',
      countdown: (seconds) => `Nuevo intento en ${seconds} s`,
    },
    local_network: localNetwork.failure,
    forbidden: {
      title: 'Sin permiso para esta consulta',
      text: 'La sesión es válida, pero no da acceso a esta consulta. Hable con soporte.',
    },
    origin: {
      title: 'Esta página no está autorizada',
      text: 'El servidor del asistente no acepta pedidos de este sistema. Pida a soporte que agregue esta dirección a la lista de páginas autorizadas:',
    },
    insecure: {
      title: 'Esta página no es segura (HTTPS)',
      text: 'Sin HTTPS el navegador no habilita el micrófono. Pida a soporte que abra el sistema con una dirección https://.',
    },
    unsupported: {
      title: 'Este navegador no es compatible',
      text: 'Abra el sistema en uno de estos navegadores:',
    },
    changed: {
      title: 'Esta página altera funciones básicas del navegador',
      text: 'Lo grabado podría perderse. Avise al soporte del sistema.',
    },
    browsers: [
      'Chrome o Edge 110 o más reciente',
      'Firefox 115 o más reciente',
      'Safari 16.4 o más reciente',
    ],
    httpsNeeded: 'La dirección de la página debe comenzar con https://.',
    withoutRecording: 'Continuar sin grabar',
    unexpected: {
      title: 'Algo salió mal',
      text: 'No fue posible abrir la consulta. Intente de nuevo; si el error continúa, envíe los detalles a soporte.',
    },
    code: (code) => `Código: ${code}`,
    request: (id) => `Solicitud: ${id}`,
    copyDetails: 'Copiar detalles',
    detailsCopied: 'Detalles copiados',
  },

  banners: {
    sessionEnded: 'La sesión terminó. La grabación sigue guardada en esta computadora.',
    sessionEndedHere:
      'La sesión terminó y esta página no la renueva. La grabación sigue guardada en esta computadora: abra la consulta de nuevo desde el sistema.',
    sessionEnding:
      'La sesión termina en menos de 2 minutos y esta página no la renueva. Si necesita más tiempo, abra la consulta de nuevo desde el sistema; lo grabado queda guardado.',
    reconnect: 'Reconectar',
    otherConsultation:
      'El sistema pidió otra consulta, pero esta sigue abierta. Ciérrela antes de atender al próximo paciente.',
    pausedUnseen: (time) =>
      `La página quitó el asistente de la pantalla a las ${time}, y la grabación se pausó. Lo que se dijo después no se grabó: reanude si la consulta continúa.`,
    misunderstood:
      'El servidor no entendió lo que esta página envió (código 4400): no es falta de red. La grabación sigue guardada en esta computadora. Recargue la página; si continúa, avise a soporte.',
    refused:
      'El servidor ya no acepta esta consulta. La grabación sigue guardada en esta computadora.',
    takenOver:
      'La grabación continuó en otra ventana. Lo que se grabó aquí está guardado en esta computadora.',
    displaced:
      'El servidor cerró esta grabación, quizá porque continuó en otra computadora. Lo que se graba aquí queda guardado en esta computadora.',
    continueHere: 'Continuar aquí',
    overloaded:
      'La computadora está sobrecargada y pueden faltar partes del sonido. Cierre programas y pestañas que no esté usando.',
    elsewhere:
      'Esta consulta está abierta en otra pestaña. Aquí la grabación queda desactivada hasta que esa se cierre.',
    heldCopy:
      'Esta instalación es una copia restaurada y está aislada. La grabación y los documentos funcionan; los registros para la RNDS quedan guardados y solo se enviarán cuando el administrador la libere.',
    held: 'El administrador aisló esta instalación. La grabación y los documentos funcionan; los registros para la RNDS quedan guardados y solo se enviarán cuando la libere.',
    broken:
      'El servidor perdió parte del audio que había confirmado. Avise a soporte; la grabación actual sigue guardada en esta computadora.',
    storageFailed:
      'Este navegador no permite guardar el audio en la computadora: lo que aún no llegó al servidor se pierde si la página se cierra o se recarga. Finalice antes de salir, y no abra esta consulta en otra pestaña.',
    leftover: (length) =>
      `Hay ${length} de audio de la última vez guardados en esta computadora. Enviando…`,
    leftoverWaiting: (length) =>
      `Hay ${length} de audio de la última vez guardados en esta computadora. Se enviarán cuando vuelva la conexión.`,
  },

  start: {
    modality: 'Modalidad de la consulta',
    inPerson: 'Presencial',
    inPersonHint: 'Paciente en la sala',
    telemedicine: 'Telemedicina',
    telemedicineHint: 'Por video o teléfono',
    consent: 'Consentimiento del paciente',
    consentGiven: 'Paciente informado y de acuerdo',
    consentRefused: 'El paciente se negó',
    consentLater: 'Registrar después',
    consentRequired: 'Registre la respuesta del paciente para grabar.',
    consentAwaited:
      'El sistema pidió grabar. La grabación empieza cuando usted registre la respuesta del paciente.',
    consentMethod: 'Cómo se informó',
    consentMethods: {
      verbal: 'Verbalmente',
      written: 'Por escrito',
      host: 'Por el sistema de historia clínica',
    },
    consentAt: (time) => `Registrado a las ${time}`,
    consentRefusedNote:
      'La grabación queda desactivada. Puede escribir en el contexto y generar documentos a partir de él.',
    script: 'Leer al paciente',
    scriptText: [
      'Con su permiso, voy a grabar nuestra conversación para que un programa del hospital me ayude a escribir su historia clínica; reviso todo antes de guardar.',
      'La grabación queda solo aquí en el hospital, y usted puede negarse o pedirme que pare en cualquier momento.',
    ],
    context: 'Contexto del paciente',
    contextEmpty: 'Nada escrito todavía',
    template: 'Modelo del documento',
    saveFailed: 'No fue posible guardar la elección. Intente de nuevo.',
  },

  recorder: {
    start: 'Iniciar grabación',
    resume: 'Reanudar grabación',
    pause: 'Pausar grabación',
    finish: 'Finalizar consulta',
    finishShort: 'Finalizar',
    idle: 'Listo para grabar',
    requesting: 'Esperando el micrófono…',
    requestingHint: 'Si el navegador pregunta, permita el uso del micrófono.',
    recording: 'Grabando',
    paused: 'En pausa',
    finishing: 'Finalizando…',
    finished: 'Grabación finalizada',
    blocked: 'Sin micrófono',
    consentRefused: 'Grabación desactivada: el paciente se negó',
    elapsed: 'Tiempo grabado',
    level: 'Nivel del micrófono',
    device: 'Micrófono',
    defaultDevice: 'Micrófono predeterminado',
    released: 'Micrófono liberado durante la pausa',
    deviceLost: 'El micrófono se desconectó. Conecte otro y reanude la grabación.',
    silent: 'No estamos oyendo nada. Verifique el micrófono.',
    lost: (length) =>
      `Sonido no captado: cerca de ${length}. La computadora estaba sobrecargada o suspendida, o el micrófono se detuvo; revise la transcripción.`,
    interrupted: (length) => `Grabación interrumpida por ${length}`,
    offline: 'Sin conexión: grabando en esta computadora',
    offlinePaused: 'Sin conexión: audio guardado en esta computadora',
    refused: 'El servidor no lo aceptó: audio guardado en esta computadora',
    notFinished: 'No se pudo finalizar',
    sending: (length) => `Enviando ${length} de audio…`,
    safe: 'Todo guardado en el servidor',
    reset: 'Reiniciar grabación…',
    resetTitle: '¿Reiniciar la grabación?',
    resetText:
      'La grabación se pausa y el tiempo vuelve a cero. Lo ya transcrito sigue en la consulta.',
    resetConfirm: 'Reiniciar',
    complete: (length) => `Grabación completa: ${length} guardados`,
    completeText: 'El servidor comparó cada milisegundo con esta computadora.',
    incomplete: (length) => `Grabación incompleta: ${length} guardados`,
    gap: (from, to) => `Falta el tramo de ${from} a ${to}`,
    noSound: 'El micrófono no captó ningún sonido. Revise el micrófono y el cable.',
    mismatch: 'El audio guardado difiere de lo que se grabó en esta computadora.',
    shortcut: 'La tecla R inicia y pausa',
    latest: 'En vivo',
    lastLines: 'Últimas frases',
    closeTitle: '¿Pausar y cerrar?',
    closeText: 'La grabación está en curso. Todo lo grabado sigue guardado.',
    closeConfirm: 'Pausar y cerrar',
    announceStarted: 'Grabación iniciada',
    announcePaused: 'Grabación en pausa',
    announceFinished: 'Grabación finalizada',
    generate: 'Generar documento',
  },

  microphone: {
    denied: {
      title: 'El navegador bloqueó el micrófono',
      steps: [
        'Haga clic en el candado o en el ícono de ajustes junto a la dirección de la página.',
        'En “Micrófono”, elija “Permitir”.',
        'Vuelva aquí e intente de nuevo.',
      ],
    },
    denied_by_system: {
      title: 'La computadora no permite el micrófono',
      steps: [
        'Abra los ajustes de privacidad del sistema (Windows: “Privacidad > Micrófono”; Mac: “Privacidad y seguridad > Micrófono”).',
        'Permita el micrófono para su navegador.',
        'Cierre y abra el navegador, e intente de nuevo.',
      ],
    },
    blocked_by_page: {
      title: 'Esta página no permite el micrófono',
      steps: [
        'El sistema debe habilitar el micrófono para el asistente (Permissions-Policy o el atributo allow="microphone").',
        'Muestre este mensaje al soporte del sistema.',
      ],
    },
    no_device: {
      title: 'No se encontró ningún micrófono',
      steps: [
        'Conecte un micrófono o auriculares con micrófono.',
        'Compruebe que aparece en los ajustes de sonido de la computadora.',
      ],
    },
    busy: {
      title: 'Otro programa está usando el micrófono',
      steps: ['Cierre otras llamadas o grabadores abiertos.', 'Intente de nuevo.'],
    },
    insecure: {
      title: 'Esta página no es segura (HTTPS)',
      steps: [
        'El navegador solo habilita el micrófono en páginas con HTTPS.',
        'Pida a soporte que abra el sistema con una dirección https://.',
      ],
    },
    unsupported: {
      title: 'Este navegador no puede grabar',
      steps: ['Use una versión actual de Chrome, Edge, Firefox o Safari.'],
    },
    worklet: {
      title: 'La grabación no pudo iniciarse',
      steps: [
        'La página puede estar bloqueando el grabador (Content-Security-Policy).',
        'Intente de nuevo; si el error continúa, hable con soporte.',
      ],
    },
  },

  transcript: {
    empty: 'La transcripción aparece aquí unos segundos después de que alguien habla.',
    emptyTitle: 'Nada transcrito todavía',
    toEnd: 'Ir al final',
    behind: (length) => `La transcripción está ${length} por detrás de la voz`,
    provisional: 'provisional',
    finishing: (percent) => `Revisando la transcripción: ${percent}%`,
    finishingUnknown: 'Revisando la transcripción…',
    complete: 'Transcripción completa',
    waiting: 'La transcripción está a la espera del reconocimiento de voz.',
    failed: 'La transcripción falló. El audio está guardado.',
    copy: 'Copiar transcripción',
    copied: 'Transcripción copiada',
    label: 'Transcripción de la consulta',
    remote: 'Remoto',
  },

  context: {
    label: 'Contexto del paciente',
    placeholder: 'Ej.: hipertensa hace 10 años, alérgica a dipirona, control con exámenes…',
    note: 'Se usa en los documentos, marcado como no dicho en la consulta.',
    states: {
      saved: 'Guardado',
      unsaved: 'Sin guardar',
      saving: 'Guardando…',
      failed: 'No fue posible guardar. Intentando de nuevo…',
      conflict: 'Este texto se modificó en otro lugar.',
      too_long: 'Demasiado largo: no se está guardando.',
    },
    tooLong: (over, limit) =>
      `El texto pasó el límite de ${limit} caracteres. Quite ${over} para que se guarde.`,
    toolbar: 'Formato',
    marks: { bold: 'Negrita', list: 'Lista', heading: 'Título' },
    undo: 'Deshacer',
    keepMine: 'Conservar el mío',
    takeTheirs: 'Usar el otro',
    background: 'Antecedentes',
    backgroundMark: 'De antes de esta consulta',
    remove: 'Quitar antecedentes',
    removed: 'Antecedentes quitados',
    removeFailed: 'No fue posible quitar los antecedentes.',
  },

  documents: {
    emptyTitle: 'Ningún documento todavía',
    empty: 'Genere un documento a partir de la conversación y del contexto.',
    generate: 'Generar documento',
    generateOther: 'Nuevo documento',
    nothingYet: 'Grabe la consulta o escriba en el contexto para generar un documento.',
    states: {
      generating: 'Generando',
      draft: 'Borrador',
      reviewed: 'Revisado',
      failed: 'Falló',
    },
    listLabel: 'Documentos de la consulta',
  },

  templates: {
    title: 'Elija el modelo',
    search: 'Buscar modelo',
    noneFound: 'Ningún modelo con ese nombre.',
    groups: {
      recent: 'Recientes',
      favorite: 'Favoritos',
      specialty: 'Especialidades',
      document: 'Documentos',
      own: 'Mis modelos',
    },
    sections: (n) => (n === 1 ? '1 sección' : `${n} secciones`),
    pending: 'Revisión clínica pendiente',
    generate: 'Generar',
    preview: 'Secciones',
    addFavorite: (name) => `Marcar ${name} como favorito`,
    removeFavorite: (name) => `Quitar ${name} de los favoritos`,
  },

  generation: {
    title: (name) => `Generando ${name}`,
    queued: (n) => (n > 0 ? `En espera: ${n} antes de este` : 'Preparando…'),
    progress: (done, total) => `${done} de ${total} secciones`,
    failed: 'El documento no se generó',
    kept: 'La transcripción sigue guardada. Puede intentar de nuevo.',
    canceled: 'Generación cancelada',
    done: 'Documento generado',
    reasons: {
      network: 'El servidor no respondió.',
      interrupted: 'La conexión se cortó antes del final.',
    },
  },

  document: {
    missing: (n) => `No informado en la consulta (${n})`,
    fillIn: 'Completar',
    contradictions: (n) =>
      n === 1 ? '1 valor contradice la conversación' : `${n} valores contradicen la conversación`,
    contradictionNote: (n) =>
      n === 1
        ? 'Se quitó del documento. Verifique la fuente.'
        : 'Se quitaron del documento. Verifique las fuentes.',
    withdrawn: (value) => `Quitado: “${value}”`,
    noSource: 'sin fuente',
    noSourceHint: 'Nada en la conversación sostiene este valor. Verifíquelo antes de usarlo.',
    typed: 'editado',
    typedHint: 'Escrito o modificado por usted.',
    derived: 'calculado',
    context: 'contexto',
    background: 'antecedentes',
    file: 'archivo',
    sourceTitle: 'Fuente',
    sourceHint: 'Pase el ratón sobre un valor, o haga clic en él, para ver de dónde vino.',
    sourceOf: (label) => `Fuente de ${label}`,
    derivedFrom: (names) => `Calculado a partir de ${names}`,
    fromContext: 'Escrito en el contexto del paciente',
    fromBackground: 'De los antecedentes, de antes de esta consulta',
    textChanged: 'El texto se modificó después de escribirse el documento. Decía:',
    fromFile: (page) => (page === null ? 'De un archivo' : `De un archivo, página ${page}`),
    seeInTranscript: 'Ver en la transcripción',
    sourceGone: 'El fragmento se corrigió después. Vea la transcripción.',
    copy: 'Copiar documento',
    copyShort: 'Copiar',
    copied: 'Copiado',
    copyBlocked: 'El navegador bloqueó la copia. Seleccione el texto y use Ctrl+C.',
    fill: 'Completar la historia clínica',
    filled: (time) => `Enviado a la historia clínica a las ${time}`,
    fillShort: 'Completar',
    filledShort: 'Enviado',
    filledFields: (fields, of, time) =>
      `${fields} de ${of} ${of === 1 ? 'campo' : 'campos'} en la historia clínica a las ${time}`,
    filledFieldsShort: (fields, of) => `${fields} de ${of}`,
    review: 'Marcar como revisado',
    reviewed: 'Revisado',
    reviewDone: 'Documento marcado como revisado',
    saved: 'Cambio guardado',
    conflict:
      'Este documento se modificó en otro lugar. Compare las secciones y elija el texto que queda; el suyo sigue aquí.',
    saveFailed: 'No fue posible guardar. Su texto sigue aquí.',
    viewFailed: 'No fue posible abrirlo para editar y revisar. El texto se puede leer.',
    by: {
      rules: 'Armado por reglas a partir de la transcripción, sin modelo de lenguaje',
      llama: (model) => `Escrito por el modelo ${model}, con verificación por reglas`,
      remote: (model) => `Escrito por el modelo ${model}, con verificación por reglas`,
    },
    unnamedModel: 'local',
    unproven: 'sin comprobar aquí',
    checkBeforeUse: 'Verifique antes de usar: la decisión es suya.',
  },

  diagnoses: {
    title: 'Diagnósticos (CIE-10)',
    none: 'Ningún diagnóstico confirmado.',
    confirmed: 'Diagnósticos confirmados: elija el principal',
    principal: 'Principal',
    principalOf: (code) => `Diagnóstico principal: ${code}`,
    remove: (code) => `Quitar ${code}`,
    removed: (code) => `Quitado: ${code}`,
    added: (code) => `Confirmado: ${code}`,
    suggestion: 'Sugerencia de CIE-10',
    from: (text) => `de “${text}”`,
    confirm: 'Confirmar',
    confirmOne: (code) => `Confirmar ${code}`,
    search: 'Buscar otro código',
    placeholder: 'Código, nombre o sigla: J06.9, lombalgia, HAS',
    results: 'Códigos encontrados',
    found: (n) => (n === 0 ? 'Ningún código encontrado.' : n === 1 ? '1 código' : `${n} códigos`),
    partial: 'Aquí solo están instalados los códigos más comunes; puede haber otros.',
    missing: 'La tabla CIE-10 no está instalada aquí. Hable con el administrador.',
    searchFailed: 'La búsqueda no respondió. Intente de nuevo.',
    saveFailed: 'No fue posible guardar los diagnósticos. Su elección sigue aquí.',
    outdated: 'Los diagnósticos se modificaron en otro lugar. Revise la lista y repita su cambio.',
    loadFailed: 'No fue posible cargar los diagnósticos.',
  },

  editor,
  evidence,
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
}
