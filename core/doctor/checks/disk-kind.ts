import type { Check, FileSystem } from '../check.ts'
import { quoted } from '../quoted.ts'

const TROUBLE: Record<FileSystem, { what: string; why: string }> = {
  memory: {
    what: 'lies in memory (tmpfs), not on a disk',
    why: 'Every recording and every key is gone when this machine starts the next time.',
  },
  layer: {
    what: 'lies in a container’s own layer, not on a volume',
    why: 'Every recording and every key is gone with the container, at the next upgrade at the latest.',
  },
  network: {
    what: 'lies on a share of another machine',
    why: 'The database needs locks and memory that both sides see, which shares do not give: what was acknowledged may be lost.',
  },
}

/** Where what is kept would not be kept. A box that is there to be tried may lie anywhere. */
export const diskKind: Check = {
  id: 'data.disk',
  title: 'kind of disk',
  async run(host) {
    const { dataDir, demo } = host.settings
    const kind = await host.fileSystem(dataDir)
    if (kind === null) return { severity: 'ok', what: 'one of this machine' }
    const { what, why } = TROUBLE[kind]
    return {
      severity: demo ? 'info' : 'warning',
      what: `${dataDir} ${what}.`,
      why,
      fix: `findmnt -T ${quoted(dataDir)}   # stop the service, move the data folder to a disk of this machine, then SVC_DATA_DIR=<there>`,
    }
  },
}
