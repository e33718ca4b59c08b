import { DROP_OVERLAY } from '../services/file-intake.ts'
import type { Model } from '../state/model.ts'
import { type Children, m } from '../view.ts'
import { icon } from './icon.ts'

/** Over the whole panel while files are held above it. */
export function dropOverlay({ t, uploads }: Model): Children {
  if (!uploads.isDragging) return null
  return m(`.${DROP_OVERLAY}`, m('p', icon('clip', 26), t.files.dropNow))
}
