/**
 * What the browser extension and the service say to each other under `/extension`. Times are ISO
 * 8601, lives are whole seconds.
 */

import type { ConsultationStatus } from './api.ts'

/** The oldest extension that this service works with. */
export const oldestExtension = '0.1.0'

export interface ExtensionSession {
  /** Of a sign-in. */
  device_id?: string | undefined
  /** Good once; the next one comes with the next renewal. */
  refresh_token: string
  /** For `/extension/*` alone. */
  access_token: string
  expires_in: number
  doctor: { id: string; name: string }
  organization: ExtensionOrganization
}

export interface ExtensionOrganization {
  id: string
  name: string
  extension: {
    enabled: boolean
    fill: boolean
    capture: boolean
    /** Minutes without a touch after which the panel asks for the PIN; 0: never. */
    lock_minutes: number
  }
}

/** What a panel asks before anybody is signed in. */
export interface ExtensionService {
  version: { product: string; extension_min: string }
  /** The hospital's identity provider, where one is set. */
  provider: { name: string } | null
}

export const lockActs = ['pin_set', 'locked', 'opened', 'pin_wrong', 'pin_exhausted'] as const

/** What happened to a panel's lock, for the audit. */
export interface ExtensionLockAct {
  act: (typeof lockActs)[number]
  /** By the device's clock. */
  at: string
}

export interface ExtensionMe {
  doctor: { id: string; name: string }
  device: { id: string; name: string }
  organization: ExtensionOrganization
  version: { product: string; extension_min: string }
}

export interface ExtensionVisit {
  id: string
  consultation_id: string
  /** By the ids that the plugin’s `init` takes. */
  patient: { id: string; name: string | null }
  doctor: { id: string }
  type: 'IN_PERSON' | 'TELEMEDICINE'
  /** Opens this visit as a host's token does. */
  auth_token: string
  expires_in: number
}

export interface ListedExtensionVisit {
  id: string
  consultation_id: string
  patient: { id: string; name: string | null }
  type: 'IN_PERSON' | 'TELEMEDICINE'
  state: ConsultationStatus
  recorded_ms: number
  started_at: string
}
