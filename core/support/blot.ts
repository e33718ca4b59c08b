/**
 * Takes out of what leaves the box for support what nobody outside may read: secrets that are known
 * here, names that people gave, numbers of people, and whatever looks like a credential.
 */
import { withoutPeople } from '../rnds/redact-bundle.ts'

export interface Known {
  /** As they stand in files and settings; each is looked for as it is. */
  secrets: readonly string[]
  /** Names of organizations, users, keys and the like, whatever their case and accents. */
  names: readonly string[]
  /** Folders and files of this machine by their whole path, and what each is called instead. */
  places: readonly { path: string; called: string }[]
  /** Names of this machine and of others in the settings, without a port. */
  hosts: readonly string[]
}

export interface Blot {
  text(text: string): string
  /** Every text in it, and nothing of its numbers and keys. */
  value(value: unknown): unknown
}

/** Shorter ones stand in every text by chance. */
const SHORTEST_SECRET = 4
const SHORTEST_NAME = 2

export function blot({ secrets, names, places, hosts }: Known): Blot {
  const known = [...new Set(secrets.map((secret) => secret.trim()))]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .sort((one, other) => other.length - one.length)
  const called = [...new Set(names.map((name) => folded(name.trim())))]
    .filter((name) => name.length >= SHORTEST_NAME)
    .sort((one, other) => other.length - one.length)
  // The innermost first: one lies in another.
  const paths = places
    .filter(({ path }) => path.length > 1)
    .sort((one, other) => other.path.length - one.path.length)
  const machines = [...new Set(hosts.map((host) => host.toLowerCase()))]
    .filter((host) => !isPublic(host))
    .sort((one, other) => other.length - one.length)

  function text(said: string): string {
    let told = said.normalize('NFC')
    for (const secret of known) told = told.replaceAll(secret, '(secret)')
    for (const { path, called: word } of paths) told = replacedWhole(told, path, `(${word})`)
    for (const host of machines) told = replacedWhole(told, host, '(host)')
    for (const name of called) told = replacedWhole(told, name, '(name)')
    return withoutPeople(
      told
        .replace(ADDRESS, (_, scheme, rest) => `${scheme}${hostOf(rest)}`)
        .replace(MAIL, '(address)')
        .replace(IPV4, (number) => (number.startsWith('127.') ? number : '(host)'))
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

/** Text after the host of a web address may be a credential. */
const ADDRESS = /\b((?:https?|wss?|postgres|postgresql):\/\/)([^\s"'<>]+)/gi
const MAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g
/** Four numbers; a version of the kind has one more dot in front of it, or a letter. */
const IPV4 = /(?<![\w.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w.])/g
/** Everybody's: that a box speaks to them tells nothing of whose it is. */
const PUBLIC = ['localhost', 'saude.gov.br', 'huggingface.co', '0.0.0.0', '::1']
/** Keys, tokens, secrets of webhooks, and tokens of sessions. */
const OF_OURS = /\b(?:svc_(?:key|tok)_|whsec_|eyJ)[\w+/=.-]+/g
const RUN = /[\w+=-]{20,}/g

function hostOf(rest: string): string {
  const [authority = ''] = rest.split(/[/?#]/, 1)
  const [host = '', port] = authority.slice(authority.lastIndexOf('@') + 1).split(':', 2)
  const told = isPublic(host) ? host : '(host)'
  const place = port === undefined ? told : `${told}:${port}`
  return rest.length > authority.length + 1 ? `${place}/…` : place
}

function isPublic(host: string): boolean {
  const low = host.toLowerCase()
  return low.startsWith('127.') || PUBLIC.some((one) => low === one || low.endsWith(`.${one}`))
}

/** Upper and lower case and digits in one run: no word, no name of a setting, no digest. */
function isRandom(run: string): boolean {
  return /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run)
}

/** Whatever its case and accents, and not within a longer word. */
function replacedWhole(text: string, part: string, by: string): string {
  const low = folded(text)
  const wanted = folded(part)
  let told = ''
  let from = 0
  for (let at = low.indexOf(wanted); at >= 0; at = low.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    if (at < from || isPartOfWord(low, at - 1) || isPartOfWord(low, end)) continue
    told += `${text.slice(from, at)}${by}`
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
