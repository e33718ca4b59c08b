import type { Catalogue } from '../pt-BR.ts'

const NEEDS_MODEL =
  'Para sugerir otra redacción hace falta un modelo de lenguaje, y este servidor trabaja sin uno.'

export const rewrite: Catalogue['rewrite'] = {
  menu: 'Reescribir el fragmento',
  short: 'Reescribir',
  styles: {
    shorter: 'Más corto',
    formal: 'Más formal',
    patient: 'En lenguaje para el paciente',
  },
  section: {
    shorter: 'Sección: más corta',
    formal: 'Sección: más formal',
    patient: 'Sección: en lenguaje para el paciente',
  },
  needsModel: NEEDS_MODEL,
  nothing: 'Elija un fragmento con texto, de hasta 60 líneas.',
  title: 'Sugerencia de redacción',
  queued: (position) => (position > 0 ? `En espera: ${position} antes` : 'Pidiendo la sugerencia…'),
  writing: (done, total) => `Escribiendo: ${done} de ${total}`,
  ready: 'La sugerencia está lista. Compare antes de aceptarla.',
  before: 'Como está',
  after: 'Sugerencia',
  accept: 'Aceptar',
  reject: 'Rechazar',
  accepted: 'Sugerencia aceptada. Ctrl+Z la deshace.',
  rejected: 'El texto quedó como estaba.',
  unchanged: 'El modelo no sugirió ningún cambio.',
  kept: (lines) =>
    lines === 1
      ? 'Una línea quedó como estaba: la sugerencia cambiaría lo que dice.'
      : `${lines} líneas quedaron como estaban: las sugerencias cambiarían lo que dicen.`,
  note: 'Se verificaron números, dosis, medicamentos, lados y negaciones. El sentido del resto solo usted puede verificarlo.',
  stale: 'El texto cambió después del pedido. Pida la sugerencia de nuevo.',
  failed: 'No hay sugerencia',
  reasons: {
    rewrite_needs_model: NEEDS_MODEL,
    rewrite_changed_facts:
      'Lo que el modelo escribió cambiaría números, medicamentos, lados, negaciones o hallazgos del texto, y se descartó.',
    generation_timeout: 'Tardó demasiado. Intente de nuevo, o con un fragmento menor.',
    generation_failed: 'El modelo no llegó al final. Intente de nuevo, o con un fragmento menor.',
    prompt_too_long: 'El fragmento es demasiado largo para el modelo. Elija uno menor.',
    interrupted: 'La conexión se cortó antes del final. Intente de nuevo.',
    network: 'Sin conexión con el servidor. Intente de nuevo.',
  },
  unknown: 'No fue posible. Intente de nuevo.',
}
