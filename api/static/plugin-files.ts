/**
 * Which builds of the plugin this appliance has: the current one, and every version it served
 * before, kept in the data folder. A page that pins `/plugin@1.4.0.js` with its hash goes on
 * working after the appliance was updated (SPEC-GAPS 1.14, C31).
 */
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'

const Measured = z.object({
  /** Subresource integrity, `sha384-…`. */
  integrity: z.string().startsWith('sha384-'),
  size_bytes: z.int(),
  gzip_bytes: z.int(),
})

/** `plugin.json`, as bin/build-plugin.mjs writes it. */
export const PluginDescription = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  plugin: Measured.extend({ current: z.string(), major: z.string(), pinned: z.string() }),
  types: z.string(),
  /** What the loader fetches: with itself, at `init`, when recording, or later. */
  files: z.array(
    Measured.extend({ path: z.string().regex(/^\/plugin\/[\w-]+\.js$/), when: z.string() }),
  ),
})
export type PluginDescription = z.infer<typeof PluginDescription>

export interface PluginBuild {
  description: PluginDescription
  /** Holds plugin.js, plugin.json, plugin.d.ts and the folder plugin/. */
  folder: string
  isCurrent: boolean
}

interface Places {
  /** Where the build lies: dist/public. */
  publicDir: string
  /** Where earlier versions rest; may be missing. */
  archiveDir: string
}

/**
 * The current build first, then the others, newest first. A folder that is no build is passed over.
 */
export async function listPluginBuilds({ publicDir, archiveDir }: Places): Promise<PluginBuild[]> {
  const current = await readBuild(publicDir, true)
  const names = await readdir(archiveDir).catch(() => [])
  const kept = await Promise.all(names.map((name) => readBuild(join(archiveDir, name), false)))
  const others = kept
    .filter((build) => build !== undefined)
    .filter(({ folder, description }) => basename(folder) === description.version)
    .filter(({ description }) => description.version !== current?.description.version)
    .sort((one, other) => compareVersions(other.description.version, one.description.version))
  return current ? [current, ...others] : others
}

/**
 * Puts the current build beside those kept before; all or nothing, and nothing when it is there
 * already.
 */
export async function keepPluginBuild({ publicDir, archiveDir }: Places): Promise<void> {
  const current = await readBuild(publicDir, true)
  if (!current) return
  const { version, files } = current.description
  const place = join(archiveDir, version)
  const known = await readBuild(place, false)
  if (JSON.stringify(known?.description) === JSON.stringify(current.description)) return
  const draft = join(archiveDir, `.${version}-${randomUUID()}`)
  await mkdir(join(draft, 'plugin'), { recursive: true })
  try {
    for (const file of ['plugin.js', 'plugin.d.ts', ...files.map(({ path }) => path)])
      await copyFile(join(publicDir, file), join(draft, file))
    await writeFile(join(draft, 'plugin.json'), JSON.stringify(current.description))
    await rm(place, { recursive: true, force: true })
    await rename(draft, place)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

async function readBuild(folder: string, isCurrent: boolean): Promise<PluginBuild | undefined> {
  const text = await readFile(join(folder, 'plugin.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { data: description } = PluginDescription.safeParse(parsed(text))
  return description && { description, folder, isCurrent }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `0.10.0` is newer than `0.9.2`. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  for (let i = 0; i < 3; i++) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
