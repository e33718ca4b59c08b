import type { UnwrittenItem } from '../../../core/contract/api.ts'

/** What was said in the visit and stands in no field of the document. */
export const unwritten = {
  title: (n: number) => `Dito e não escrito (${n})`,
  note: 'Foi dito na consulta e não está em nenhum campo.',
  kinds: {
    medicine: 'Medicamento',
    measure: 'Medida',
    diagnosis: 'Diagnóstico',
    allergy: 'Alergia',
    request: 'Pedido',
    return: 'Retorno',
    number: 'Número',
  } satisfies Record<UnwrittenItem['kind'], string>,
  hear: (time: string, what: string) => `Ver e ouvir o trecho de ${time}: ${what}`,
  inContext: 'Contexto',
  seeContext: (what: string) => `Ver no contexto: ${what}`,
  take: (field: string) => `Incluir em ${field}`,
  takeOf: (field: string, what: string) => `Incluir em ${field}: ${what}`,
  choose: 'Incluir em…',
  chooseFor: (what: string) => `Campo para incluir: ${what}`,
  dismiss: 'Não incluir',
  dismissOf: (what: string) => `Não incluir: ${what}`,
  taken: (what: string) => `Incluído no documento: ${what}`,
  dismissed: (what: string) => `Não será incluído: ${what}`,
}
