/**
 * A UUID that follows from words, so that whoever says them again, after a reload too, means the
 * same (RFC 9562, version 8).
 */
import { hash } from '@stablelib/sha256'
import { hex } from './outbox.ts'

export function derivedId(...parts: readonly (string | number)[]): string {
  const bytes = hash(new TextEncoder().encode(parts.join(' '))).slice(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
