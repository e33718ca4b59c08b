import { validationError } from '../errors.ts'
import type { Credential } from './access.ts'
import type { Directory } from './directory.ts'
import type { TokenCodec } from './ports.ts'
import { requireScope } from './principal.ts'
import type { Signing } from './signing.ts'
import { type TokenClaims, type TokenHolder, usualHolder } from './token-claims.ts'

/** What the operator allows within the contract's bounds (SPEC-GAPS C4), in seconds. */
export interface TokenPolicy {
  sessionDefaultS: number
  /** Of every token; longer wishes get this much, and the answer's expiry says so. */
  sessionMaxS: number
}

/** The contract's own (spec §8). */
export const contractTokenPolicy: TokenPolicy = { sessionDefaultS: 43_200, sessionMaxS: 86_400 }

interface Deps {
  directory: Directory
  signing: Signing
  codec: TokenCodec
  policy: TokenPolicy
  now: () => Date
  newId: () => string
}

export interface IssuedToken {
  token: string
  tokenId: string
  /** Exactly the token's own `exp`. */
  expiresAt: Date
}

/** Restrictions of a session token; all absent opens what the organization has (SPEC-GAPS C3). */
export interface SessionInput {
  doctorId?: string | undefined
  patientId?: string | undefined
  consultationId?: string | undefined
  validForS?: number | undefined
  /** Whose it is to be; where it is not said, `usualHolder`. */
  holder?: TokenHolder | undefined
}

export interface ConsultationInput {
  consultationId: string
  doctorId: string
  patientId: string
  validForS?: number | undefined
}

export interface IssueToken {
  /**
   * A token of the credential's organization (spec §4.1).
   * @throws {AppError} `forbidden` without scope `session:create`; `validation_error` when the
   * organization wants a doctor and none is named
   */
  issueSessionToken(credential: Credential, input: SessionInput): Promise<IssuedToken>
  /**
   * A token that opens one consultation (spec §4.1, identify).
   * @throws {AppError} `forbidden` without scope `identify:create`
   */
  issueConsultationToken(credential: Credential, input: ConsultationInput): Promise<IssuedToken>
  /** What a doctor's device shows at the extension's doors until it renews. */
  issueDeviceToken(credential: Credential, doctorId: string): Promise<IssuedToken>
}

/** Life of a device's access token, in s. */
const DEVICE_TOKEN_S = 900

export function issueToken({ directory, signing, codec, policy, now, newId }: Deps): IssueToken {
  async function issue(
    { key, organization, user }: Credential,
    kind: TokenClaims['kind'],
    input: SessionInput,
  ): Promise<IssuedToken> {
    const { doctorId, patientId, consultationId, validForS = policy.sessionDefaultS } = input
    // A key retired a moment ago still verifies for a day, so this needs no look of its own.
    const signingKey = await signing.signingKey(await directory.recent())
    const tokenId = newId()
    const issuedAtS = Math.floor(now().getTime() / 1000)
    const expiresAtS = issuedAtS + Math.min(validForS, policy.sessionMaxS)
    const token = codec.sign(
      // Written out: claims spread into one another cost more than the signature.
      {
        tokenId,
        kind,
        holder: input.holder ?? usualHolder({ kind, patientId, consultationId }),
        organizationId: organization.id,
        keyId: key.id,
        generations: { key: key.sessionGeneration, user: user?.sessionGeneration ?? 0 },
        doctorId: doctorId ?? null,
        patientId: patientId ?? null,
        consultationId: consultationId ?? null,
        issuedAtS,
        expiresAtS,
      },
      signingKey,
    )
    return { token, tokenId, expiresAt: new Date(expiresAtS * 1000) }
  }

  return {
    async issueSessionToken(credential, input) {
      requireScope(credential, 'session:create')
      if (credential.organization.enforceDoctorScope && !input.doctorId)
        throw validationError([{ field: 'doctor_id', issue: 'required' }])
      return issue(credential, 'session', input)
    },
    async issueConsultationToken(credential, input) {
      requireScope(credential, 'identify:create')
      return issue(credential, 'consultation', { ...input, holder: 'page' })
    },
    issueDeviceToken: (credential, doctorId) =>
      issue(credential, 'device', { doctorId, validForS: DEVICE_TOKEN_S, holder: 'page' }),
  }
}
