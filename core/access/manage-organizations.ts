import { hasDirectionMark } from '../direction-marks.ts'
import { notFound, validationError } from '../errors.ts'
import {
  type ExtensionSwitches,
  type IframeConsent,
  type Organization,
  shippedExtension,
} from './access.ts'
import { readOrigins } from './origins.ts'
import type { OrganizationStore } from './ports.ts'

interface Deps {
  store: OrganizationStore
  now: () => Date
  newId: () => string
}

export interface OrganizationSettings {
  name?: string | undefined
  allowedOrigins?: readonly string[] | undefined
  enforceDoctorScope?: boolean | undefined
  language?: string | undefined
  iframeConsent?: IframeConsent | undefined
  extension?: ExtensionSwitches | undefined
}

/**
 * Organizations, for the administrator. Unknown ids throw `not_found`, bad values
 * `validation_error`.
 */
export interface ManageOrganizations {
  createOrganization(input: OrganizationSettings & { name: string }): Promise<Organization>
  updateOrganization(id: string, changes: OrganizationSettings): Promise<Organization>
  /** Its tokens are refused from the next request on, and it gets no new ones. */
  suspendOrganization(id: string): Promise<Organization>
  resumeOrganization(id: string): Promise<Organization>
  getOrganization(id: string): Promise<Organization>
  listOrganizations(): Promise<Organization[]>
}

/** Neither control characters nor halves of a surrogate pair. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u

export function manageOrganizations({ store, now, newId }: Deps): ManageOrganizations {
  const update = async (id: string, changes: Partial<Organization>) => {
    const organization = await store.updateOrganization(id, changes)
    if (!organization) throw notFound('Organização não encontrada.')
    return organization
  }

  return {
    async createOrganization({ name, ...settings }) {
      const organization: Organization = {
        id: newId(),
        name: readName(name),
        status: 'active',
        allowedOrigins: readOrigins(settings.allowedOrigins ?? []),
        enforceDoctorScope: settings.enforceDoctorScope ?? false,
        language: settings.language ?? 'pt-BR',
        iframeConsent: settings.iframeConsent ?? 'host',
        extension: settings.extension ?? shippedExtension,
        createdAt: now(),
      }
      await store.createOrganization(organization)
      return organization
    },
    updateOrganization: (
      id,
      { name, allowedOrigins, enforceDoctorScope, language, iframeConsent, extension },
    ) =>
      update(id, {
        ...(name !== undefined && { name: readName(name) }),
        ...(allowedOrigins && { allowedOrigins: readOrigins(allowedOrigins) }),
        ...(enforceDoctorScope !== undefined && { enforceDoctorScope }),
        ...(language !== undefined && { language }),
        ...(iframeConsent !== undefined && { iframeConsent }),
        ...(extension !== undefined && { extension }),
      }),
    suspendOrganization: (id) => update(id, { status: 'suspended' }),
    resumeOrganization: (id) => update(id, { status: 'active' }),
    async getOrganization(id) {
      const organization = await store.findOrganization(id)
      if (!organization) throw notFound('Organização não encontrada.')
      return organization
    },
    listOrganizations: () => store.listOrganizations(),
  }
}

/** A name for people: 1 to 255 characters once trimmed. @throws {AppError} `validation_error` */
export function readName(text: string): string {
  const name = text.trim()
  if (name === '') throw validationError([{ field: 'name', issue: 'required' }])
  if (!PRINTABLE.test(name) || hasDirectionMark(name))
    throw validationError([{ field: 'name', issue: 'invalid' }])
  if (name.length > 255) throw validationError([{ field: 'name', issue: 'too_long' }])
  return name
}
