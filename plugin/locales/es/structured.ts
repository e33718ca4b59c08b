import type { Catalogue } from '../pt-BR.ts'

export const structured: Catalogue['structured'] = {
  sending: 'Enviando…',
  preparing: 'Preparando los datos estructurados…',
  done: 'Texto y datos enviados a la historia clínica',
  failed:
    'El texto se envió a la historia clínica. Los datos estructurados no pudieron prepararse.',
  outdated:
    'El documento cambió después de enviar el texto. Complete la historia clínica de nuevo.',
  empty: 'El documento está vacío: no hay nada que enviar a la historia clínica.',
  retry: 'Intentar enviar los datos de nuevo',
}
