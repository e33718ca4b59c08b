/** What the host passes to `mount` (spec §4.3), checked and completed with the defaults. */
import type { ConsultationType } from '../../core/contract/events.ts'
import { PluginError } from './plugin-error.ts'

/** Options of `mount`; the ones that this version does not know are ignored with a warning. */
export interface MountOptions {
  /** Where to draw; a floating window when absent. */
  renderElement?: HTMLElement
  darkMode?: boolean
  consultationType?: ConsultationType
  allowChangeConsultationType?: boolean
  allowCopyDocument?: boolean
  enableFillEhr?: boolean
  messageSubscriptions?: boolean
  /** Identifier or slug of the model to preselect. */
  defaultTemplate?: string
  /** Synonym of `defaultTemplate` (SPEC-GAPS 1.15). */
  clinicalType?: string
}

export interface MountParams {
  doctorId: string
  patientId: string
  consultationId: string
  options?: MountOptions
}

export interface MountSettings {
  renderElement: HTMLElement | undefined
  darkMode: boolean
  consultationType: ConsultationType
  allowChangeConsultationType: boolean
  allowCopyDocument: boolean
  enableFillEhr: boolean
  messageSubscriptions: boolean
  defaultTemplate: string | undefined
}

export interface HostIds {
  doctorId: string
  patientId: string
  consultationId: string
}

const UNSUPPORTED = [
  'allowScreenSharing',
  'structuredOutputSchema',
  'editorOptions',
  'enableFileUpload',
  'includeUploadStartedContent',
]

/** @throws {PluginError} `INVALID_ARGUMENT` */
export function readIds(params: MountParams): HostIds {
  const ids = { doctorId: '', patientId: '', consultationId: '' }
  for (const name of ['doctorId', 'patientId', 'consultationId'] as const) {
    const value: unknown = params?.[name]
    if (typeof value !== 'string' || value.trim() === '')
      throw new PluginError('INVALID_ARGUMENT', `mount: ${name} precisa ser um texto não vazio.`)
    ids[name] = value
  }
  return ids
}

/** `warn` is told about options that have no effect here, so that nobody waits for them. */
export function readOptions(
  options: MountOptions = {},
  warn: (text: string) => void,
): MountSettings {
  const ignored = UNSUPPORTED.filter((name) => (options as Record<string, unknown>)[name])
  if (ignored.length > 0) warn(`mount: not available in this version: ${ignored.join(', ')}`)
  return {
    renderElement: options.renderElement,
    darkMode: options.darkMode ?? false,
    consultationType: readType(options.consultationType),
    allowChangeConsultationType: options.allowChangeConsultationType ?? true,
    allowCopyDocument: options.allowCopyDocument ?? true,
    enableFillEhr: options.enableFillEhr ?? false,
    messageSubscriptions: options.messageSubscriptions ?? true,
    defaultTemplate: options.defaultTemplate ?? options.clinicalType,
  }
}

/** Both casings are in use out there (SPEC-GAPS C22). */
function readType(type: string | undefined): ConsultationType {
  return type?.toUpperCase() === 'TELEMEDICINE' ? 'TELEMEDICINE' : 'IN_PERSON'
}
