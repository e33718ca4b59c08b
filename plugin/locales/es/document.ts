import type { Catalogue } from '../pt-BR.ts'

export const structured: Catalogue['structured'] = {
  sending: 'Enviando…',
  preparing: 'Preparando los datos estructurados…',
  done: 'Texto y datos enviados a la historia clínica',
  failed:
    'El texto se envió a la historia clínica. Los datos estructurados no pudieron prepararse.',
  outdated:
    'El documento cambió después de enviar el texto. Complete la historia clínica de nuevo.',
  empty: 'El documento está vacío: no hay nada que enviar a la historia clínica.',
  retry: 'Intentar enviar los datos de nuevo',
}

export const procedures: Catalogue['procedures'] = {
  title: 'Procedimientos realizados (SIGTAP)',
  none: 'Ningún procedimiento confirmado. La consulta misma ya consta en el registro.',
  confirmed: 'Procedimientos confirmados y cuántas veces se hizo cada uno',
  times: (code) => `Cantidad: ${code}`,
  remove: (code) => `Quitar ${code}`,
  removed: (code) => `Quitado: ${code}`,
  added: (code) => `Confirmado: ${code}`,
  suggestion: 'Sugerencia de procedimiento',
  from: (text) => `de “${text}”`,
  confirm: 'Confirmar',
  confirmOne: (code) => `Confirmar ${code}`,
  search: 'Buscar otro procedimiento',
  placeholder: 'Código o nombre: sutura, ECG, lavagem de ouvido',
  results: 'Procedimientos encontrados',
  found: (n) =>
    n === 0
      ? 'Ningún procedimiento encontrado.'
      : n === 1
        ? '1 procedimiento'
        : `${n} procedimientos`,
  partial: 'Aquí solo están instalados los procedimientos más comunes; puede haber otros.',
  missing: 'La tabla SIGTAP no está instalada aquí. Hable con el administrador.',
  searchFailed: 'La búsqueda no respondió. Intente de nuevo.',
  saveFailed: 'No fue posible guardar los procedimientos. Su elección sigue aquí.',
  outdated: 'Los procedimientos se modificaron en otro lugar. Revise la lista y repita su cambio.',
  loadFailed: 'No fue posible cargar los procedimientos.',
}

export const unwritten: Catalogue['unwritten'] = {
  title: (n) => `Dicho y no escrito (${n})`,
  note: 'Se dijo en la consulta y no está en ningún campo.',
  kinds: {
    medicine: 'Medicamento',
    measure: 'Medida',
    diagnosis: 'Diagnóstico',
    allergy: 'Alergia',
    request: 'Solicitud',
    return: 'Control',
    number: 'Número',
  },
  hear: (time, what) => `Ver y escuchar el fragmento de ${time}: ${what}`,
  inContext: 'Contexto',
  seeContext: (what) => `Ver en el contexto: ${what}`,
  take: (field) => `Incluir en ${field}`,
  takeOf: (field, what) => `Incluir en ${field}: ${what}`,
  choose: 'Incluir en…',
  chooseFor: (what) => `Campo para incluir: ${what}`,
  dismiss: 'No incluir',
  dismissOf: (what) => `No incluir: ${what}`,
  taken: (what) => `Incluido en el documento: ${what}`,
  dismissed: (what) => `No se incluirá: ${what}`,
}

export const evidence: Catalogue['evidence'] = {
  play: (time, isPlaying) =>
    isPlaying ? `Detener el audio de ${time}` : `Escuchar el fragmento de ${time}`,
  gone: 'El audio de este fragmento ya no está guardado.',
  damaged: 'El audio de este fragmento no se puede leer del servidor. Avise al soporte.',
  partLost: (seconds: number) =>
    `${seconds} s de este fragmento no se pueden leer del servidor: un tono está en su lugar. Avise al soporte.`,
  nothingToHear: 'No hay audio guardado de este fragmento.',
  notWhileRecording: 'El audio no se reproduce durante la grabación: entraría en el micrófono.',
  soundErased: (date) =>
    `El audio se eliminó el ${date}, al final del plazo de conservación. El texto y las fuentes permanecen.`,
  transcriptErasedTitle: 'Transcripción eliminada',
  transcriptErased: (date) =>
    `La transcripción de esta consulta se eliminó el ${date}, al final del plazo de conservación. Los documentos permanecen.`,
  fingerprint: 'Identificación técnica de quien escribió',
  fingerprintOf: (version, template) =>
    `Versión del motor: ${version}. Modelo del documento: ${template}.`,
  differs: 'difiere',
  contradicts: 'La conversación dice otra cosa: verifique.',
  inDoubt: (without, differing, unsure, total) => {
    const differs = `${differing} ${differing === 1 ? 'frase difiere' : 'frases difieren'}`
    const all = without + differing + unsure
    if (differing === all) return differs
    if (without < all) return `${all} ${all === 1 ? 'frase por verificar' : 'frases por verificar'}`
    return total === undefined ? `${without} sin fuente` : `${without} de ${total} sin fuente`
  },
  unsure: 'oído con duda',
  unsureWords: (words) => `Oído con duda: ${words}. Escuche el fragmento antes de firmar.`,
  nearest: 'Lo más cercano que se dijo (verifique; no es prueba):',
  sourcesOfRest: 'Fuentes de las otras frases',
}

export const editor: Catalogue['editor'] = {
  label: 'Texto del documento',
  loading: 'Abriendo el editor…',
  loadFailed:
    'El editor no pudo cargarse. El documento puede leerse y enviarse; intente de nuevo para editarlo.',
  toolbar: 'Herramientas del texto',
  blocks: {
    heading: 'Subtítulo',
    bullet: 'Lista con viñetas',
    number: 'Lista numerada',
    check: 'Lista de tareas',
    quote: 'Cita',
    paragraph: 'Párrafo',
  },
  table: 'Insertar tabla',
  separator: 'Insertar separador',
  tables: {
    addRow: 'Insertar fila',
    addColumn: 'Insertar columna',
    deleteRow: 'Quitar fila',
    deleteColumn: 'Quitar columna',
    deleteTable: 'Quitar tabla',
  },
  undo: 'Deshacer (Ctrl+Z)',
  redo: 'Rehacer (Ctrl+Shift+Z)',
  moveUp: 'Mover hacia arriba',
  moveDown: 'Mover hacia abajo',
  moveUpKeys: 'Mover bloque hacia arriba (Alt+Shift+↑)',
  moveDownKeys: 'Mover bloque hacia abajo (Alt+Shift+↓)',
  nextDoubt: (n) => `Siguiente frase por verificar (F8): ${n}`,
  drag: 'Arrastre para mover',
  sectionMenu: (name) => `Opciones de ${name}`,
  hide: 'Ocultar en el documento',
  show: 'Mostrar en el documento',
  hiddenNote:
    'Oculta: fuera del texto, de la copia y de lo que se completa. Sigue en los datos estructurados y en el envío a la RNDS; para quitarla de allí, borre su texto.',
  copySection: 'Copiar sección',
  searchCode: 'Buscar CIE-10',
  notInformed: 'no informado',
  task: (text) => (text === '' ? 'Tarea hecha' : `Hecho: ${text}`),
  movedTo: (place, total, section) => `Movido en ${section}: ${place} de ${total}`,
  movedSection: (name, place, total) => `${name}: sección ${place} de ${total}`,
  cannotMove: 'No hay más lugar adonde mover',
  openFile: 'Ver el texto del archivo',
  saveStates: {
    saved: 'Guardado',
    unsaved: 'Sin guardar',
    saving: 'Guardando…',
    failed: 'No fue posible guardar. Intentando de nuevo…',
    conflict: 'Modificado en otro lugar',
  },
  conflictTitle: 'Este documento se modificó en otro lugar',
  conflictText:
    'Lo que usted escribió está aquí. Elija el texto que queda; el otro sigue en el historial de versiones.',
  mine: 'Su texto',
  theirs: 'El otro texto',
  keepMine: 'Conservar el mío',
  takeTheirs: 'Usar el otro',
  differences: 'Secciones diferentes',
  history: 'Historial de versiones',
  historyEmpty: 'Las versiones aparecen aquí después del primer cambio.',
  historyFailed: 'No fue posible cargar el historial.',
  versionKinds: {
    generated: 'Generado',
    edited: 'Editado',
    reviewed: 'Revisado',
    restored: 'Restaurado',
  },
  versionBy: (who) => `por ${who}`,
  current: 'Actual',
  openVersion: (n) => `Ver la versión ${n}`,
  version: (n) => `Versión ${n}`,
  restore: 'Restaurar esta versión',
  restored: 'Versión restaurada',
  copySelected: 'El navegador bloqueó la copia. El texto está seleccionado: pulse Ctrl+C.',
  backgroundTitle: 'Antecedentes',
  more: (name) => `Acciones de ${name}`,
  open: 'Abrir',
  copy: 'Copiar',
  fill: 'Completar la historia clínica',
  duplicate: 'Generar con otro modelo',
  remove: 'Eliminar',
  removed: (name) => `${name} eliminado`,
  undoRemove: 'Deshacer',
  putBack: 'Documento recuperado',
  removeProblems: {
    legal_hold: 'Esta consulta está bajo retención legal: nada de ella puede eliminarse.',
    document_submitted:
      'Este documento forma parte de un registro enviado a la RNDS y no puede eliminarse.',
    document_not_ready: 'El documento todavía se está generando.',
    not_found: 'El plazo para deshacer terminó.',
  },
  removeFailed: 'No fue posible. Intente de nuevo.',
  failures: {
    AUTH_FAILED: 'Sesión terminada',
    TOKEN_TIMEOUT: 'Sesión terminada',
    network: 'Sin conexión',
    no_content: 'Sin contenido',
    generation_timeout: 'Tiempo agotado',
    canceled: 'Cancelada',
    interrupted: 'Interrumpida',
  },
  failureService: 'Servicio no disponible',
}

const NEEDS_MODEL =
  'Para sugerir otra redacción hace falta un modelo de lenguaje, y este servidor trabaja sin uno.'

export const rewrite: Catalogue['rewrite'] = {
  menu: 'Reescribir el fragmento',
  short: 'Reescribir',
  styles: {
    shorter: 'Más corto',
    formal: 'Más formal',
    patient: 'En lenguaje para el paciente',
  },
  section: {
    shorter: 'Sección: más corta',
    formal: 'Sección: más formal',
    patient: 'Sección: en lenguaje para el paciente',
  },
  needsModel: NEEDS_MODEL,
  nothing: 'Elija un fragmento con texto, de hasta 60 líneas.',
  title: 'Sugerencia de redacción',
  queued: (position) => (position > 0 ? `En espera: ${position} antes` : 'Pidiendo la sugerencia…'),
  writing: (done, total) => `Escribiendo: ${done} de ${total}`,
  ready: 'La sugerencia está lista. Compare antes de aceptarla.',
  before: 'Como está',
  after: 'Sugerencia',
  accept: 'Aceptar',
  reject: 'Rechazar',
  accepted: 'Sugerencia aceptada. Ctrl+Z la deshace.',
  rejected: 'El texto quedó como estaba.',
  unchanged: 'El modelo no sugirió ningún cambio.',
  kept: (lines) =>
    lines === 1
      ? 'Una línea quedó como estaba: la sugerencia cambiaría lo que dice.'
      : `${lines} líneas quedaron como estaban: las sugerencias cambiarían lo que dicen.`,
  note: 'Se verificaron números, dosis, medicamentos, lados y negaciones. El sentido del resto solo usted puede verificarlo.',
  stale: 'El texto cambió después del pedido. Pida la sugerencia de nuevo.',
  failed: 'No hay sugerencia',
  reasons: {
    rewrite_needs_model: NEEDS_MODEL,
    rewrite_changed_facts:
      'Lo que el modelo escribió cambiaría números, medicamentos, lados, negaciones o hallazgos del texto, y se descartó.',
    generation_timeout: 'Tardó demasiado. Intente de nuevo, o con un fragmento menor.',
    generation_failed: 'El modelo no llegó al final. Intente de nuevo, o con un fragmento menor.',
    prompt_too_long: 'El fragmento es demasiado largo para el modelo. Elija uno menor.',
    interrupted: 'La conexión se cortó antes del final. Intente de nuevo.',
    network: 'Sin conexión con el servidor. Intente de nuevo.',
  },
  unknown: 'No fue posible. Intente de nuevo.',
}
