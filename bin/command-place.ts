/**
 * Where a command works: the settings that its flags name, read anew for each call, and the record
 * of what it does there.
 */
import { readFileSync } from 'node:fs'
import type { Flags } from '../cli/deps.ts'
import type { Terminal } from '../cli/terminal.ts'
import { ConfigError } from '../config/config-error.ts'
import { type LoadedConfig, loadConfig } from '../config/load-config.ts'
import type { Config } from '../config/settings.ts'
import { AppError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import type { Box } from '../core/model-file/model-fit.ts'
import { commandLog } from './command-log.ts'
import type { Platform } from './platform.ts'
import type { PlainAct } from './record-act.ts'

export interface Surroundings {
  platform: Platform
  env: Record<string, string | undefined>
  cwd: string
  signal: AbortSignal
  box: Box
  terminal: Terminal
}

export interface Place extends Surroundings {
  config: Config
  log: Log
  /** The settings as they are at the time of the call. */
  reread(): Config
}

export interface Commands extends Surroundings {
  load(flags: Flags): LoadedConfig
  /** As `load`, of settings whose file has another text. */
  loadWith(flags: Flags, path: string, text: string | undefined): LoadedConfig
  placeOf(flags: Flags): Place
  /**
   * On record from before it begins. @param tell what came of it, where that is not what was
   * intended
   */
  recorded<Result>(
    flags: Flags,
    acts: readonly PlainAct[],
    work: () => Promise<Result>,
    tell?: (result: Result) => readonly PlainAct[],
  ): Promise<Result>
  /**
   * A call whose module is loaded when it is made: help and settings answer without loading any.
   */
  late<Module, Rest extends unknown[], Result>(
    load: () => Promise<Module>,
    call: (module: Module, place: Place, ...rest: Rest) => Result | Promise<Result>,
  ): (flags: Flags, ...rest: Rest) => Promise<Result>
}

export function commands(surroundings: Surroundings): Commands {
  const { platform, env, cwd, terminal } = surroundings
  const { installRoot } = platform
  const log = commandLog(terminal.say)
  const loadBy = (flags: Flags, readFile: (path: string) => string | undefined) =>
    inWords(() => loadConfig({ flags, env, cwd, installRoot, readFile }))
  const load = (flags: Flags) => loadBy(flags, readIfThere)
  const placeOf = (flags: Flags): Place => ({
    ...surroundings,
    config: load(flags).config,
    log,
    reread: () => load(flags).config,
  })
  return {
    ...surroundings,
    load,
    loadWith: (flags, path, text) =>
      loadBy(flags, (file) => (file === path ? text : readIfThere(file))),
    placeOf,
    async recorded(flags, acts, work, tell) {
      const { onRecord } = await import('./record-act.ts')
      return onRecord(placeOf(flags), acts, work, tell)
    },
    late:
      (open, call) =>
      async (flags, ...rest) =>
        call(await open(), placeOf(flags), ...rest),
  }
}

export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new AppError(
      'forbidden',
      'config_not_readable',
      `${path} cannot be read (${code}). Run this as the account it belongs to: ls -l shows which. What root has made in the data folder, svcctl doctor --fix gives to the folder’s account, as root.`,
      { cause },
    )
  }
}

/** The settings' own error as the family's, one detail per problem. */
export function inWords<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const details = error.problems.map(({ key, where, problem }) => ({
      setting: key,
      where,
      problem,
    }))
    const message = `Settings that cannot be used. ${error.message}\nSee: svcctl config show, and docs/reference/settings.md`
    throw new AppError('invalid', 'config_invalid', message, { cause: error, details })
  }
}
