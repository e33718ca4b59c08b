import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../core/errors.ts'
import { RULES } from '../core/model-file/import-model.ts'
import { verifyModel } from '../core/model-file/installed-model.ts'
import type { SwitchableKind, SwitchState } from '../core/model-file/model-switch.ts'
import { type LiveSwitch, type UsedModel, useModel } from '../core/model-file/use-model.ts'
import type { CliDeps, Flags, SettingChange } from './deps.ts'
import { transferProgress } from './progress.ts'
import { modelKind } from './prove-installed.ts'

/** A server that answers and still does not know of the setting reads its settings elsewhere. */
const UNSEEN_MS = 120_000
/**
 * Until a server that was asked to take it up has either answered or gone. It looks at its settings
 * every second.
 */
const NOTICED_MS = 15_000

/**
 * Takes an installed model into use, and shows how far it is: read whole, tried, handed to a server
 * that runs. @throws {AppError} as `useModel`
 */
export async function takeModel(
  deps: CliDeps,
  flags: Flags,
  name: string,
  waitMs: number,
): Promise<UsedModel> {
  const { terminal, settings, box, now, signal } = deps
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
      awaitSwitch(deps, flags, { kind, file, waitMs }, (text) => line.update(null, text)),
    begin: (file, facts) => deps.beginModelUse(flags, file, facts),
  })
  const onProgress = transferProgress(line, () => now().getTime())
  return use(name, { signal, onProgress }).finally(() => line.end())
}

/** Nobody knows yet what will come of it. */
export function isOpen({ live }: UsedModel): boolean {
  return live?.state === 'pending' || live?.state === 'switching'
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

/**
 * `svcctl model use rules`: documents are written by rules again. The files of models stay.
 * @throws {AppError} `setting_from_environment`
 */
export async function useRules({ settings, terminal }: CliDeps, flags: Flags): Promise<void> {
  const { described, values } = settings.load(flags)
  const found = (key: string) => described.find((one) => one.key === key)
  const generator = found('generator')
  const isNamed = generator?.value === 'llama' || generator?.value === 'remote'
  const changes: SettingChange[] = [['textModel', undefined]]
  if (isNamed) changes.push(['generator', undefined])
  for (const [key] of changes) refuseHidden(found(key))
  await settings.write(flags, changes)
  const result = {
    name: RULES,
    before: values.textModel,
    generator: isNamed ? 'auto' : generator?.value,
  }
  terminal.result(result, () =>
    isNamed
      ? 'Documents are written by rules, without a language model, from the next start of the service on.'
      : 'Documents are written by rules, without a language model. A running service takes it up by itself.',
  )
  if (values.textModel !== null)
    terminal.say(`Back to the model: svcctl model use ${values.textModel}`)
}

/** A setting that the environment gives would hide what is written into the file. */
function refuseHidden(setting: { source: string; env: string } | undefined): void {
  if (setting?.source !== 'env') return
  throw new AppError(
    'rejected',
    'setting_from_environment',
    `${setting.env} in the environment decides which model is used, here and in the server: change it there.`,
  )
}
