import type { Command } from 'commander'
import { defineCommand, defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { bytes } from '../format.ts'
import { settingFlags } from '../setting-flags.ts'

/** `svcctl support bundle`: what somebody outside needs to help, and nothing of patients. */
export function supportCommand(deps: CliDeps): Command {
  return defineNoun(
    'support',
    'supports',
    'one file for who helps from outside, without words of people',
  ).addCommand(bundleCommand(deps))
}

function bundleCommand(deps: CliDeps): Command {
  const { terminal, settings, now } = deps
  return defineCommand('bundle', 'gather what is needed to help, show what it is, and write it', [
    'support bundle',
    'support bundle --out /media/usb/svc-support.tar.gz',
    'support bundle --log /var/log/svc.log --yes   # where no systemd keeps the log',
  ])
    .option('--out <file>', 'where to; else svc-support-<time>.tar.gz in this folder')
    .option('--log <file>', 'the service’s log, where systemd does not keep it')
    .action(async ({ out, log }: { out?: string; log?: string }, command: Command) => {
      const support = await deps.openSupport(settingFlags(command, settings))
      const line = terminal.progress('gathering')
      const parts = await support
        .gather(log ?? null, (name, share) => line.update(share, name))
        .finally(() => line.end())
      const told = parts.map(({ name, about, text }) => {
        return { name, about, sizeBytes: Buffer.byteLength(text) }
      })
      const path =
        out ??
        `svc-support-${now()
          .toISOString()
          .replace(/[-:]|\.\d+/g, '')}.tar.gz`
      if (!terminal.json)
        terminal.say(
          terminal.table(told, [
            { header: 'FILE', cell: ({ name }) => name },
            { header: 'SIZE', align: 'right', cell: ({ sizeBytes }) => bytes(sizeBytes) },
            { header: 'WHAT', cell: ({ about }) => about, shrinks: 'wraps' },
          ]),
        )
      await terminal.confirm(`Write these into ${path}? Nothing is sent anywhere.`)
      const { sizeBytes } = await support.write(path, parts)
      terminal.result({ file: path, sizeBytes, parts: told }, () => path)
      terminal.say(`${bytes(sizeBytes)}. Read it before you send it: tar xzOf ${path} | less`)
    })
}
