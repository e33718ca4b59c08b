import type { Catalogue } from '../pt-BR.ts'

export const unwritten: Catalogue['unwritten'] = {
  title: (n) => `Dicho y no escrito (${n})`,
  note: 'Se dijo en la consulta y no está en ningún campo.',
  kinds: {
    medicine: 'Medicamento',
    measure: 'Medida',
    diagnosis: 'Diagnóstico',
    allergy: 'Alergia',
    request: 'Solicitud',
    return: 'Control',
    number: 'Número',
  },
  hear: (time, what) => `Ver y escuchar el fragmento de ${time}: ${what}`,
  inContext: 'Contexto',
  seeContext: (what) => `Ver en el contexto: ${what}`,
  take: (field) => `Incluir en ${field}`,
  takeOf: (field, what) => `Incluir en ${field}: ${what}`,
  choose: 'Incluir en…',
  chooseFor: (what) => `Campo para incluir: ${what}`,
  dismiss: 'No incluir',
  dismissOf: (what) => `No incluir: ${what}`,
  taken: (what) => `Incluido en el documento: ${what}`,
  dismissed: (what) => `No se incluirá: ${what}`,
}
