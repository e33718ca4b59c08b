import { PROFILES } from '../terms.ts'
import type { Resource } from '../types.ts'
import { resource } from './parts.ts'

/** BRLocalAtendimento-1.0 (RNDS.md §7.11). */
export function location(name: string): Resource {
  return { ...resource('Location', PROFILES.location), status: 'active', name, mode: 'kind' }
}
