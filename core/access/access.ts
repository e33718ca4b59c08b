/**
 * Who may use the service: organizations, their users and the credentials of their systems (spec
 * §5).
 */

export interface Organization {
  id: string
  name: string
  /**
   * A suspended organization gets no tokens, and those it holds are refused until it is resumed.
   */
  status: 'active' | 'suspended'
  /**
   * Origins whose pages may load the plugin (`https://ehr.example`), for CORS, frames and the
   * channel.
   */
  allowedOrigins: string[]
  /** Session tokens must name a doctor and open only that doctor's consultations (SPEC-GAPS C3). */
  enforceDoctorScope: boolean
  /** BCP 47; what consultations are spoken in. */
  language: string
  iframeConsent: IframeConsent
  extension: ExtensionSwitches
  createdAt: Date
}

/** What an organization allows the browser extension. */
export interface ExtensionSwitches {
  /** Off: its codes, devices and their tokens are refused at every door. */
  enabled: boolean
  /** It may write into the EHR's page, after a click. */
  fill: boolean
  /** It may take a tab's sound beside the microphone, after a click. */
  capture: boolean
  /** After so many minutes without a touch its panel asks for the doctor's PIN; 0: never. */
  lockMinutes: number
  /** A device that was not used for so many days has ended; 0: none ends by itself. */
  idleDays: number
}

/** As shipped: nobody signs in from a browser before an administrator says so. */
export const shippedExtension: ExtensionSwitches = {
  enabled: false,
  fill: true,
  capture: true,
  lockMinutes: 10,
  idleDays: 90,
}

/**
 * `host`: `startRecording` of the legacy iframe's host starts, and says that the host has taken the
 * patient's consent. `click`: it starts when the doctor has answered for the patient.
 */
export type IframeConsent = 'host' | 'click'

/**
 * Somebody of the organization to whom a key may be linked, so that deactivating them ends its
 * tokens.
 */
export interface User {
  id: string
  organizationId: string
  name: string
  /** By which name the hospital's identity provider knows them; of one user at most. */
  login: string | null
  status: 'active' | 'deactivated'
  /**
   * Grows with every deactivation: tokens of an earlier generation stay dead after a reactivation.
   */
  sessionGeneration: number
  createdAt: Date
}

export type CredentialKind = 'api_key' | 'auth_token'
/**
 * `session:create`: the session-token endpoint. `identify:create`: the identify endpoint (SPEC-GAPS
 * 1.8).
 */
export const credentialScopes = ['session:create', 'identify:create'] as const
export type CredentialScope = (typeof credentialScopes)[number]

/** A long-lived credential of a host system. The secret itself is shown once and never kept. */
export interface ApiKey {
  id: string
  organizationId: string
  userId: string | null
  kind: CredentialKind
  name: string
  /** The first characters of the secret, enough to recognize it and far too few to use it. */
  prefix: string
  scopes: CredentialScope[]
  /** Grows when the sessions of this key are ended. */
  sessionGeneration: number
  createdAt: Date
  /** Written behind: up to a minute late. */
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/** A credential with everybody it depends on: the unit that every decision is taken from. */
export interface Credential {
  key: CredentialKey
  organization: Organization
  user: User | null
}

/** What decisions rest on; of a doctor's device, the device stands in the key's place. */
export interface CredentialKey
  extends Pick<ApiKey, 'id' | 'organizationId' | 'scopes' | 'sessionGeneration' | 'revokedAt'> {
  kind: CredentialKind | 'device'
}

/** One secret that signs tokens. It verifies for as long as a token it signed can live. */
export interface SigningKey {
  /** Travels in the token's header as `kid`. */
  id: string
  sealedSecret: Uint8Array
  createdAt: Date
  /** From when on it signs no more. */
  retiredAt: Date | null
}
