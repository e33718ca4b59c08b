/**
 * Organizations, users and keys as `--json` prints them: what an administrator may know, never a
 * digest or a secret.
 */
import type { ApiKey, Organization, User } from '../core/access/access.ts'
import type { Device } from '../core/access/device.ts'

export function presentOrganization(organization: Organization) {
  const { id, name, status, allowedOrigins, enforceDoctorScope, iframeConsent } = organization
  const { extension, language, createdAt } = organization
  return {
    id,
    name,
    status,
    allowedOrigins,
    enforceDoctorScope,
    iframeConsent,
    extension,
    language,
    createdAt,
  }
}

export function presentUser({ id, organizationId, name, login, status, createdAt }: User) {
  return { id, organizationId, name, login, status, createdAt }
}

export function presentDevice(device: Device, { id: userId, name: userName }: User) {
  const { id, organizationId, name, createdAt, lastUsedAt, endedAt, endedBecause } = device
  const state = endedAt ? 'ended' : 'active'
  return {
    id,
    organizationId,
    userId,
    userName,
    name,
    state,
    createdAt,
    lastUsedAt,
    endedAt,
    endedBecause,
  }
}

export function presentKey(key: ApiKey) {
  const { id, organizationId, userId, kind, name, prefix, scopes } = key
  const { createdAt, lastUsedAt, revokedAt } = key
  const state = revokedAt ? 'revoked' : 'active'
  return {
    id,
    organizationId,
    userId,
    kind,
    name,
    prefix,
    scopes,
    state,
    createdAt,
    lastUsedAt,
    revokedAt,
  }
}
