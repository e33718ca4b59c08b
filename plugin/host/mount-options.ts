/** What the host passes to `mount` (spec §4.3), checked and completed with the defaults. */
import type { ConsultationType } from '../../core/contract/events.ts'
import type { MountOptions, MountParams } from '../plugin.d.ts'
import { jsonOf } from '../services/json.ts'
import { checkOptions } from './check-options.ts'
import type { Subscriptions } from './message-bus.ts'
import { PluginError } from './plugin-error.ts'

export type { MountOptions, MountParams }

export interface MountSettings {
  renderElement: HTMLElement | undefined
  darkMode: boolean
  consultationType: ConsultationType
  allowChangeConsultationType: boolean
  allowCopyDocument: boolean
  enableFillEhr: boolean
  allowScreenSharing: boolean
  enableTelemetry: boolean
  structuredOutputSchema: object | undefined
  disableDragAndDrop: boolean
  enableFileUpload: boolean
  messageSubscriptions: Subscriptions
  includeUploadStartedContent: boolean
  defaultTemplate: string | undefined
  allowCreateModels: boolean
  whenRemoved: NonNullable<MountOptions['whenRemoved']>
  printable: boolean
}

export interface HostIds {
  doctorId: string
  patientId: string
  consultationId: string
}

/** As the server takes them (api/input-fields.ts): here the developer hears which one it is. */
const LONGEST_ID = 255
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u

/** @throws {PluginError} `INVALID_ARGUMENT` */
export function readIds(params: MountParams): HostIds {
  const ids = { doctorId: '', patientId: '', consultationId: '' }
  for (const name of ['doctorId', 'patientId', 'consultationId'] as const) {
    const given: unknown = params?.[name]
    // As the server does: larger numbers than a double holds exactly would make two patients one.
    const value = Number.isSafeInteger(given) ? `${given}` : given
    if (typeof value !== 'string' || value.trim() === '')
      throw new PluginError('INVALID_ARGUMENT', `mount: ${name} precisa ser um texto não vazio.`)
    if (value.trim().length > LONGEST_ID || UNPRINTABLE.test(value.trim()))
      throw new PluginError(
        'INVALID_ARGUMENT',
        `mount: ${name} pode ter até ${LONGEST_ID} caracteres, todos imprimíveis.`,
      )
    ids[name] = value
  }
  return ids
}

/**
 * `warn` is told what does nothing, and what exposes more than a developer may expect (SPEC-GAPS
 * C10).
 * @throws {PluginError} `INVALID_ARGUMENT`, `INVALID_SCHEMA`
 */
export function readOptions(
  given: MountOptions | null | undefined,
  warn: (text: string) => void,
): MountSettings {
  const options = given ?? {}
  checkOptions(options, warn)
  if (options.includeUploadStartedContent)
    warn('mount: includeUploadStartedContent hands the raw files to every listener of this page')
  return {
    renderElement: options.renderElement ?? undefined,
    darkMode: options.darkMode ?? false,
    consultationType: readType(options.consultationType),
    allowChangeConsultationType: options.allowChangeConsultationType ?? true,
    allowCopyDocument: options.allowCopyDocument ?? true,
    enableFillEhr: options.enableFillEhr ?? false,
    allowScreenSharing: options.allowScreenSharing ?? true,
    enableTelemetry: options.enableTelemetry ?? true,
    structuredOutputSchema: schemaCopy(options.structuredOutputSchema),
    disableDragAndDrop: options.editorOptions?.disableDragAndDrop ?? false,
    enableFileUpload: options.enableFileUpload ?? false,
    messageSubscriptions: options.messageSubscriptions ?? true,
    includeUploadStartedContent: options.includeUploadStartedContent ?? false,
    defaultTemplate: options.defaultTemplate ?? options.clinicalType,
    allowCreateModels: options.allowCreateModels ?? true,
    whenRemoved: options.whenRemoved ?? 'pause',
    printable: options.printable ?? false,
  }
}

/**
 * A copy: what the host may change later is not what was proven. What is wrong with the schema
 * itself the server says.
 * @throws {PluginError} `INVALID_SCHEMA` when it is no JSON
 */
function schemaCopy(schema: unknown): object | undefined {
  if (schema === undefined || schema === null) return undefined
  try {
    return JSON.parse(jsonOf(schema)) as object
  } catch (cause) {
    const text = 'mount: structuredOutputSchema #: the schema cannot be written as JSON.'
    throw new PluginError('INVALID_SCHEMA', text, { cause })
  }
}

/** Both casings are in use out there (SPEC-GAPS C22). */
function readType(type: string | null | undefined): ConsultationType {
  return type?.toUpperCase() === 'TELEMEDICINE' ? 'TELEMEDICINE' : 'IN_PERSON'
}
