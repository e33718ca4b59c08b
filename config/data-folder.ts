import { join } from 'node:path'

/** What lies where in the data folder (DESIGN §4). Absolute when `root` is. */
export function dataFolder(root: string) {
  return {
    root,
    audio: join(root, 'audio'),
    files: join(root, 'files'),
    models: join(root, 'models'),
    keys: join(root, 'keys'),
    backups: join(root, 'backups'),
    /** Builds of the plugin that were served from here, for pages that name a version. */
    plugin: join(root, 'plugin'),
  }
}
