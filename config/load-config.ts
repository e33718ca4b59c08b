/**
 * Settings from four places, the most specific first: flag, environment, file, default (DESIGN §4).
 * A value that is not understood is an error wherever it stands, even when a stronger one hides it:
 * a forgotten typing error must not come alive on the day the flag goes away.
 */
import { dirname, join, resolve } from 'node:path'
import { ConfigError, type ConfigProblem, closest } from './config-error.ts'
import type { Setting } from './setting-kinds.ts'
import { type Config, envOf, flagOf, type SettingKey, settingKeys, settings } from './settings.ts'

export interface ConfigInput {
  /** By setting key, as commander delivers them; `config` is the file's path. */
  flags: Record<string, unknown>
  env: Record<string, string | undefined>
  /** What relative flags and variables start from. */
  cwd: string
  /** The folder the product is installed in. */
  installRoot: string
  /** @returns undefined when there is no such file */
  readFile(path: string): string | undefined
}

export type Source = 'flag' | 'env' | 'file' | 'default'

export interface LoadedConfig {
  config: Config
  sources: Record<SettingKey, Source>
  /** Where the file is, or would be. */
  filePath: string
  fileExists: boolean
  /** Values of earlier versions that are in effect, and what they were read as. */
  readAs: { key: SettingKey; given: string; value: unknown }[]
}

const DEFAULT_DATA_DIR = './data'
export const FILE_NAME = 'svc.config.json'

/**
 * Settings of earlier versions that have no meaning any more: a file or environment that still
 * holds them is good.
 */
const RETIRED = new Set(['speechRemotePrompt', 'SVC_SPEECH_REMOTE_PROMPT'])
/** Variables of ours that are no settings. */
const OTHER_VARIABLES = new Set(['SVC_CONFIG', 'SVC_YES'])
/** Kubernetes sets these by itself for services named "svc", "svc-main" and the like. */
const KUBERNETES = /^SVC_([A-Z\d]+_)*(SERVICE_(HOST|PORT)|PORT_\d)/
/** And gives `SVC_PORT`, `SVC_MAIN_PORT` an address, which is none of our port numbers. */
const KUBERNETES_PORT = /^(tcp|udp|sctp):\/\//

/** @throws {ConfigError} with every problem found */
export function loadConfig(given: ConfigInput): LoadedConfig {
  const input = { ...given, env: ownVariables(given.env) }
  const problems: ConfigProblem[] = []
  const file = openFile(input, problems)
  refuseUnknown(input.env, file, problems)

  const found = new Map<SettingKey, { value: unknown; source: Source }>()
  const readAs: LoadedConfig['readAs'] = []
  for (const key of settingKeys) {
    const places: [Source, string, unknown, string][] = [
      ['flag', flagOf(key), input.flags[key], input.cwd],
      ['env', `${envOf(key)} in the environment`, input.env[envOf(key)], input.cwd],
      ['file', `${key} in ${file.path}`, file.values[key], dirname(file.path)],
    ]
    for (const [source, where, raw, baseDir] of places) {
      if (raw === undefined || raw === '' || raw === null) continue
      const result = (settings[key] as Setting<unknown>).read(raw, baseDir)
      if ('refused' in result) problems.push(refusal(key, where, raw))
      else if (!found.has(key)) {
        found.set(key, { value: result.value, source })
        const { earlier } = settings[key] as Setting<unknown>
        if (earlier && String(raw) in earlier)
          readAs.push({ key, given: String(raw), value: result.value })
      }
    }
  }

  const config = withDefaults(found, input)
  problems.push(...crossChecks(config))
  if (problems.length > 0) throw new ConfigError(problems)
  const sources = Object.fromEntries(
    settingKeys.map((key) => [key, found.get(key)?.source ?? 'default']),
  ) as Record<SettingKey, Source>
  return { config, sources, filePath: file.path, fileExists: file.exists, readAs }
}

interface ConfigFile {
  path: string
  exists: boolean
  values: Record<string, unknown>
}

/** `--config`, `SVC_CONFIG`, or `svc.config.json` in the data folder. */
function openFile({ flags, env, cwd, readFile }: ConfigInput, problems: ConfigProblem[]) {
  const named = textOf(flags.config) ?? textOf(env.SVC_CONFIG)
  const dataDir = textOf(flags.dataDir) ?? textOf(env.SVC_DATA_DIR) ?? DEFAULT_DATA_DIR
  const path = named ? resolve(cwd, named) : join(resolve(cwd, dataDir), FILE_NAME)
  const file: ConfigFile = { path, exists: false, values: {} }
  const text = readFile(path)
  if (text === undefined) {
    if (named) problems.push({ key: 'config', where: path, problem: 'does not exist' })
    return file
  }
  file.exists = true
  const { values, line } = parseObject(text)
  const place = line === null ? '' : `: something is wrong in line ${line}, or before it`
  if (values) file.values = values
  else problems.push({ key: 'config', where: path, problem: `is not a JSON object${place}` })
  if (!named && file.values.dataDir !== undefined)
    problems.push({
      key: 'dataDir',
      where: `dataDir in ${path}`,
      problem:
        'cannot be set in the file that lies inside the data folder; use --data-dir or SVC_DATA_DIR',
    })
  return file
}

function ownVariables(env: ConfigInput['env']): ConfigInput['env'] {
  const own = Object.entries(env).filter(
    ([name, value]) =>
      name.startsWith('SVC_') &&
      !KUBERNETES.test(name) &&
      !(name.endsWith('_PORT') && KUBERNETES_PORT.test(value ?? '')),
  )
  return Object.fromEntries(own)
}

function refuseUnknown(env: ConfigInput['env'], file: ConfigFile, problems: ConfigProblem[]) {
  const variables = settingKeys.map(envOf)
  for (const name of Object.keys(env)) {
    if (OTHER_VARIABLES.has(name) || RETIRED.has(name) || variables.includes(name)) continue
    problems.push(unknown(name, `${name} in the environment`, variables))
  }
  for (const key of Object.keys(file.values))
    if (!settingKeys.includes(key as SettingKey) && !RETIRED.has(key))
      problems.push(unknown(key, `${key} in ${file.path}`, settingKeys))
}

function unknown(key: string, where: string, candidates: readonly string[]): ConfigProblem {
  const near = closest(key, candidates)
  return { key, where, problem: `is not a setting${near ? `; did you mean ${near}?` : ''}` }
}

function refusal(key: SettingKey, where: string, raw: unknown): ConfigProblem {
  const { secret, allowed } = settings[key] as Setting<unknown>
  const shown = secret ? 'is not allowed' : `is ${JSON.stringify(raw)}`
  return { key, where, problem: `${shown}; allowed: ${allowed}` }
}

function withDefaults(
  found: Map<SettingKey, { value: unknown }>,
  { cwd, installRoot }: ConfigInput,
): Config {
  const known = {
    dataDir: (found.get('dataDir')?.value as string) ?? resolve(cwd, DEFAULT_DATA_DIR),
    host: (found.get('host')?.value as string) ?? settings.host.default,
    port: (found.get('port')?.value as number) ?? settings.port.default,
    installRoot,
    tls: found.has('tlsCertificateFile'),
  }
  const entries = settingKeys.map((key) => {
    const fallback = (settings[key] as Setting<unknown>).default
    const computed = typeof fallback === 'function' ? fallback(known) : fallback
    return [key, found.has(key) ? found.get(key)?.value : computed]
  })
  return Object.fromEntries(entries) as Config
}

interface Parsed {
  values?: Record<string, unknown>
  /** Where the parser gave up; null where it did not. */
  line: number | null
}

function parseObject(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { values: value as Record<string, unknown>, line: null }
    return { line: null }
  } catch (error) {
    // Said once, by the caller, with the file's path; the parser's own words quote the file,
    // secrets included.
    const at = / position (\d+)/.exec((error as Error).message)?.[1] ?? text.trimEnd().length
    return { line: text.slice(0, Number(at)).split('\n').length }
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Settings that are each allowed and contradict each other. */
function crossChecks(config: Config): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  if (config.sessionTokenDefaultS > config.sessionTokenMaxS)
    problems.push({
      key: 'sessionTokenDefaultS',
      where: 'sessionTokenDefaultS',
      problem: `(${config.sessionTokenDefaultS}) is longer than sessionTokenMaxS (${config.sessionTokenMaxS})`,
    })
  if (config.nodeDir && config.databaseUrl.startsWith('sqlite:'))
    problems.push({
      key: 'nodeDir',
      where: 'nodeDir',
      problem: 'needs PostgreSQL (databaseUrl): several servers never share one SQLite file',
    })
  if (config.nodeDir && config.nodeDir === config.dataDir)
    problems.push({
      key: 'nodeDir',
      where: 'nodeDir',
      problem: 'is the data folder; choose another one, of this machine alone',
    })
  if (config.speechEngine === 'remote' && !config.speechRemoteUrl)
    problems.push(missing('speechRemoteUrl', 'speechEngine is "remote"'))
  if (config.generator === 'remote' && !config.generatorRemoteUrl)
    problems.push(missing('generatorRemoteUrl', 'generator is "remote"'))
  if (config.generator === 'remote' && !config.generatorRemoteModel)
    problems.push(missing('generatorRemoteModel', 'generator is "remote"'))
  for (const which of ['speech', 'generator'] as const)
    if (config[`${which}RemoteKey`] && config[`${which}RemoteKeyFile`])
      problems.push({
        key: `${which}RemoteKeyFile`,
        where: `${which}RemoteKeyFile`,
        problem: `and ${which}RemoteKey are both set; one key is enough`,
      })
  if (OURS.test(new URL(config.publicUrl).pathname))
    problems.push({
      key: 'publicUrl',
      where: 'publicUrl',
      problem: `(${config.publicUrl}) begins its path as the service’s own addresses do; choose another, such as /assistente/`,
    })
  if (config.tlsCertificateFile && !config.tlsKeyFile)
    problems.push(missing('tlsKeyFile', 'tlsCertificateFile is set'))
  if (config.tlsKeyFile && !config.tlsCertificateFile)
    problems.push(missing('tlsCertificateFile', 'tlsKeyFile is set'))
  if (config.identityIssuer && !config.identityClientId)
    problems.push(missing('identityClientId', 'identityIssuer is set'))
  if (config.identityIssuer && !isProtected(config.identityIssuer))
    problems.push({
      key: 'identityIssuer',
      where: 'identityIssuer',
      problem: `(${config.identityIssuer}) must begin with https://, or be of this machine`,
    })
  if (config.generator === 'llama' && !config.textModel)
    problems.push(missing('textModel', 'generator is "llama"'))
  if (config.backupEveryH > 0 && !config.backupPassphraseFile)
    problems.push(missing('backupPassphraseFile', 'backupEveryH is set'))
  return problems
}

/** With such a path nobody could tell whether a proxy has taken it off. */
const OURS = /^\/(?:api|v1|integration|demo|embed|plugin)(?:\/|$)/

function isProtected(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function missing(key: keyof Config, because: string): ConfigProblem {
  return { key, where: key, problem: `is needed because ${because}` }
}
