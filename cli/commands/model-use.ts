import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { AppError } from '../../core/errors.ts'
import { modelNames } from '../../core/model-file/catalogue.ts'
import { RULES } from '../../core/model-file/import-model.ts'
import { fitnessOf } from '../../core/model-file/model-fitness.ts'
import type { SwitchableKind, SwitchState } from '../../core/model-file/model-switch.ts'
import {
  type LiveSwitch,
  type ModelTrial,
  type UsedModel,
  useModel,
} from '../../core/model-file/use-model.ts'
import { verifyModel } from '../../core/model-file/verify-model.ts'
import { offering } from '../completion/offers.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps, Flags } from '../deps.ts'
import { modelKind } from '../model-kind.ts'
import { settingFlags } from '../setting-flags.ts'
import { transferProgress } from '../transfer-progress.ts'
import { refuseHidden, useRules } from '../use-rules.ts'

/**
 * How long a running server is waited for, in seconds: it ends what it is writing first, and loads
 * gigabytes.
 */
const WAIT_S = 45 * 60
/** A server that answers and still does not know of the setting reads its settings elsewhere. */
const UNSEEN_MS = 120_000
/**
 * Until a server that was asked to take it up has either answered or gone. It looks at its settings
 * every second.
 */
const NOTICED_MS = 15_000

/**
 * `svcctl model use <name>`: proves the file, tries it, and takes it into use, without a restart
 * where a server runs.
 */
export function modelUseCommand(deps: CliDeps): Command {
  const { terminal, settings, box, now, signal } = deps
  return defineCommand('use', 'make an installed model the active one, without a restart', [
    'model use whisper-small-q5_1',
    'model use rules   # documents without a language model again',
  ])
    .addArgument(
      offering('<name>', 'as "svcctl model list --installed" shows it', [...modelNames(), RULES]),
    )
    .addOption(
      new Option(
        '--wait <seconds>',
        'how long to wait until a running server has taken it; 75 when it has not by then',
      )
        .default(WAIT_S)
        .argParser(seconds),
    )
    .action(async (name: string, { wait }: { wait: number }, command: Command) => {
      const flags = settingFlags(command, settings)
      if (name === RULES) return useRules(deps, flags)
      const store = await deps.openModels(flags)
      const line = terminal.progress('verifying')
      const use = useModel({
        verify: verifyModel({ store, now }),
        kindOf: (file) => modelKind(store, file),
        box,
        lock: (kind) => deps.lockModelUse(flags, kind),
        isServerRunning: () => isServing(deps, flags),
        async tryModel({ kind, file }) {
          line.update(null, 'trying it')
          return deps.tryModel(flags, { kind, file })
        },
        async saveSetting(key, value) {
          refuseHidden(settings.load(flags).described.find((one) => one.key === key))
          const before = settings.load(flags).values[key]
          await settings.write(flags, [[key, value ?? undefined]])
          return { before }
        },
        awaitSwitch: (kind, file) =>
          awaitSwitch(deps, flags, { kind, file, waitMs: wait * 1000 }, (text) =>
            line.update(null, text),
          ),
        begin: (file, facts) => deps.beginModelUse(flags, file, facts),
      })
      const onProgress = transferProgress(line, () => now().getTime())
      const used = await use(name, { signal, onProgress }).finally(() => line.end())
      terminal.result(used, () => `${used.name} is the ${used.setting} now. ${whenWords(used)}`)
      tellWarnings(deps, used)
      const record = (await store.find(used.file))?.record
      if (used.setting === 'textModel' && fitnessOf(record) === null)
        terminal.say(
          terminal.style.yellow(
            `It is unproven here, and with the generator "auto" rules write until it is proven: svcctl model prove ${used.name}`,
          ),
        )
      signal.throwIfAborted()
      if (wait > 0 && isOpen(used))
        throw new AppError(
          'busy',
          'model_not_taken_yet',
          `The running server has not taken ${used.name} yet: it ends what it is doing first, and goes on without this command. See: svcctl model list --installed. If it stays so, its settings are others than these: svcctl config show`,
        )
    })
}

function seconds(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a whole number of seconds, 0 or more.')
}

/** Nobody knows yet what will come of it. */
function isOpen({ live }: UsedModel): boolean {
  return live?.state === 'pending' || live?.state === 'switching'
}

function whenWords(used: UsedModel): string {
  const { live, trial } = used
  if (isOpen(used))
    return 'The running server has not taken it yet: until then it works with the one before, and keeps that if this one fails there (svcctl doctor says so).'
  if (live?.state === 'active')
    return live.together
      ? 'The server uses it from now on; what was going on ended on the one before.'
      : 'The server uses it from now on. Memory does not hold both, so the one before was unloaded first.'
  if (live?.state === 'not-used') return 'The settings have something else do this work at present.'
  if (live?.state === 'restart-needed')
    return `It hears shorter stretches than the one before: it takes effect when the server is started the next time. ${trialWords(trial)}`
  return `It takes effect when the server is started. ${trialWords(trial)}`
}

function trialWords(trial: ModelTrial | null): string {
  if (trial?.tried === false)
    return 'It was not tried: the speech runtime is compiled at the first start.'
  if (!trial?.figure) return ''
  const { figure, hearing } = trial
  const words = hearing ? `, ${hearing.heard} of ${hearing.said} words of a clear voice` : ''
  return `It was tried: ${figure.value} ${figure.unit}${words}.`
}

function tellWarnings({ terminal }: CliDeps, { fit }: UsedModel) {
  const { yellow } = terminal.style
  if (fit === 'too-large')
    terminal.say(yellow('This machine has too little memory for it: expect it to swap or fail.'))
  if (fit === 'slow')
    terminal.say(yellow('This machine has few cores for it: expect it to be slow.'))
}

/** A server on a busy machine answers late: that is not none. */
async function isServing({ askServer, signal }: CliDeps, flags: Flags): Promise<boolean> {
  const begunAt = performance.now()
  for (;;) {
    const { answer, silent } = await askServer(flags)
    if (switchesOf(answer)) return true
    if (!silent || performance.now() - begunAt > NOTICED_MS) return false
    await sleep(300, undefined, { signal })
  }
}

interface Awaited {
  kind: SwitchableKind
  file: string
  waitMs: number
}

/**
 * @returns null when the server went away: its next start takes it. Ctrl-C ends the waiting, not
 * what it waits for
 */
async function awaitSwitch(
  { askServer, signal }: CliDeps,
  flags: Flags,
  { kind, file, waitMs }: Awaited,
  tell: (text: string) => void,
): Promise<LiveSwitch | null> {
  const begunAt = performance.now()
  let goneAt: number | null = null
  for (;;) {
    const waitedMs = performance.now() - begunAt
    if (waitedMs >= waitMs || signal.aborted)
      return { state: 'pending', together: null, reason: null }
    await sleep(300, undefined, { signal }).catch(() => {})
    const { answer, silent } = await askServer(flags)
    const state = switchesOf(answer)?.[kind]
    const isSeen = state?.wanted === file
    if (isSeen && state.state !== 'switching') return state
    goneAt = state || silent ? null : (goneAt ?? performance.now())
    if (goneAt !== null && performance.now() - goneAt > NOTICED_MS) return null
    if (goneAt === null && !isSeen && waitedMs > UNSEEN_MS)
      return { state: 'pending', together: null, reason: null }
    tell(isSeen ? 'the server loads and tries it' : 'telling the server')
  }
}

/** From `/readyz`; null when no server answers, or one that says nothing of its models. */
function switchesOf(answer: unknown): Record<SwitchableKind, SwitchState> | null {
  const { models } = (answer ?? {}) as { models?: Record<SwitchableKind, SwitchState> }
  return models ?? null
}
