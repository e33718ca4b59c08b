import type { LoadedConfig, Source } from './load-config.ts'
import type { Setting } from './setting-kinds.ts'
import { envOf, flagOf, type SettingKey, settingKeys, settings } from './settings.ts'

/** A setting as a person may see it: secrets are hidden. */
export interface SettingDescription {
  key: SettingKey
  flag: string
  env: string
  group: string
  /** null: not set. Hidden when secret. */
  value: string | number | boolean | null
  source: Source
  allowed: string
  description: string
  secret: boolean
}

/** A setting as a flag of the command line. */
export interface SettingFlag {
  key: SettingKey
  flag: string
  takesValue: boolean
  description: string
  /** All it can be; null: more than can be listed. */
  words: readonly string[] | null
  isPath: boolean
}

export function settingFlags(): SettingFlag[] {
  return settingKeys.map((key) => {
    const {
      description,
      isToggle,
      words = null,
      isPath = false,
    } = settings[key] as Setting<unknown>
    return { key, flag: flagOf(key), takesValue: !isToggle, description, words, isPath }
  })
}

export const HIDDEN = '(hidden)'

export function describeSettings({ config, sources }: LoadedConfig): SettingDescription[] {
  return settingKeys.map((key) => {
    const { allowed, description, group, secret } = settings[key] as Setting<unknown>
    return {
      key,
      flag: flagOf(key),
      env: envOf(key),
      group,
      value: shown(config[key], secret),
      source: sources[key],
      allowed,
      description,
      secret: secret === true,
    }
  })
}

function shown<Value extends string | number | boolean | null>(
  value: Value,
  secret: true | 'password' | undefined,
) {
  if (value === null || !secret) return value
  if (secret === true) return HIDDEN
  // To the last @ there is: people write passwords with one in them.
  const text = String(value)
  const at = Math.max(text.lastIndexOf('@'), 0)
  return `${text.slice(0, at).replace(/(:\/\/[^:/@]*):.*/s, `$1:${HIDDEN}`)}${text.slice(at)}`.replace(
    /([?&]password=)[^&]*/gi,
    `$1${HIDDEN}`,
  )
}

/** All settings in Markdown, one table per group (docs/reference/settings.md). */
export function settingsTable(): string {
  const groups = [...new Set(settingKeys.map((key) => settings[key].group))]
  return groups.map(section).join('\n\n')
}

function section(group: string): string {
  const rows = settingKeys.filter((key) => settings[key].group === group).map(row)
  return [
    `## ${group}`,
    '',
    '| Key | Environment, flag | Default | What it is |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

function row(key: (typeof settingKeys)[number]): string {
  const {
    allowed,
    description,
    defaultText,
    default: fallback,
    secret,
  } = settings[key] as Setting<unknown>
  const preset = defaultText ?? (fallback === null ? 'not set' : String(fallback))
  const hidden = secret === true ? ' Secret: never printed.' : ''
  return `| \`${key}\` | \`${envOf(key)}\`<br>\`${flagOf(key)}\` | ${preset} | ${description} Allowed: ${allowed}.${hidden} |`
}
