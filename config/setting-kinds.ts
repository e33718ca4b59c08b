/**
 * What a setting can be. A kind reads text (flag, environment) and JSON (file) alike, says in words what it
 * allows, and resolves relative paths against where the value was written. Nothing here knows a single setting.
 */
import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'

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
    | 'RNDS'
  /** Never printed. `password`: only the password inside the URL is hidden. */
  secret?: true | 'password'
  /** Its flag takes no value. */
  isToggle?: true
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

type About<Value> = Omit<Setting<Value>, 'read' | 'allowed' | 'isToggle'>

export function integer({
  min,
  max,
  ...about
}: About<number> & { min: number; max: number }): Setting<number> {
  const digits = z.string().regex(/^\d+$/).transform(Number)
  const schema = z.union([z.int(), digits]).pipe(z.int().min(min).max(max))
  return { ...about, allowed: `a whole number from ${min} to ${max}`, read: reader(schema) }
}

export function choice<const Options extends readonly [string, ...string[]]>(
  options: Options,
  about: About<Options[number]>,
): Setting<Options[number]> {
  return { ...about, allowed: `one of ${options.join(', ')}`, read: reader(z.enum(options)) }
}

export function toggle(about: About<boolean>): Setting<boolean> {
  const words = z.enum(['true', 'false']).transform((word) => word === 'true')
  return {
    ...about,
    isToggle: true,
    allowed: 'true or false',
    read: reader(z.union([z.boolean(), words])),
  }
}

export function text<Value extends string | null>(
  about: About<Value> & { allowed: string; pattern: RegExp },
): Setting<Value> {
  const { pattern, ...rest } = about
  const read = reader(z.string().regex(pattern)) as Setting<Value>['read']
  return { ...rest, read }
}

/** An http or https address; `origin` refuses a path, as browsers compare origins. */
export function address<Value extends string | null>(
  about: About<Value> & { originOnly?: true },
): Setting<Value> {
  const { originOnly, ...rest } = about
  const schema = z
    .string()
    .refine((url) => isWebAddress(url, originOnly === true))
    .transform((url) => url.replace(/\/+$/, ''))
  return {
    ...rest,
    allowed: originOnly
      ? 'an http(s) address without a path: https://svc.hospital.example'
      : 'an http(s) address',
    read: reader(schema) as Setting<Value>['read'],
  }
}

/** A file or folder; relative ones start at the working folder, or at the configuration file they stand in. */
export function path<Value extends string | null>(about: About<Value>): Setting<Value> {
  return {
    ...about,
    allowed: 'a path',
    read(value, baseDir) {
      const parsed = z.string().min(1).safeParse(value)
      if (!parsed.success) return { refused: true }
      const absolute = isAbsolute(parsed.data) ? parsed.data : resolve(baseDir, parsed.data)
      return { value: absolute as Value }
    },
  }
}

/** No query, no credentials: those belong into settings of their own, which are kept secret. */
function isWebAddress(text: string, originOnly: boolean): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username, password } = new URL(text)
  if (!/^https?:$/.test(protocol) || search || hash || username || password) return false
  return !originOnly || pathname === '/'
}

function reader<Value>(schema: z.ZodType<Value>): Setting<Value>['read'] {
  return (value) => {
    const parsed = schema.safeParse(value)
    return parsed.success ? { value: parsed.data } : { refused: true }
  }
}
