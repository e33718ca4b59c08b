/**
 * What a host's developer gets wrong in `mount`, said where it is looked for: a wrong type is
 * refused, what does nothing at all (a name nobody knows, an element that was not found) is a
 * warning in the console. Neither is left for a doctor to find.
 */
import type { MountOptions } from '../plugin.d.ts'
import { isEventName } from './message-bus.ts'
import { PluginError } from './plugin-error.ts'

const KINDS = {
  element: {
    words: 'um elemento da página',
    // Not `instanceof`: a page may hand over an element of one of its frames.
    fits: (value: unknown) => (value as { nodeType?: unknown } | null)?.nodeType === 1,
  },
  boolean: { words: 'true ou false', fits: (value: unknown) => typeof value === 'boolean' },
  text: { words: 'um texto', fits: (value: unknown) => typeof value === 'string' },
  subscriptions: {
    words: 'true, false ou uma lista de eventos',
    fits: (value: unknown) => typeof value === 'boolean' || Array.isArray(value),
  },
  removal: {
    words: "'pause' ou 'keep'",
    fits: (value: unknown) => value === 'pause' || value === 'keep',
  },
  object: { words: 'um objeto', fits: (value: unknown) => typeof value === 'object' },
  /** The schema's own rules are looked at where it is copied. */
  any: { words: '', fits: () => true },
}

const OPTIONS = {
  renderElement: 'element',
  darkMode: 'boolean',
  consultationType: 'text',
  allowChangeConsultationType: 'boolean',
  allowCopyDocument: 'boolean',
  enableFillEhr: 'boolean',
  allowScreenSharing: 'boolean',
  enableTelemetry: 'boolean',
  structuredOutputSchema: 'any',
  editorOptions: 'object',
  enableFileUpload: 'boolean',
  messageSubscriptions: 'subscriptions',
  includeUploadStartedContent: 'boolean',
  defaultTemplate: 'text',
  clinicalType: 'text',
  allowCreateModels: 'boolean',
  whenRemoved: 'removal',
  printable: 'boolean',
} as const satisfies Record<keyof MountOptions, keyof typeof KINDS>

const PARAMS = ['doctorId', 'patientId', 'consultationId', 'options']

type Warn = (text: string) => void

/** Null is as good as absent. @throws {PluginError} `INVALID_ARGUMENT` */
export function checkOptions(options: unknown, warn: Warn) {
  if (typeof options !== 'object')
    throw new PluginError('INVALID_ARGUMENT', 'mount: options precisa ser um objeto.')
  for (const [name, value] of Object.entries(options ?? {})) {
    if (!isKnown(name)) {
      warn(unknown('option', name, Object.keys(OPTIONS)))
      continue
    }
    const { words, fits } = KINDS[OPTIONS[name]]
    if (value === undefined || value === null || fits(value)) continue
    throw new PluginError('INVALID_ARGUMENT', `mount: ${name} precisa ser ${words}.`)
  }
  const { renderElement, consultationType, enableFillEhr, messageSubscriptions } = (options ??
    {}) as MountOptions
  if (renderElement === null)
    warn('mount: renderElement is null (nothing found?): the assistant opens as a floating window')
  else if (renderElement?.isConnected === false)
    warn('mount: renderElement is not in the page: nobody sees the assistant')
  if (consultationType && !/^(telemedicine|in_person)$/i.test(consultationType))
    warn('mount: consultationType must be TELEMEDICINE or IN_PERSON: IN_PERSON is used')
  if (!Array.isArray(messageSubscriptions)) return
  for (const name of messageSubscriptions)
    if (!isEventName(name)) warn(`mount: messageSubscriptions names no event: ${name}`)
  if (enableFillEhr && !messageSubscriptions.includes('svc.plugin.ehr.fill'))
    warn('mount: enableFillEhr without svc.plugin.ehr.fill in messageSubscriptions fills nothing')
}

/** An option beside the identifiers, where it does nothing. */
export function checkParams(params: object, warn: Warn) {
  for (const name of Object.keys(params)) {
    if (PARAMS.includes(name)) continue
    if (isKnown(name)) warn(`mount: ${name} belongs into options: it is ignored here`)
    else warn(unknown('parameter', name, PARAMS))
  }
}

function isKnown(name: string): name is keyof typeof OPTIONS {
  return Object.hasOwn(OPTIONS, name)
}

function unknown(what: string, name: string, known: readonly string[]): string {
  const meant = known.find((one) => one.toLowerCase() === name.toLowerCase())
  return `mount: unknown ${what} ${name}: it is ignored${meant ? ` (${meant} is meant?)` : ''}`
}

/** The arguments of the host's other calls. All throw `INVALID_ARGUMENT` and name the call. */
export function requireText(call: string, text: unknown) {
  if (typeof text !== 'string')
    throw new PluginError('INVALID_ARGUMENT', `${call}: o conteúdo precisa ser um texto.`)
}

export function requireStream(stream: unknown) {
  if (stream === null || stream instanceof MediaStream) return
  const message = 'setScreenMediaStream: informe um MediaStream ou null.'
  throw new PluginError('INVALID_ARGUMENT', message)
}

/** What a file input holds is a list, and not an array. */
export function readFiles(files: unknown): File[] {
  const list: unknown = files instanceof FileList ? [...files] : files
  if (Array.isArray(list) && list.every((file) => file instanceof File)) return list
  throw new PluginError('INVALID_ARGUMENT', 'uploadFiles: informe um array de File.')
}
