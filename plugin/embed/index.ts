/**
 * The legacy frame's first script (spec §4.4). Before anything else is even fetched, the credential leaves the address: it must
 * not be in a history, a crash report or a screenshot. What the host says meanwhile is kept for the frame.
 */
import type { EarlyMessages } from './host-link.ts'

const query = new URLSearchParams(location.search)
const shown = new URLSearchParams(query)
for (const name of query.keys()) if (/^(auth|bearer)[_-]?token$/i.test(name)) shown.delete(name)
const rest = shown.size > 0 ? `?${shown}` : ''
history.replaceState(history.state, '', location.pathname + rest)

const early: EarlyMessages = { heard: [], stop: () => removeEventListener('message', keep) }
const keep = (event: MessageEvent) => void early.heard.push(event)
addEventListener('message', keep)

void import('./frame.ts').then(({ startFrame }) => startFrame(query, early))
