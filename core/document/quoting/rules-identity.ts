import type { DraftingGenerator } from '../notes/draft.ts'

/**
 * What a document by rules says of who wrote it. Apart from the rules, which are large: who asks
 * them in another thread does not load them.
 */
export const rulesIdentity: Pick<DraftingGenerator, 'status' | 'version'> = {
  status: { kind: 'rules', model: null },
  version: 'rules-8',
}
