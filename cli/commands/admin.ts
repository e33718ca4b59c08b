import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { defineCommand, defineNoun, withAdmin } from '../define-command.ts'
import type { CliDeps, Flags, LoadedSettings } from '../deps.ts'
import { readServerState } from '../server-state.ts'
import { settingFlags } from '../setting-flags.ts'

/** `svcctl admin`: who comes into the page at `/admin`. */
export function adminCommand(deps: CliDeps): Command {
  return defineNoun(
    'admin',
    'admins',
    'the page for administration in a browser: let in, end sessions',
  )
    .addCommand(openCommand(deps))
    .addCommand(closeCommand(deps))
}

function openCommand(deps: CliDeps): Command {
  const { terminal, settings } = deps
  return defineCommand('open', 'print a code that opens the page for administration once', [
    'admin open',
    'admin open --jq .code',
  ])
    .addHelpText(
      'after',
      '\nFrom another computer, through this one: ssh -L 8080:127.0.0.1:8080 SERVER\nOr allow its address: svcctl config set adminPageFrom 10.20.0.7, and a restart.',
    )
    .action(async (_options: unknown, command: Command) => {
      const flags = settingFlags(command, settings)
      const { values } = settings.load(flags)
      if (values.adminPageFrom === 'nobody') throw noPage()
      const url = await addressOf(deps, flags, values)
      const { code, until } = await withAdmin(deps, command, ({ page }) => page.open())
      terminal.result({ url, code, until }, () =>
        [
          `${terminal.style.dim('address')}  ${url}`,
          `${terminal.style.dim('code')}     ${code}`,
        ].join('\n'),
      )
      terminal.say(
        'It opens the page once, within five minutes. End every session: svcctl admin close',
      )
    })
}

function closeCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('close', 'end every session of the page for administration', [
    'admin close',
  ]).action(async (_options: unknown, command: Command) => {
    await withAdmin(deps, command, ({ page }) => page.close())
    terminal.result({ closed: true }, () => 'Every session is ended; a code not used is void.')
  })
}

/**
 * Where a browser of an allowed address finds it. @throws {AppError} `server_not_running`: nobody
 * would take the code
 */
async function addressOf(
  { askServer }: CliDeps,
  flags: Flags,
  { adminPageFrom, publicUrl }: LoadedSettings['values'],
): Promise<string> {
  const { url, answer } = await askServer(flags)
  if (!readServerState(answer))
    throw new AppError(
      'unavailable',
      'server_not_running',
      `No server of this data folder answers at ${url}: it serves the page. Start it: svcctl serve`,
    )
  const isHereOnly = adminPageFrom.split(',').every((one) => /^(127\.|::1$)/.test(one))
  return `${isHereOnly ? url : publicUrl.replace(/\/$/, '')}/admin`
}

function noPage(): AppError {
  return new AppError(
    'unavailable',
    'admin_page_off',
    'adminPageFrom is nobody: there is no page. This machine may have it: svcctl config set adminPageFrom 127.0.0.1, and a restart.',
  )
}
