import { dirname } from 'node:path'
import { ConfigError, closest } from './config-error.ts'
import type { Setting } from './setting-kinds.ts'
import { type SettingKey, settingKeys, settings } from './settings.ts'

/**
 * The text of the configuration file with one setting changed; `value` undefined takes it out, so
 * that the default holds again. Other settings stay as they were written, in their order.
 * @throws {ConfigError} for an unknown key or a value that is not allowed
 */
export function editConfigFile(
  file: { path: string; text: string | undefined },
  key: string,
  value: string | undefined,
): string {
  if (!settingKeys.includes(key as SettingKey)) {
    const near = closest(key, settingKeys)
    const hint = near ? `; did you mean ${near}?` : ''
    throw new ConfigError([{ key, where: key, problem: `is not a setting${hint}` }])
  }
  const current: Record<string, unknown> = file.text ? JSON.parse(file.text) : {}
  if (value === undefined) delete current[key]
  else current[key] = written(key as SettingKey, value, file.path)
  return `${JSON.stringify(current, null, 2)}\n`
}

/** Numbers and truth values as JSON has them; paths as the administrator wrote them. */
function written(key: SettingKey, value: string, filePath: string): unknown {
  const { read, allowed, secret } = settings[key] as Setting<unknown>
  const result = read(value, dirname(filePath))
  if (!('refused' in result)) return typeof result.value === 'string' ? value : result.value
  const shown = secret ? 'was given a value that is' : `cannot be ${JSON.stringify(value)}:`
  throw new ConfigError([{ key, where: key, problem: `${shown} not allowed; allowed: ${allowed}` }])
}
