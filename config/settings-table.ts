import type { Setting } from './setting-kinds.ts'
import { envOf, flagOf, settingKeys, settings } from './settings.ts'

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
