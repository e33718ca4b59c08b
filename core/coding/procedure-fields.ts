/**
 * What a field of a document says about procedures, by its name, so that organizations' own models
 * are known as well.
 */
import type { DocumentContent } from '../contract/api.ts'
import type { Template, TemplateFieldSpec } from '../document/models/ports.ts'
import { fold } from '../portuguese/tokens.ts'

/**
 * `done`: the field is for what was done in this visit. `work`: the doctor's own work, where
 * "realizada sutura" means now. `told`: history, results and everything unknown, where only "hoje"
 * or "nesta consulta" means now.
 */
export type ProcedureFieldKind = 'done' | 'work' | 'told'

export interface ProcedureText {
  text: string
  kind: ProcedureFieldKind
}

/** Folded names. */
const DONE = /^procedimentos? (?:realizad|executad|efetuad)/
const WORK =
  /^(?:condutas?|planos?|objetivo|avaliacao|evolucao|exame (?:fisico|dermatologico|ortopedico|otorrinolaringologico|obstetrico|articular)|ectoscopia|tratamento|orientacoes|discussao e comentarios|procedimentos)\b/
/** About others, or about what was never done here. */
const NEVER =
  /^(?:historia familiar|historico familiar|identificacao|informante|procedimento proposto)\b/

/** Every filled text of a document that may tell of a procedure, in its order. */
export function procedureTexts(
  template: Pick<Template, 'fields'>,
  content: DocumentContent,
): ProcedureText[] {
  return template.fields.flatMap((field) => {
    const kind = kindOf(field)
    const value = content[field.name] ?? null
    if (kind === null || value === null) return []
    const texts = typeof value === 'string' ? [value] : Object.values(value)
    return texts.flatMap((text) => (text === null ? [] : [{ text, kind }]))
  })
}

function kindOf({ name }: TemplateFieldSpec): ProcedureFieldKind | null {
  const folded = fold(name)
  if (NEVER.test(folded)) return null
  if (DONE.test(folded)) return 'done'
  return WORK.test(folded) ? 'work' : 'told'
}
