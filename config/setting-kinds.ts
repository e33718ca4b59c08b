/**
 * What a setting can be. A kind reads text (flag, environment) and JSON (file) alike, says in words
 * what it allows, and resolves relative paths against where the value was written. Nothing here
 * knows a single setting. Every command line passes here first, `svcctl --help` too: so without a
 * schema library, which takes longer to load than all of it.
 */
import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'

export interface Setting<Value> {
  /** Reads a value that is present. `baseDir`: what a relative path starts from. */
  read(value: unknown, baseDir: string): { value: Value } | { refused: true }
  /** In words, for messages and the README: "a whole number from 0 to 65535". */
  allowed: string
  /** A function: computed from the others, after them. */
  default: Value | ((known: Defaults) => Value)
  /** How the README writes a computed default. */
  defaultText?: string
  description: string
  group:
    | 'Service'
    | 'Access'
    | 'Speech'
    | 'Documents'
    | 'Files'
    | 'Models'
    | 'Recording'
    | 'Backup'
    | 'Retention'
    | 'Webhooks'
    | 'RNDS'
  /** Never printed. `password`: only the password inside the URL is hidden. */
  secret?: true | 'password'
  /** Its flag takes no value. */
  isToggle?: true
  /** All it can be, where that is a few words. */
  words?: readonly string[]
  /** It names a file or a folder. */
  isPath?: true
  /** Values of earlier versions, and what is meant by them now. */
  earlier?: Readonly<Record<string, string>>
}

/** What a computed default may rest on. */
export interface Defaults {
  dataDir: string
  host: string
  port: number
  installRoot: string
  /** It has a certificate of its own. */
  tls: boolean
}

type About<Value> = Omit<Setting<Value>, 'read' | 'allowed' | 'isToggle' | 'words' | 'isPath'>

export function integer({
  min,
  max,
  ...about
}: About<number> & { min: number; max: number }): Setting<number> {
  return {
    ...about,
    allowed: `a whole number from ${min} to ${max}`,
    read: reader((value) => {
      const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
      const fits = Number.isSafeInteger(number) && Number(number) >= min && Number(number) <= max
      return fits ? Number(number) : undefined
    }),
  }
}

export function choice<const Options extends readonly [string, ...string[]]>(
  options: Options,
  about: About<Options[number]>,
): Setting<Options[number]> {
  return {
    ...about,
    words: options,
    allowed: `one of ${options.join(', ')}`,
    read: reader((value) => options.find((option) => option === value)),
  }
}

export function toggle(about: About<boolean>): Setting<boolean> {
  return {
    ...about,
    isToggle: true,
    words: ['true', 'false'],
    allowed: 'true or false',
    read: reader((value) =>
      typeof value === 'boolean' ? value : { true: true, false: false }[String(value)],
    ),
  }
}

export function text<Value extends string | null>(
  about: About<Value> & { allowed: string; pattern: RegExp },
): Setting<Value> {
  const { pattern, ...rest } = about
  return {
    ...rest,
    read: reader((value) =>
      typeof value === 'string' && pattern.test(value)
        ? ((rest.earlier?.[value] ?? value) as Value)
        : undefined,
    ),
  }
}

/** An http or https address, without the slashes that it may end with. */
export function address<Value extends string | null>(about: About<Value>): Setting<Value> {
  return {
    ...about,
    allowed: 'an http(s) address',
    read: reader((value) =>
      typeof value === 'string' && isWebAddress(value, false)
        ? (value.replace(/(?<!\/)\/+$/, '') as Value)
        : undefined,
    ),
  }
}

/** Http or https addresses in one text, separated by commas or spaces, without last slashes. */
export function addresses<Value extends string | null>(about: About<Value>): Setting<Value> {
  return {
    ...about,
    allowed: 'an http(s) address, or several, separated by commas',
    read: reader((value) => {
      if (typeof value !== 'string') return undefined
      const list = value.split(/[\s,]+/).filter((one) => one !== '')
      if (list.length === 0 || !list.every((one) => isWebAddress(one, false))) return undefined
      return list.map((one) => one.replace(/(?<!\/)\/+$/, '')).join(',') as Value
    }),
  }
}

/**
 * Addresses and networks in one text, separated by commas or spaces: `10.20.0.0/16, fd00:1::7,
 * private`.
 * @param about `none`: the word for no address at all, where that is not what empty means
 */
export function networks({ none, ...about }: About<string> & { none?: string }): Setting<string> {
  const instead = none === undefined ? '' : `, or ${none}`
  return {
    ...about,
    allowed: `addresses and networks (10.20.0.0/16), or private, separated by commas${instead}`,
    read: listOf((one) => one === none || isNetwork(one)),
  }
}

/** Web origins in one text, separated by commas or spaces, as browsers write them. */
export function origins(about: About<string>): Setting<string> {
  return {
    ...about,
    allowed: 'origins (https://ehr.example), separated by commas',
    read: listOf((one) => isWebAddress(one, true) && new URL(one).origin === one),
  }
}

/** One text of several, separated by commas or spaces. */
function listOf(isOne: (text: string) => boolean): Setting<string>['read'] {
  return reader((value) => {
    if (typeof value !== 'string') return undefined
    const list = value.split(/[\s,]+/).filter((one) => one !== '')
    return list.every(isOne) ? list.join(',') : undefined
  })
}

function isNetwork(text: string): boolean {
  if (text === 'private') return true
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

/**
 * A file or folder; relative ones start at the working folder, or at the configuration file they
 * stand in.
 */
export function path<Value extends string | null>(about: About<Value>): Setting<Value> {
  return {
    ...about,
    isPath: true,
    allowed: 'a path',
    read: reader((value, baseDir) => {
      if (typeof value !== 'string' || value === '') return undefined
      return (isAbsolute(value) ? value : resolve(baseDir, value)) as Value
    }),
  }
}

/** No query, no credentials: those belong into settings of their own, which are kept secret. */
function isWebAddress(text: string, originOnly: boolean): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username, password } = new URL(text)
  if (!/^https?:$/.test(protocol) || search || hash || username || password) return false
  return !originOnly || pathname === '/'
}

/** @param parse undefined: not one of its values */
function reader<Value>(
  parse: (value: unknown, baseDir: string) => Value | undefined,
): Setting<Value>['read'] {
  return (raw, baseDir) => {
    const value = parse(raw, baseDir)
    return value === undefined ? { refused: true } : { value }
  }
}
