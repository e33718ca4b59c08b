import { isAppError } from '../errors.ts'
import type { Blot } from './blot.ts'

/** One file of a support bundle. */
export interface SupportPart {
  name: string
  /** In a few words, for who decides whether it may leave. */
  about: string
  text: string
}

export interface PartSource {
  name: string
  about: string
  gather(): Promise<unknown>
}

/**
 * What cannot be looked at is told by its code, in its place: a box that is broken is what such a
 * bundle is for.
 */
export async function gatherParts(
  sources: readonly PartSource[],
  blot: Blot,
  onPart: (name: string, share: number) => void,
): Promise<SupportPart[]> {
  const parts: SupportPart[] = []
  for (const [at, { name, about, gather }] of sources.entries()) {
    onPart(name, at / sources.length)
    const found = await gather().catch((error: unknown) => ({ not_found_out: codeOf(error) }))
    const text = `${JSON.stringify(blot.value(found), null, 2)}\n`
    parts.push({ name, about, text })
  }
  return parts
}

export function codeOf(error: unknown): string {
  if (isAppError(error)) return error.code
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'number') return `exit_${code}`
  return typeof code === 'string' ? code : String(name ?? 'unknown')
}
