import type { DraftingGenerator } from '../notes/draft.ts'

/** What the rules are called where they are asked in another thread: apart, as they are large. */
export const rulesIdentity: Pick<DraftingGenerator, 'status' | 'version'> = {
  status: { kind: 'rules', model: null },
  version: 'rules-8',
}
