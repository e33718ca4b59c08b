import type { NetworkVersion } from './network.ts'
import type { Submission } from './submission.ts'

/**
 * Finds a record among the versions that the network lists under its local identifier: the one with
 * its network id or, while that is not known, the one that stands where it was to go: first of all,
 * or in the place of the version it replaces.
 */
export function ownVersion(
  versions: readonly NetworkVersion[],
  { networkId, replaces }: Pick<Submission, 'networkId' | 'replaces'>,
): NetworkVersion | null {
  const own = versions.filter((version) => {
    if (networkId !== null) return version.networkId === networkId
    if (replaces === null) return version.replaces.length === 0
    return version.replaces.includes(replaces.networkId)
  })
  return own.find(({ status }) => status === 'final') ?? own[0] ?? null
}
