/**
 * The account of what people and hosts write for a visit: context and background history. Text that
 * does not fit is refused, never cut (patch.ts); one that is there already may keep a new one out.
 */
import type { ConsultationPatch, PatchOutcome } from '../consultation/patch.ts'
import type { Prepared, PrepareInput } from '../consultation/prepare-consultation.ts'
import type { InputUse } from '../input-use/input-use.ts'
import type { UnusedCode } from '../input-use/unused-sentences.ts'

type Use = Pick<InputUse, 'unused'>

/** Of what a host hands over when it opens a visit. */
export function preparedTextUses(
  { context, backgroundHistory }: Pick<PrepareInput, 'context' | 'backgroundHistory'>,
  { contextStored, backgroundHistoryStored }: Prepared,
): Use[] {
  return [
    ...(isText(context) ? [useOf(contextStored, 'context_kept')] : []),
    ...(isText(backgroundHistory) ? [useOf(backgroundHistoryStored, 'history_kept')] : []),
  ]
}

/** Of what is typed, pasted or sent while the visit lasts. */
export function patchedTextUses(patch: ConsultationPatch, { applied }: PatchOutcome): Use[] {
  const contexts = [patch.contextMarkdown, patch.appendContext].filter(isText)
  return [
    ...contexts.map(() => useOf(true, 'context_kept')),
    ...(patch.setBackgroundHistory ? [useOf(applied, 'history_kept')] : []),
  ]
}

/** Of what is there when a document is written: all of it is read. */
export function storedTextUses(
  texts: { contextMarkdown: string; backgroundHistory: string | null } | null,
): Use[] {
  return [texts?.contextMarkdown, texts?.backgroundHistory]
    .filter(isText)
    .map(() => ({ unused: [] }))
}

function useOf(isUsed: boolean, code: UnusedCode): Use {
  return { unused: isUsed ? [] : [{ code }] }
}

function isText(text: string | null | undefined): text is string {
  return text !== undefined && text !== null && text.trim() !== ''
}
