/**
 * Takes out of what leaves the box for support what nobody outside may read: secrets that are known
 * here, names that people gave, numbers of people, and whatever looks like a credential.
 */
import { withoutPeople } from '../rnds/without-people.ts'

export interface Known {
  /** As they stand in files and settings; each is looked for as it is. */
  secrets: readonly string[]
  /** Of organizations, users, keys and the like, whatever their case and accents. */
  names: readonly string[]
}

export interface Blot {
  text(text: string): string
  /** Every text in it, and nothing of its numbers and keys. */
  value(value: unknown): unknown
}

/** Shorter ones stand in every text by chance. */
const SHORTEST_SECRET = 4
const SHORTEST_NAME = 2

export function blot({ secrets, names }: Known): Blot {
  const known = [...new Set(secrets.map((secret) => secret.trim()))]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .sort((one, other) => other.length - one.length)
  const called = [...new Set(names.map((name) => folded(name.trim())))]
    .filter((name) => name.length >= SHORTEST_NAME)
    .sort((one, other) => other.length - one.length)

  function text(said: string): string {
    let told = said.normalize('NFC')
    for (const secret of known) told = told.replaceAll(secret, '(secret)')
    for (const name of called) told = withoutName(told, name)
    return withoutPeople(
      told
        .replace(ADDRESS, (_, scheme, rest) => `${scheme}${hostOf(rest)}`)
        .replace(MAIL, '(address)')
        .replace(OF_OURS, '(secret)')
        .replace(RUN, (run) => (isRandom(run) ? '(secret)' : run)),
    )
  }

  function value(told: unknown): unknown {
    if (typeof told === 'string') return text(told)
    if (told instanceof Date || typeof told !== 'object' || told === null) return told
    if (Array.isArray(told)) return told.map(value)
    return Object.fromEntries(Object.entries(told).map(([key, inner]) => [key, value(inner)]))
  }

  return { text, value }
}

/** What stands behind the host of a web address may be a credential. */
const ADDRESS = /\b((?:https?|wss?|postgres|postgresql):\/\/)([^\s"'<>]+)/gi
const MAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g
/** Keys, tokens, secrets of webhooks, and tokens of sessions. */
const OF_OURS = /\b(?:svc_(?:key|tok)_|whsec_|eyJ)[\w+/=.-]+/g
const RUN = /[\w+=-]{20,}/g

function hostOf(rest: string): string {
  const [authority = ''] = rest.split(/[/?#]/, 1)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return rest.length > authority.length + 1 ? `${host}/…` : host
}

/** Upper and lower case and digits in one run: no word, no name of a setting, no digest. */
function isRandom(run: string): boolean {
  return /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run)
}

function withoutName(text: string, name: string): string {
  const low = folded(text)
  let told = ''
  let from = 0
  for (let at = low.indexOf(name); at >= 0; at = low.indexOf(name, at + 1)) {
    const end = at + name.length
    if (at < from || isPartOfWord(low, at - 1) || isPartOfWord(low, end)) continue
    told += `${text.slice(from, at)}(name)`
    from = end
  }
  return told + text.slice(from)
}

function isPartOfWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text.charAt(at))
}

/** As long as it was, so that places in one are places in the other. */
function folded(text: string): string {
  let low = ''
  for (let at = 0; at < text.length; at++) {
    const [plain = ''] = text.charAt(at).normalize('NFD').toLowerCase()
    low += plain
  }
  return low
}
