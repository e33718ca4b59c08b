import type { VisitWords } from '../pt-BR/visit.ts'

export const visit: VisitWords = {
  title: 'Atención para la RNDS',
  fields: {
    modality: 'Modalidad',
    priority: 'Carácter',
    origin: 'Procedencia',
    outcome: 'Desenlace',
    financing: 'Financiación',
    procedure: 'Procedimiento de la consulta',
  },
  usual: (name: string) => `${name} (habitual)`,
  choose: 'Elija…',
  missing: 'Falta elegir',
  procedureHint: 'Código SIGTAP o TUSS, o palabras',
  back: 'Usar lo habitual de la institución',
  sent: (name: string) => `El sistema del hospital envió “${name}”, y una corrección lo repite.`,
  sentBefore: (name: string) => `Se envió “${name}”. La próxima corrección lleva su elección.`,
  occupation: '¿Con qué ocupación atendió?',
  occupationNote: 'La RNDS conoce varias en este establecimiento. El registro espera la elección.',
  records: {
    pending: 'En camino a la RNDS',
    accepted: 'En la RNDS',
    rejected: 'Rechazado por la RNDS',
    replaced: 'Reemplazado en la RNDS',
    deleted: 'Eliminado de la RNDS',
  },
  waits: (since: string, next: string | null) =>
    `Espera desde ${since}${next ? `; próximo intento: ${next}` : ''}.`,
  changedSince: 'Lo que se cambie aquí vale para el próximo envío o corrección.',
  loadFailed: 'No fue posible leer los datos de la atención para la RNDS.',
  saveFailed: 'No fue posible guardar la elección. Intente de nuevo.',
}
