/**
 * What keeps a record from being sent, as the product lists it (spec §7), in words a doctor can act
 * on.
 */
import type { Refusal } from './record-client.ts'

export interface Fault {
  what: string
  /** Where to mend it, or what to do. */
  where: string
}

export function explainFaults({ details }: Pick<Refusal, 'details'>): Fault[] {
  return details.map((detail) => {
    const text = (name: string) => (typeof detail[name] === 'string' ? detail[name] : '')
    if (text('diagnostics') || text('severity'))
      return {
        what: [text('code'), text('diagnostics')].filter(Boolean).join(': '),
        where: text('advice'),
      }
    const field = text('field')
    if (text('message')) return { what: text('message'), where: whereOf(field, text('setting')) }
    const known = KNOWN[`${field} ${text('issue')}`] ?? KNOWN[field]
    if (known) return known
    if (text('setting')) return { what: settingName(field), where: whereOf(field, text('setting')) }
    return { what: field, where: ISSUES[text('issue')] ?? text('issue') }
  })
}

/** The type of the record is chosen on the screen: that is no place to mend anything. */
function whereOf(field: string, setting: string): string {
  if (setting) return `Administrador: ${setting}`
  return field === 'document_type' ? '' : field
}

const KNOWN: Partial<Record<string, Fault>> = {
  'documents document_not_reviewed': {
    what: 'Documento revisado pelo médico',
    where: 'No assistente, abra o documento, confira e aperte “Marcar como revisado”.',
  },
  'diagnoses diagnosis_required': {
    what: 'Diagnóstico com código CID-10',
    where: 'No assistente, ao fim do documento, confirme ao menos um código em “Diagnósticos”.',
  },
  patient_cpf: { what: 'CPF do paciente', where: 'Cadastro do paciente.' },
  patient_cns: { what: 'CNS do paciente', where: 'Cadastro do paciente.' },
  practitioner_cns: { what: 'CNS do profissional', where: 'Cadastro do profissional.' },
  'practitioner_cns no_role_in_establishment': {
    what: 'Vínculo do profissional com o estabelecimento',
    where: 'Atualize o CNES.',
  },
  cnes: { what: 'CNES do estabelecimento', where: 'Cadastro do estabelecimento.' },
  'reason required': {
    what: 'Motivo da exclusão',
    where: 'Escreva por que o registro sai da RNDS.',
  },
}

const ISSUES: Partial<Record<string, string>> = {
  required: 'Falta.',
  invalid: 'Não é válido.',
  ambiguous: 'Há mais de um: escolha no perfil do estabelecimento.',
  unsupported_content: 'Esta consulta não tem conteúdo deste tipo.',
}

function settingName(field: string): string {
  return `Perfil do estabelecimento: ${field.replace(/^establishment\./, '')}`
}
