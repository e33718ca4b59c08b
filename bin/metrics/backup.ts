import { Gauge, type Registry } from 'prom-client'

interface Deps {
  registry: Registry
  /** 0: none is scheduled. */
  everyH: number
  newestAt(): Promise<Date | null>
}

const HOUR_S = 3600

/**
 * How old the newest backup is, and how old it may become: what fails may say nothing, an age tells
 * all the same.
 */
export function backupMetrics({ registry, everyH, newestAt }: Deps): void {
  new Gauge({
    name: 'svc_backup_newest_seconds',
    help: 'When the newest backup was made, as Unix time; 0: there is none.',
    registers: [registry],
    async collect() {
      // A folder that cannot be read (a share that went away) has no backup for us, and takes no
      // other figure along.
      const at = await newestAt().catch(() => null)
      this.set((at?.getTime() ?? 0) / 1000)
    },
  })
  new Gauge({
    name: 'svc_backup_every_seconds',
    help: 'How often a backup is to be made; 0: only when asked for.',
    registers: [registry],
  }).set(everyH * HOUR_S)
}
