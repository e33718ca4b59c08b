import type { BundleEntry, Resource } from '../types.ts'

/** A reference to another entry of the same bundle: nothing else may stand in it (RNDS.md §5.1). */
export interface EntryReference {
  reference: string
}

/** A place in the bundle whose resource names entries that come after it. */
export interface EntrySlot extends EntryReference {
  fill(resource: Resource): void
}

export type TransientEntries = ReturnType<typeof transientEntries>

/**
 * Numbers the entries of a bundle in the order in which they are asked for:
 * `urn:uuid:transient-<index>`. The network refuses other orders (ERR921).
 */
export function transientEntries() {
  const resources: (Resource | undefined)[] = []

  function reserve(): EntrySlot {
    const index = resources.push(undefined) - 1
    return {
      reference: fullUrl(index),
      fill(resource) {
        resources[index] = resource
      },
    }
  }

  return {
    reserve,
    add(resource: Resource): EntryReference {
      const slot = reserve()
      slot.fill(resource)
      return { reference: slot.reference }
    },
    list(): BundleEntry[] {
      return resources.map((resource, index) => {
        if (!resource) throw new Error(`entry ${index} was reserved and never filled`)
        return { fullUrl: fullUrl(index), resource }
      })
    },
  }
}

function fullUrl(index: number): string {
  return `urn:uuid:transient-${index}`
}
