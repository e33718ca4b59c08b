import type { AdminModel } from '../../core/contract/admin-page.ts'
import { words } from './words.ts'

/** How a model is, in words: what is proven of it, and against what. */
export function modelState(model: AdminModel): string {
  const { in_use, installed, verified, known, kind, fitness } = model
  const say = words.models
  if (!installed) return say.missing
  const same = known ? say.verified : say.unchanged
  const parts = [
    in_use ? say.inUse : say.installed,
    verified ? same : say.unverified,
    kind === 'text' && (fitness === null ? say.unproven : say.fitness[fitness]),
  ]
  return parts.filter(Boolean).join(', ')
}
