import type { Command } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { CliDeps, KeptPlugin } from '../deps.ts'
import { bytes } from '../format.ts'
import { settingFlags } from '../setting-flags.ts'

/**
 * `svcctl plugin`: the versions of plugin.js that hosts may load from here, with what a page needs
 * to pin one.
 */
export function pluginCommand({ terminal, settings, listPlugins }: CliDeps): Command {
  return defineCommand('plugin', 'show the versions of plugin.js and their integrity', [
    'plugin',
    'plugin --json | jq -r ".plugins[0].tag"',
  ]).action(async (_options: unknown, command: Command) => {
    const flags = settingFlags(command, settings)
    const { publicUrl } = settings.load(flags).values
    const plugins = (await listPlugins(flags)).map((plugin) => ({
      ...plugin,
      tag: tagOf(plugin, publicUrl),
    }))
    terminal.result({ plugins }, () => {
      const table = terminal.table(plugins, [
        { header: 'VERSION', cell: ({ version }) => version },
        {
          header: 'SERVED AS',
          cell: ({ current, pinned }) => (current ? `${pinned}, /plugin.js` : pinned),
        },
        { header: 'INTEGRITY', cell: ({ integrity }) => integrity },
        { header: 'SIZE', cell: ({ sizeBytes }) => bytes(sizeBytes), align: 'right' },
      ])
      const [newest] = plugins
      return newest
        ? `${table}\n\nTo pin it:\n${newest.tag}`
        : 'The plugin is not built: npm run build'
    })
  })
}

function tagOf({ pinned, integrity }: KeptPlugin, publicUrl: string): string {
  return `<script type="module" src="${publicUrl}${pinned}" integrity="${integrity}" crossorigin></script>`
}
