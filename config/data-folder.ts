import { join } from 'node:path'

/** What lies where in the data folder (DESIGN §4). Absolute when `root` is. */
export function dataFolder(root: string) {
  return {
    root,
    audio: join(root, 'audio'),
    files: join(root, 'files'),
    models: join(root, 'models'),
    /** What was made of model files for this machine's processor, and can be made again. */
    prepared: join(root, 'prepared'),
    keys: join(root, 'keys'),
    backups: join(root, 'backups'),
    /** Of erasures. */
    certificates: join(root, 'certificates'),
    /**
     * Seals of the days, this machine's memory of the chain's end, and acts on their way into it.
     */
    audit: join(root, 'audit'),
    /** Builds of the plugin that were served from here, for pages that name a version. */
    plugin: join(root, 'plugin'),
    /** What administrators wrote for pages of EHRs (the browser extension’s site rules). */
    sites: join(root, 'sites'),
  }
}

/**
 * Where what belongs to one server lies: its lock, its address, its drain note, the spool and the
 * memory of the audit. A folder of the machine where several servers share the data folder, else
 * the data folder itself.
 */
export function ownFolder({
  dataDir,
  nodeDir,
}: {
  dataDir: string
  nodeDir?: string | null
}): string {
  return nodeDir ?? dataDir
}
