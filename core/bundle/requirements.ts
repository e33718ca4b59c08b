/**
 * What the machine must have for the programs in a bundle. Node.js, the database driver and the
 * speech and language runtimes run on any processor of their architecture (the runtimes bring
 * variants and choose); the ready-made picture library does not.
 */
const PACKAGES_NEED: Record<string, Record<string, readonly string[]>> = {
  // x86-64-v2, says sharp: https://sharp.pixelplumbing.com/install#prerequisites
  sharp: {
    x64: ['cx16', 'lahf_lm', 'popcnt', 'pni', 'ssse3', 'sse4_1', 'sse4_2'],
    arm64: ['asimd'],
  },
}

interface CpuUse {
  /** Names of the packages in the bundle. */
  packages: readonly string[]
  /** Instructions of the processor that its speech runtime was compiled for alone. */
  compiledFor: readonly string[]
}

/** As /proc/cpuinfo names them, in order. */
export function cpuNeeds(arch: string, { packages, compiledFor }: CpuUse): string[] {
  const flags = packages.flatMap((name) => PACKAGES_NEED[name]?.[arch] ?? [])
  return [...new Set([...flags, ...compiledFor])].sort()
}

/** `2.9` is older than `2.34`. Null when there is none. */
export function newestVersion(versions: Iterable<string>): string | null {
  let newest: readonly [number, number] | null = null
  for (const version of versions) {
    const [major = 0, minor = 0] = version.split('.').map(Number)
    if (!newest || major > newest[0] || (major === newest[0] && minor > newest[1]))
      newest = [major, minor]
  }
  return newest?.join('.') ?? null
}
