import type { ApiKey, Organization, SigningKey, User } from './access.ts'
import type { Device, DeviceTokens, EndedBecause, Invite } from './device.ts'
import type { TokenClaims } from './token-claims.ts'

/**
 * Where access control rests. Every write that can change a decision raises the epoch in the same
 * transaction, so that any process can see with one small read that what it remembers is out of
 * date.
 */
export interface AccessStore
  extends OrganizationStore,
    UserStore,
    KeyStore,
    SigningKeyStore,
    SpentTokenStore,
    DeviceStore {
  /**
   * A number that grows with every change of organizations, users, keys or signing keys. The read
   * begins after the call, so that what was committed before is seen; callers at the same time may
   * share one.
   */
  readEpoch(): Promise<number>
}

export interface OrganizationStore {
  createOrganization(organization: Organization): Promise<void>
  updateOrganization(id: string, changes: OrganizationChanges): Promise<Organization | undefined>
  findOrganization(id: string): Promise<Organization | undefined>
  listOrganizations(): Promise<Organization[]>
}

export interface UserStore {
  createUser(user: User): Promise<void>
  updateUser(id: string, changes: UserChanges): Promise<User | undefined>
  findUser(id: string): Promise<User | undefined>
  /** @param login as `readLogin` has it */
  findUserByLogin(login: string): Promise<User | undefined>
  listUsers(organizationId: string): Promise<User[]>
}

export interface KeyStore {
  /** @param digest of the whole secret; the store never sees the secret itself */
  createKey(key: ApiKey, digest: string): Promise<void>
  updateKey(id: string, changes: KeyChanges): Promise<ApiKey | undefined>
  findKey(id: string): Promise<ApiKey | undefined>
  findKeyByDigest(digest: string): Promise<ApiKey | undefined>
  listKeys(organizationId: string): Promise<ApiKey[]>
  /** Of all keys that are not revoked. */
  listKeyDigests(): Promise<ReadonlySet<string>>
  /** Does not raise the epoch: when a key was last used decides nothing. */
  writeLastUsed(uses: ReadonlyMap<string, Date>): Promise<void>
}

export interface SigningKeyStore {
  /** Newest first. */
  listSigningKeys(): Promise<SigningKey[]>
  /** Adds `key` and retires all others at its `createdAt`. */
  replaceSigningKey(key: SigningKey): Promise<void>
  /** @returns how many went */
  deleteSigningKeys(retiredBefore: Date): Promise<number>
}

/** Tokens that were traded for another one, by id. */
export interface SpentTokenStore {
  /** With when each ends, in seconds since 1970. */
  listSpentTokens(): Promise<Map<string, number>>
  /** @returns false when it was spent already */
  spendToken(tokenId: string, expiresAtS: number, nowS: number): Promise<boolean>
}

/** Devices that doctors signed in on, and the codes they sign in with; digests alone are kept. */
export interface DeviceStore {
  /** Takes the place of those of this user, for the same device, that nobody has used. */
  createInvite(invite: Invite, digest: string): Promise<void>
  findInvite(digest: string): Promise<Invite | undefined>
  /** Both or neither. @returns false when the code was spent meanwhile */
  createDevice(device: Device, from: { inviteId: string; tokenDigest: string }): Promise<boolean>
  findDevice(id: string): Promise<Device | undefined>
  /** The newest first. */
  listDevices(userId: string): Promise<Device[]>
  findDeviceTokens(id: string): Promise<DeviceTokens | undefined>
  /**
   * Another refresh token takes the place of the one with digest `from`, which becomes the last one
   * spent. Decides nothing that is remembered, so it does not raise the epoch.
   * @returns false when it is no longer the one in force, or the device has ended
   */
  rotateDeviceToken(
    id: string,
    from: string,
    next: { digest: string; salt: string; at: Date },
  ): Promise<boolean>
  /** Its tokens are refused from the next request on. One that has ended stays as it is. */
  endDevice(id: string, end: { at: Date; because: EndedBecause }): Promise<Device | undefined>
}

/** What a device signs with its own key at a renewal (RFC 9449). */
export interface Proof {
  /** Of the key that signed it (RFC 7638). */
  thumbprint: string
  method: string
  address: string
  /** Seconds since 1970. */
  issuedAtS: number
  id: string
}

/** Reads what devices sign. */
export interface Proofs {
  /** @throws {AppError} `validation_error` when it is no public key on P-256 */
  thumbprint(publicKey: unknown): string
  /** Its signature was checked against the key it brings. @throws {AppError} `invalid_proof` */
  read(proof: string): Proof
}

export type OrganizationChanges = Partial<
  Pick<
    Organization,
    | 'name'
    | 'status'
    | 'allowedOrigins'
    | 'enforceDoctorScope'
    | 'language'
    | 'iframeConsent'
    | 'extension'
  >
>
export type UserChanges = Partial<Pick<User, 'name' | 'login' | 'status' | 'sessionGeneration'>>
export type KeyChanges = Partial<Pick<ApiKey, 'name' | 'revokedAt' | 'sessionGeneration'>>

/**
 * Protects secrets at rest. `context` says what the bytes are; it is authenticated and not kept, so
 * that sealed bytes cannot be moved elsewhere. `open` throws when the bytes or their context are
 * not the sealed ones.
 */
export interface Sealer {
  seal(bytes: Uint8Array, context: string): Uint8Array
  open(bytes: Uint8Array, context: string): Uint8Array
}

/** Randomness and one-way functions, which the domain may not reach for itself. */
export interface Secrets {
  /** Cryptographically random. */
  randomBytes(size: number): Uint8Array
  /** Random bytes as base64url text. */
  randomText(bytes: number): string
  /** SHA-256, hex. */
  digest(text: string): string
}

/** Signs and reads tokens; the one place that knows how they look on the wire. */
export interface TokenCodec {
  sign(claims: TokenClaims, key: OpenSigningKey): string
  /** The `kid` of a token whose signature nobody has checked yet; undefined when it is no token. */
  keyIdOf(token: string): string | undefined
  /**
   * @param nowS seconds since 1970
   * @throws {AppError} `invalid_token`, `token_expired`
   */
  verify(token: string, key: OpenSigningKey, nowS: number): TokenClaims
}

export interface OpenSigningKey {
  id: string
  secret: Uint8Array
}
