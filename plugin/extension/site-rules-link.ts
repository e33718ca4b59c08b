/** The administrator's rules, from the appliance; while it is away, as they were last. */
import { AccountError, request } from './account.ts'
import { keep, kept } from './kept.ts'

const KEPT = 'sites'

/** @throws {AccountError} when they cannot be had, nor were before */
export async function siteRules(): Promise<readonly unknown[]> {
  try {
    const { sites } = await request<{ sites: unknown[] }>('GET', '/extension/sites')
    await keep(KEPT, sites)
    return sites
  } catch (error) {
    const before = await kept<unknown[]>(KEPT)
    if (before && error instanceof AccountError && error.status === 0) return before
    throw error
  }
}
