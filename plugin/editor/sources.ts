/**
 * Where each value on the screen comes from, while it is being edited: words that still are what
 * was saved keep their sources, also when an item moved within its list, and so does each sentence
 * that stayed; anything else is the doctor's own. The server decides the same way when it saves
 * (core/document/record/carry-evidence.ts).
 */
import type { Node } from 'prosemirror-model'
import type { ClinicalDocument, DocumentValue } from '../../core/contract/api.ts'
import { keptParts } from '../../core/contract/kept-parts.ts'
import { writeBlocks } from '../../core/contract/text-blocks.ts'
import { partsOf, type Support, supportOf, withSentences } from '../text/evidence.ts'
import { textBlocks } from './block-nodes.ts'
import { lineText } from './content-doc.ts'
import { schema } from './schema.ts'
import { type Placed, type Run, rangesOf, textRuns } from './text-positions.ts'

export type Saved = Pick<ClinicalDocument, 'content' | 'evidence' | 'edited_paths'>

/** One value on the screen, and where it comes from. */
export interface ShownValue {
  /** As `Evidence`: the field, then key or index. */
  path: string[]
  /** For people: the key or the field. */
  label: string
  /** Undefined while there is nothing to support. */
  support: Support | undefined
}

export interface ValuePlace extends ShownValue {
  pos: number
  node: Node
  /**
   * Where the sentences of `support` stand, in their order; those that stand nowhere exactly have
   * no ranges.
   */
  sentences: readonly Placed[][]
}

/** Every value of a document; a text's is its section. */
export function valuePlaces(doc: Node, saved: Saved): ValuePlace[] {
  const places: ValuePlace[] = []
  doc.forEach((section, pos) => {
    const name = section.attrs.name as string
    const body = section.firstChild
    if (!body) return
    const before = saved.content[name] ?? null
    if (body.type === schema.nodes.text_body) {
      const text = writeBlocks(textBlocks(body))
      const support = supportIf(text, before, [name], saved)
      const sentences = placed(support, () => textRuns(body, pos + 2))
      places.push({ path: [name], label: name, support, pos, node: section, sentences })
      return
    }
    body.forEach((node, offset, index) => {
      const at = { pos: pos + 2 + offset, node }
      const runs = () => [{ start: 0, end: node.content.size, pos: at.pos + 1 }]
      const text = lineText(node)
      if (node.type === schema.nodes.entry) {
        const support = supportOfItem(text, index, name, before, saved)
        const sentences = placed(support, runs)
        places.push({ path: [name, String(index)], label: name, support, sentences, ...at })
        return
      }
      const key = node.attrs.key as string
      const known = isDict(before) ? before[key] : null
      const support = supportIf(text, known, [name, key], saved)
      places.push({
        path: [name, key],
        label: key,
        support,
        sentences: placed(support, runs),
        ...at,
      })
    })
  })
  return places
}

function supportOfItem(
  text: string,
  index: number,
  name: string,
  before: DocumentValue,
  saved: Saved,
): Support | undefined {
  const items = Array.isArray(before) ? before : []
  const same = items[index] === text ? index : items.indexOf(text)
  const origin = same >= 0 ? same : index
  return supportIf(text, items[origin], [name, String(origin)], saved)
}

/** @param before what stood there when it was saved */
function supportIf(
  text: string,
  before: DocumentValue | undefined,
  path: string[],
  saved: Saved,
): Support | undefined {
  if (text.trim() === '') return undefined
  const parts = partsOf(saved, path)
  if (text === before) return withSentences(supportOf(saved, path), text, parts)
  const kept = typeof before === 'string' ? keptParts(before, text, parts) : []
  return withSentences({ kind: 'typed' }, text, kept)
}

function placed(support: Support | undefined, runs: () => readonly Run[]): Placed[][] {
  if (!support?.sentences) return []
  const known = runs()
  return support.sentences.map(({ start, end }) => rangesOf(known, start, end))
}

function isDict(value: DocumentValue): value is Record<string, string | null> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
