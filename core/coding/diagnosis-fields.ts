/**
 * Where the 26 document models keep diagnoses, as data; organizations' own models are known by
 * their field names.
 */
import type { DocumentContent } from '../contract/api.ts'
import type { Template, TemplateFieldSpec } from '../document/models/ports.ts'
import { fold } from '../portuguese/tokens.ts'

/** `list`: one diagnosis an item, mostly. `prose`: sentences in which diagnoses occur. */
type Kind = 'list' | 'prose'

export interface DiagnosisText {
  text: string
  kind: Kind
  /** Words that the field's name stands for. */
  implied: string
}

interface FieldRule {
  kind: Kind
  /** Keys of a dict; the others hold no diagnosis. */
  keys?: readonly string[]
  implied?: string
}

/** Folded names. */
const FIELDS: Readonly<Record<string, FieldRule>> = {
  'hipoteses diagnosticas': { kind: 'list' },
  'lista de problemas': { kind: 'list' },
  avaliacao: { kind: 'prose' },
  'avaliacao e impressao': { kind: 'prose' },
  conclusao: { kind: 'prose' },
  'discussao e comentarios': { kind: 'prose' },
  'diagnostico oncologico': {
    kind: 'list',
    keys: ['sitio primario'],
    implied: 'neoplasia maligna',
  },
}
const OWN_FIELD = /^(?:hipoteses? diagnosticas?|diagnosticos?|impressao diagnostica|cid(?: ?10)?)\b/

/** Every filled text of a document that may name a diagnosis, in its order. */
export function diagnosisTexts(
  template: Pick<Template, 'fields'>,
  content: DocumentContent,
): DiagnosisText[] {
  return template.fields.flatMap((field) => {
    const rule = ruleOf(field)
    const value = content[field.name] ?? null
    if (!rule || value === null) return []
    const { kind, keys, implied = '' } = rule
    if (typeof value === 'string') return [{ text: value, kind, implied }]
    const texts = Array.isArray(value)
      ? value
      : Object.entries(value).flatMap(([key, text]) =>
          text !== null && (!keys || keys.includes(fold(key))) ? [text] : [],
        )
    return texts.map((text) => ({ text, kind, implied }))
  })
}

function ruleOf({ name, type }: TemplateFieldSpec): FieldRule | undefined {
  const folded = fold(name)
  if (FIELDS[folded]) return FIELDS[folded]
  return OWN_FIELD.test(folded) ? { kind: type === 'string' ? 'prose' : 'list' } : undefined
}
