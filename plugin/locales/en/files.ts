import type { Catalogue } from '../pt-BR.ts'

type Files = Catalogue['files']
type Limits = Parameters<Files['accepted']>[0]

const ACCEPTED = ({ size }: Limits) =>
  `Accepted: PDF, JPG, PNG, WEBP, TIFF, GIF or BMP up to ${size}.`

export const files: Files = {
  title: 'Files',
  listLabel: 'Files of the visit',
  count: (n) => (n === 1 ? '1 file' : `${n} files`),
  choose: 'Choose files',
  dropHere: 'Drag exams and reports here, or paste a picture.',
  accepted: ({ size, files: most }) =>
    `PDF, JPG, PNG, WEBP, TIFF, GIF or BMP up to ${size}; up to ${most} files per visit.`,
  dropNow: 'Drop to attach',
  note: 'The text read from files is used in the documents, always with its source. Check it before use.',
  readOnly: 'Files sent by the record system. The text read from them is used in the documents.',
  emptyTitle: 'No files yet',
  pasted: (time) => `Pasted picture ${time}.png`,
  fromHost: 'from the record system',
  pages: (n) => (n === 1 ? '1 page' : `${n} pages`),
  states: {
    queued: 'Waiting',
    checking: 'Checking',
    waiting: 'No connection: trying again',
    processing: 'Processing',
    ready: 'Ready',
    failed: 'Failed',
    canceled: 'Canceled',
  },
  uploading: (percent) => `Sending ${percent}%`,
  progressOf: (name) => `Sending of ${name}`,
  cancel: 'Cancel',
  cancelOf: (name) => `Cancel sending ${name}`,
  retry: 'Try again',
  retryOf: (name) => `Try again: ${name}`,
  remove: 'Remove',
  removeOf: (name) => `Remove ${name}`,
  removeQuestion:
    'Remove this file? The file and the text read from it will be removed from the visit.',
  keep: 'Keep',
  keepOf: (name) => `Keep ${name}`,
  removed: (name) => `File removed: ${name}`,
  removeFailed: 'The file could not be removed. Try again.',
  removeHeld: 'This visit is under legal hold: the file cannot be removed.',
  added: (n) => (n === 1 ? '1 file to send' : `${n} files to send`),
  announceOpen: (name) => `File read in part: ${name}. Please check.`,
  announceReady: (name) => `File ready: ${name}`,
  announceFailed: (name, reason) => `File failed: ${name}. ${reason}`,
  duplicate: (name) => `${name} is already among the files.`,
  receivedOnly: 'The file reached the server, but the assistant was closed before it was read.',
  heic: (limits) =>
    `This browser does not open HEIC photos. Save the photo as JPG and send it again. ${ACCEPTED(limits)}`,
  threeAtOnce: 'Too many files at once: the record system may send up to 3 at a time.',
  refusedInFront: (size) =>
    `The server in front refused ${size}: small requests arrive, this one does not. Tell support: the limit of the proxy has to be raised (client_max_body_size in nginx, LimitRequestBody in Apache).`,
  unreadable: 'The file could not be opened on this computer.',
  textFromFile: 'Text read from the file',
  textRecognized: 'Text recognized in the picture, may contain errors',
  noText: 'No text was found: this file is not used in the documents.',
  notAllRead: 'Not everything was read: please check',
  pagesOpen: (open, all) =>
    `${open} of ${all} ${all === 1 ? 'page' : 'pages'} ${open === 1 ? 'was' : 'were'} not fully read`,
  textOf: (title, name) => `${title}: ${name}`,
  page: (n) => `Page ${n}`,
  emptyPage: 'No text on this page.',
  textLoading: 'Opening the text…',
  textFailed: 'The text could not be opened.',
  textGone: 'This file was removed from the visit.',
  stillReading: (n) =>
    n === 1
      ? 'One file is not ready yet and is not used in this document.'
      : `${n} files are not ready yet and are not used in this document.`,
  errors: {
    FILE_TYPE_NOT_ALLOWED: (limits) => `File type not accepted. ${ACCEPTED(limits)}`,
    FILE_EMPTY: (limits) => `The file is empty. ${ACCEPTED(limits)}`,
    FILE_TOO_LARGE: (limits) => `The file is larger than allowed. ${ACCEPTED(limits)}`,
    FILE_NAME_INVALID: () => 'The file name is not accepted: use 1 to 255 characters.',
    TOO_MANY_FILES: ({ files: most }) =>
      `This visit already has ${most} files, the maximum. Remove one to send another.`,
    QUOTA_EXCEEDED: ({ total }) =>
      `The files of this visit would exceed ${total} together. Remove one to send another.`,
    PDF_INVALID: () => 'The PDF is damaged or incomplete. Export it again and try once more.',
    PDF_ENCRYPTED: () =>
      'The PDF is protected by a password. Save a copy without one and send that.',
    PDF_TOO_MANY_PAGES: () => 'The PDF has more than 100 pages. Send only those that matter.',
    IMAGE_INVALID: () =>
      'The picture is damaged or could not be read. Open it, save it again as JPG and send it.',
    IMAGE_DIMENSIONS: () =>
      'The size of the picture is not accepted: 32 to 65,000 pixels a side, up to 50 megapixels.',
    IMAGE_HEIC: (limits) =>
      `HEIC photos cannot be read. Save the photo as JPG and send it again. ${ACCEPTED(limits)}`,
    CONSULTATION_NOT_READY: () => 'The visit is not ready for files yet.',
    AUTH_FAILED: () => 'The session ended. Reconnect and try again.',
    SIGNED_URL_FAILED: () => 'The server did not authorize the upload. Try again.',
    NETWORK_ERROR: () => 'No connection to the server. Try again when the network is back.',
    UPLOAD_FAILED: () => 'Sending failed. Try again.',
    UPLOAD_CANCELED: () => 'Sending canceled.',
    MALWARE_DETECTED: () =>
      'The file was refused because it contains something dangerous. Contact support.',
    PROCESSING_FAILED: () => 'The server could not read the file. Try again or send another copy.',
    PROCESSING_TIMEOUT: () => 'The server took too long to read the file. Try again later.',
  },
}
