/**
 * `svcctl doctor`, from within the running service, for the page for administration: it looks, it
 * tries nothing that takes seconds of the engines and mends nothing. One examination at a time.
 */
import type { AdminChecksRunner } from '../../api/admin/ports.ts'
import type { Config } from '../../config/settings.ts'
import type { Check, DoctorHost } from '../../core/doctor/check.ts'
import { runDoctor } from '../../core/doctor/run-doctor.ts'
import type { Box } from '../../core/model-file/model-fit.ts'
import type { Platform } from '../platform.ts'

interface Opening {
  config: Config
  platform: Platform
  box: Box
  probe: boolean
  signal: AbortSignal
  mending(mend: string, work: () => Promise<void>): Promise<void>
}

/**
 * The real machine behind the checks (bin/doctor/host.ts). It comes from the program: one of its
 * trials starts a service of its own, which has none.
 */
export type OpenDoctor = (
  opening: Opening,
) => Promise<{ checks: readonly Check[]; host: DoctorHost & AsyncDisposable }>

interface Deps extends Pick<Opening, 'config' | 'platform' | 'box'> {
  /** Absent: nothing is examined. */
  openDoctor: OpenDoctor | undefined
}

export function pageDoctor({ config, platform, box, openDoctor }: Deps): AdminChecksRunner & {
  close(): Promise<void>
} {
  const stop = new AbortController()
  let report: ReturnType<AdminChecksRunner['last']>['report'] = null
  let running: Promise<void> | null = null

  async function examine() {
    if (!openDoctor) return
    const { signal } = stop
    const mending = (_mend: string, work: () => Promise<void>) => work()
    const opened = await openDoctor({ config, platform, box, probe: false, signal, mending })
    await using host = opened.host
    const found = await runDoctor(opened.checks, host, { probe: false, fix: false, signal })
    report = { ...found, examinedAt: platform.now() }
  }

  return {
    last: () => ({ report, running: running !== null }),
    run() {
      running ??= examine().finally(() => {
        running = null
      })
      return running
    },
    async close() {
      stop.abort()
      await running?.catch(() => {})
    },
  }
}
