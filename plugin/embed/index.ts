/**
 * The legacy frame's first script (spec §4.4). Before anything else is even fetched, the query
 * leaves the address: neither the credential nor who the patient is may be in a history, a crash
 * report or a screenshot. What the host says meanwhile is kept for the frame.
 */
import type { EarlyMessages } from './host-link.ts'

// What a reload needs, and no address shows: identifiers and choices, never a token.
const { svcQuery: before = '' } = (history.state ?? {}) as { svcQuery?: string }
const query = new URLSearchParams(location.search || before)
const kept = new URLSearchParams(query)
for (const name of query.keys()) if (isToken(name)) kept.delete(name)
history.replaceState({ svcQuery: String(kept) }, '', location.pathname)

const early: EarlyMessages = { heard: [], stop: () => removeEventListener('message', keep) }
const keep = (event: MessageEvent) => void early.heard.push(event)
addEventListener('message', keep)

/** In every spelling that `readParameters` understands. */
function isToken(name: string): boolean {
  return /^(auth|bearer)token$/.test(name.toLowerCase().replace(/[\s_-]/g, ''))
}

void import('./frame.ts').then(({ startFrame }) => startFrame(query, early))
