/**
 * The account of what people and hosts write for a visit: context and background history. Text that
 * does not fit is refused, never cut (patch.ts); one that is there already may keep a new one out,
 * and a file or picture in one is not read.
 */
import type { ConsultationPatch, PatchOutcome } from '../consultation/patch.ts'
import type { Prepared, PrepareInput } from '../consultation/prepare-consultation.ts'
import { hostText } from '../host-text/host-text.ts'
import { unreadParts } from '../host-text/unread-parts.ts'
import type { InputUse, UnusedPart } from '../input-use/input-use.ts'
import type { UnusedCode } from '../input-use/unused-sentences.ts'

type Use = Pick<InputUse, 'unused'>

/** Of what a host hands over when it opens a visit. */
export function preparedTextUses(
  { context, backgroundHistory }: Pick<PrepareInput, 'context' | 'backgroundHistory'>,
  { contextStored, backgroundHistoryStored }: Prepared,
): Use[] {
  return [
    ...(isText(context) ? [useOf(context, contextStored, 'context_kept')] : []),
    ...(isText(backgroundHistory)
      ? [useOf(backgroundHistory, backgroundHistoryStored, 'history_kept')]
      : []),
  ]
}

/** Of what is typed, pasted or sent while the visit lasts. */
export function patchedTextUses(patch: ConsultationPatch, { applied }: PatchOutcome): Use[] {
  const { contextMarkdown, appendContext, setBackgroundHistory } = patch
  return [
    ...[contextMarkdown, appendContext]
      .filter(isText)
      .map((text) => useOf(text, true, 'context_kept')),
    ...(setBackgroundHistory ? [useOf(setBackgroundHistory.text, applied, 'history_kept')] : []),
  ]
}

/** Of a text as it is stored. */
export function textUse(text: string): InputUse {
  const { files, struck, signs } = unreadParts(text)
  const unused: UnusedPart[] = []
  if (files > 0) unused.push({ code: 'text_has_file', count: files })
  if (struck > 0) unused.push({ code: 'text_has_struck_words', count: struck })
  return { unit: 'characters', given: text.length, used: text.length - signs, unused }
}

function useOf(text: string, isStored: boolean, code: UnusedCode): Use {
  return isStored ? textUse(hostText(text)) : { unused: [{ code }] }
}

export function isText(text: string | null | undefined): text is string {
  return text !== undefined && text !== null && text.trim() !== ''
}
