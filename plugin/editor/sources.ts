/**
 * Where each value on the screen comes from, while it is being edited: words that still are what was saved keep their sources,
 * also when an item moved within its list; anything else is the doctor's own. The server decides the same way when it saves
 * (core/document/evidence/carry-evidence.ts).
 */
import type { Node } from 'prosemirror-model'
import type { ClinicalDocument, DocumentValue } from '../../core/contract/api.ts'
import { writeBlocks } from '../../core/contract/text-blocks.ts'
import { type Support, supportOf } from '../text/evidence.ts'
import { textBlocks } from './block-nodes.ts'
import { lineText } from './content-doc.ts'
import { schema } from './schema.ts'

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
      const support = supportOfText(writeBlocks(textBlocks(body)), name, before, saved)
      places.push({ path: [name], label: name, support, pos, node: section })
      return
    }
    body.forEach((node, offset, index) => {
      const at = { pos: pos + 2 + offset, node }
      const text = lineText(node)
      if (node.type === schema.nodes.entry) {
        const support = supportOfItem(text, index, name, before, saved)
        places.push({ path: [name, String(index)], label: name, support, ...at })
        return
      }
      const key = node.attrs.key as string
      const known = isDict(before) ? before[key] : null
      const support = supportIf(text, text === known, [name, key], saved)
      places.push({ path: [name, key], label: key, support, ...at })
    })
  })
  return places
}

function supportOfText(text: string, name: string, before: DocumentValue, saved: Saved) {
  return supportIf(text, text === before, [name], saved)
}

function supportOfItem(
  text: string,
  index: number,
  name: string,
  before: DocumentValue,
  saved: Saved,
): Support | undefined {
  const items = Array.isArray(before) ? before : []
  const origin = items[index] === text ? index : items.indexOf(text)
  return supportIf(text, origin >= 0, [name, String(origin)], saved)
}

function supportIf(text: string, isSame: boolean, path: string[], saved: Saved) {
  if (text.trim() === '') return undefined
  return isSame ? supportOf(saved, path) : ({ kind: 'typed' } as const)
}

function isDict(value: DocumentValue): value is Record<string, string | null> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
