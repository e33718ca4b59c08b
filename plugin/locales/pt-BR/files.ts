import type { UploadErrorCode } from '../../../core/contract/files.ts'

/** What may be attached, in words: `20 MB`. */
interface Limits {
  size: string
  files: number
  total: string
}

const ACCEPTED = ({ size }: Limits) => `Aceitos: PDF, JPG, PNG, WEBP, TIFF, GIF ou BMP até ${size}.`

/** Of the upload events too: hosts show these words to the doctor as they are (SPEC-GAPS 1.12). */
const errors: Record<UploadErrorCode, (limits: Limits) => string> = {
  FILE_TYPE_NOT_ALLOWED: (limits) => `Tipo de arquivo não aceito. ${ACCEPTED(limits)}`,
  FILE_EMPTY: (limits) => `O arquivo está vazio. ${ACCEPTED(limits)}`,
  FILE_TOO_LARGE: (limits) => `O arquivo é maior que o permitido. ${ACCEPTED(limits)}`,
  FILE_NAME_INVALID: () => 'O nome do arquivo não é aceito: use de 1 a 255 caracteres.',
  TOO_MANY_FILES: ({ files }) =>
    `Este atendimento já tem ${files} anexos, o máximo. Remova algum para enviar outro.`,
  QUOTA_EXCEEDED: ({ total }) =>
    `Os anexos deste atendimento passariam de ${total} ao todo. Remova algum para enviar outro.`,
  PDF_INVALID: () => 'O PDF está danificado ou incompleto. Exporte-o de novo e tente outra vez.',
  PDF_ENCRYPTED: () => 'O PDF só abre com uma senha. Salve uma cópia sem senha e envie-a.',
  PDF_TOO_MANY_PAGES: () => 'O arquivo tem mais de 100 páginas. Envie só as que interessam.',
  IMAGE_INVALID: () =>
    'A imagem está danificada ou não pôde ser lida. Abra-a, salve-a de novo como JPG e envie.',
  IMAGE_DIMENSIONS: () =>
    'O tamanho da imagem não é aceito: cada lado deve ter de 32 a 65.000 pixels, até 50 megapixels ao todo.',
  IMAGE_HEIC: (limits) =>
    `Fotos HEIC não podem ser lidas. Salve a foto como JPG e envie de novo. ${ACCEPTED(limits)}`,
  CONSULTATION_NOT_READY: () => 'O atendimento ainda não está pronto para receber anexos.',
  AUTH_FAILED: () => 'A sessão terminou. Reconecte e tente de novo.',
  SIGNED_URL_FAILED: () => 'O servidor não autorizou o envio. Tente de novo.',
  NETWORK_ERROR: () => 'Sem conexão com o servidor. Tente de novo quando a rede voltar.',
  UPLOAD_FAILED: () => 'O envio falhou. Tente de novo.',
  UPLOAD_CANCELED: () => 'Envio cancelado.',
  MALWARE_DETECTED: () => 'O arquivo foi recusado porque contém algo perigoso. Avise o suporte.',
  PROCESSING_FAILED: () =>
    'O servidor não conseguiu ler o arquivo. Tente de novo ou envie outra cópia.',
  PROCESSING_TIMEOUT: () =>
    'O servidor demorou demais para ler o arquivo. Tente de novo mais tarde.',
}

export const files = {
  title: 'Anexos',
  listLabel: 'Anexos do atendimento',
  count: (n: number) => (n === 1 ? '1 anexo' : `${n} anexos`),
  choose: 'Escolher arquivos',
  dropHere: 'Arraste exames e laudos para cá, ou cole uma imagem.',
  accepted: (limits: Limits) =>
    `PDF, JPG, PNG, WEBP, TIFF, GIF ou BMP até ${limits.size}; até ${limits.files} arquivos por atendimento.`,
  dropNow: 'Solte para anexar',
  note: 'O texto lido dos anexos entra nos documentos, sempre com a fonte. Confira-o antes de usar.',
  readOnly: 'Anexos enviados pelo prontuário. O texto lido deles entra nos documentos.',
  emptyTitle: 'Nenhum anexo ainda',
  pasted: (time: string) => `Imagem colada ${time}.png`,
  fromHost: 'do prontuário',
  pages: (n: number) => (n === 1 ? '1 página' : `${n} páginas`),
  states: {
    queued: 'Na fila',
    checking: 'Verificando',
    waiting: 'Sem conexão: tentando de novo',
    processing: 'Processando',
    ready: 'Pronto',
    failed: 'Falhou',
    canceled: 'Cancelado',
  },
  uploading: (percent: number) => `Enviando ${percent}%`,
  progressOf: (name: string) => `Envio de ${name}`,
  cancel: 'Cancelar',
  cancelOf: (name: string) => `Cancelar o envio de ${name}`,
  retry: 'Tentar de novo',
  retryOf: (name: string) => `Tentar de novo: ${name}`,
  remove: 'Remover',
  removeOf: (name: string) => `Remover ${name}`,
  removeQuestion:
    'Remover este anexo? O arquivo e o texto lido dele serão retirados do atendimento.',
  keep: 'Manter',
  keepOf: (name: string) => `Manter ${name}`,
  removed: (name: string) => `Anexo removido: ${name}`,
  removeFailed: 'Não foi possível remover o anexo. Tente de novo.',
  removeHeld: 'Esta consulta está sob retenção legal: o anexo não pode ser removido.',
  added: (n: number) => (n === 1 ? '1 arquivo para enviar' : `${n} arquivos para enviar`),
  announceOpen: (name: string) => `Anexo lido em parte: ${name}. Confira.`,
  announceReady: (name: string) => `Anexo pronto: ${name}`,
  announceFailed: (name: string, reason: string) => `Anexo com falha: ${name}. ${reason}`,
  duplicate: (name: string) => `${name} já está nos anexos.`,
  receivedOnly:
    'O arquivo chegou ao servidor, mas o assistente foi fechado antes do fim da leitura.',
  heic: (limits: Limits) =>
    `Este navegador não abre fotos HEIC. Salve a foto como JPG e envie de novo. ${ACCEPTED(limits)}`,
  threeAtOnce: 'Arquivos demais de uma vez: o prontuário pode enviar até 3 por vez.',
  refusedInFront: (size: string) =>
    `O servidor à frente recusou ${size}: pedidos pequenos passam. Avise o suporte: é preciso aumentar o limite do proxy (nginx: client_max_body_size; Apache: LimitRequestBody).`,
  unreadable: 'Não foi possível abrir o arquivo neste computador.',
  textFromFile: 'Texto lido do arquivo',
  textRecognized: 'Texto reconhecido na imagem, pode conter erros',
  noText: 'Nenhum texto foi encontrado: este anexo não entra nos documentos.',
  notAllRead: 'Nem tudo foi lido: confira',
  pagesOpen: (open: number, all: number) => {
    const verb = open === 1 ? 'não foi lida por inteiro' : 'não foram lidas por inteiro'
    return `${open} de ${all} ${all === 1 ? 'página' : 'páginas'} ${verb}`
  },
  textOf: (title: string, name: string) => `${title}: ${name}`,
  page: (n: number) => `Página ${n}`,
  emptyPage: 'Nenhum texto nesta página.',
  textLoading: 'Abrindo o texto…',
  textFailed: 'Não foi possível abrir o texto.',
  textGone: 'Este anexo foi removido do atendimento.',
  stillReading: (n: number) =>
    n === 1
      ? 'Um anexo ainda não está pronto e não entra neste documento.'
      : `${n} anexos ainda não estão prontos e não entram neste documento.`,
  errors,
}
