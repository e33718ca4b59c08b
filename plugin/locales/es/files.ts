import type { Catalogue } from '../pt-BR.ts'

type Files = Catalogue['files']
type Limits = Parameters<Files['accepted']>[0]

const ACCEPTED = ({ size }: Limits) =>
  `Se aceptan: PDF, JPG, PNG, WEBP, TIFF, GIF o BMP de hasta ${size}.`

export const files: Files = {
  title: 'Archivos',
  listLabel: 'Archivos de la consulta',
  count: (n) => (n === 1 ? '1 archivo' : `${n} archivos`),
  choose: 'Elegir archivos',
  dropHere: 'Arrastre exámenes e informes aquí, o pegue una imagen.',
  accepted: ({ size, files: most }) =>
    `PDF, JPG, PNG, WEBP, TIFF, GIF o BMP de hasta ${size}; hasta ${most} archivos por consulta.`,
  dropNow: 'Suelte para adjuntar',
  note: 'El texto leído de los archivos se usa en los documentos, siempre con la fuente. Verifíquelo antes de usarlo.',
  readOnly: 'Archivos enviados por el sistema. El texto leído de ellos se usa en los documentos.',
  emptyTitle: 'Ningún archivo todavía',
  pasted: (time) => `Imagen pegada ${time}.png`,
  fromHost: 'del sistema',
  pages: (n) => (n === 1 ? '1 página' : `${n} páginas`),
  states: {
    queued: 'En espera',
    checking: 'Verificando',
    waiting: 'Sin conexión: intentando de nuevo',
    processing: 'Procesando',
    ready: 'Listo',
    failed: 'Falló',
    canceled: 'Cancelado',
  },
  uploading: (percent) => `Enviando ${percent}%`,
  progressOf: (name) => `Envío de ${name}`,
  cancel: 'Cancelar',
  cancelOf: (name) => `Cancelar el envío de ${name}`,
  retry: 'Intentar de nuevo',
  retryOf: (name) => `Intentar de nuevo: ${name}`,
  remove: 'Quitar',
  removeOf: (name) => `Quitar ${name}`,
  removeQuestion:
    '¿Quitar este archivo? El archivo y el texto leído de él se quitarán de la consulta.',
  keep: 'Conservar',
  keepOf: (name) => `Conservar ${name}`,
  removed: (name) => `Archivo quitado: ${name}`,
  removeFailed: 'No fue posible quitar el archivo. Intente de nuevo.',
  removeHeld: 'Esta consulta está bajo retención legal: el archivo no puede quitarse.',
  added: (n) => (n === 1 ? '1 archivo para enviar' : `${n} archivos para enviar`),
  announceOpen: (name) => `Archivo leído en parte: ${name}. Verifique.`,
  announceReady: (name) => `Archivo listo: ${name}`,
  announceFailed: (name, reason) => `Archivo con falla: ${name}. ${reason}`,
  duplicate: (name) => `${name} ya está entre los archivos.`,
  receivedOnly:
    'El archivo llegó al servidor, pero el asistente se cerró antes de terminar la lectura.',
  heic: (limits) =>
    `Este navegador no abre fotos HEIC. Guarde la foto como JPG y envíela de nuevo. ${ACCEPTED(limits)}`,
  threeAtOnce: 'Demasiados archivos a la vez: el sistema puede enviar hasta 3 por vez.',
  refusedInFront: (size) =>
    `El servidor de enfrente rechazó ${size}: los pedidos pequeños llegan, este envío no. Avise a soporte: hay que aumentar el límite del proxy (en nginx, client_max_body_size; en Apache, LimitRequestBody).`,
  unreadable: 'No fue posible abrir el archivo en esta computadora.',
  textFromFile: 'Texto leído del archivo',
  textRecognized: 'Texto reconocido en la imagen, puede contener errores',
  noText: 'No se encontró texto: este archivo no se usa en los documentos.',
  notAllRead: 'No se leyó todo: verifique',
  pagesOpen: (open, all) => {
    const verb = open === 1 ? 'no se leyó por completo' : 'no se leyeron por completo'
    return `${open} de ${all} ${all === 1 ? 'página' : 'páginas'} ${verb}`
  },
  textOf: (title, name) => `${title}: ${name}`,
  page: (n) => `Página ${n}`,
  emptyPage: 'Ningún texto en esta página.',
  textLoading: 'Abriendo el texto…',
  textFailed: 'No fue posible abrir el texto.',
  textGone: 'Este archivo se quitó de la consulta.',
  stillReading: (n) =>
    n === 1
      ? 'Un archivo todavía no está listo y no se usa en este documento.'
      : `${n} archivos todavía no están listos y no se usan en este documento.`,
  errors: {
    FILE_TYPE_NOT_ALLOWED: (limits) => `Tipo de archivo no aceptado. ${ACCEPTED(limits)}`,
    FILE_EMPTY: (limits) => `El archivo está vacío. ${ACCEPTED(limits)}`,
    FILE_TOO_LARGE: (limits) => `El archivo es mayor de lo permitido. ${ACCEPTED(limits)}`,
    FILE_NAME_INVALID: () => 'El nombre del archivo no se acepta: use de 1 a 255 caracteres.',
    TOO_MANY_FILES: ({ files: most }) =>
      `Esta consulta ya tiene ${most} archivos, el máximo. Quite alguno para enviar otro.`,
    QUOTA_EXCEEDED: ({ total }) =>
      `Los archivos de esta consulta pasarían de ${total} en total. Quite alguno para enviar otro.`,
    PDF_INVALID: () => 'El PDF está dañado o incompleto. Expórtelo de nuevo e intente otra vez.',
    PDF_ENCRYPTED: () =>
      'El PDF está protegido con contraseña. Guarde una copia sin contraseña y envíela.',
    PDF_TOO_MANY_PAGES: () => 'El PDF tiene más de 100 páginas. Envíe solo las que interesan.',
    IMAGE_INVALID: () =>
      'La imagen está dañada o no pudo leerse. Ábrala, guárdela de nuevo como JPG y envíela.',
    IMAGE_DIMENSIONS: () =>
      'El tamaño de la imagen no se acepta: de 32 a 65.000 píxeles por lado y hasta 50 megapíxeles.',
    IMAGE_HEIC: (limits) =>
      `Las fotos HEIC no pueden leerse. Guarde la foto como JPG y envíela de nuevo. ${ACCEPTED(limits)}`,
    CONSULTATION_NOT_READY: () => 'La consulta todavía no está lista para recibir archivos.',
    AUTH_FAILED: () => 'La sesión terminó. Reconecte e intente de nuevo.',
    SIGNED_URL_FAILED: () => 'El servidor no autorizó el envío. Intente de nuevo.',
    NETWORK_ERROR: () => 'Sin conexión con el servidor. Intente de nuevo cuando vuelva la red.',
    UPLOAD_FAILED: () => 'El envío falló. Intente de nuevo.',
    UPLOAD_CANCELED: () => 'Envío cancelado.',
    MALWARE_DETECTED: () =>
      'El archivo se rechazó porque contiene algo peligroso. Avise a soporte.',
    PROCESSING_FAILED: () =>
      'El servidor no pudo leer el archivo. Intente de nuevo o envíe otra copia.',
    PROCESSING_TIMEOUT: () =>
      'El servidor tardó demasiado en leer el archivo. Intente de nuevo más tarde.',
  },
}
