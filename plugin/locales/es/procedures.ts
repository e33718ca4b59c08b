import type { Catalogue } from '../pt-BR.ts'

export const procedures: Catalogue['procedures'] = {
  title: 'Procedimientos realizados (SIGTAP)',
  none: 'Ningún procedimiento confirmado. La consulta misma ya consta en el registro.',
  confirmed: 'Procedimientos confirmados y cuántas veces se hizo cada uno',
  times: (code) => `Cantidad: ${code}`,
  remove: (code) => `Quitar ${code}`,
  removed: (code) => `Quitado: ${code}`,
  added: (code) => `Confirmado: ${code}`,
  suggestion: 'Sugerencia de procedimiento',
  from: (text) => `de “${text}”`,
  confirm: 'Confirmar',
  confirmOne: (code) => `Confirmar ${code}`,
  search: 'Buscar otro procedimiento',
  placeholder: 'Código o nombre: sutura, ECG, lavagem de ouvido',
  results: 'Procedimientos encontrados',
  found: (n) =>
    n === 0
      ? 'Ningún procedimiento encontrado.'
      : n === 1
        ? '1 procedimiento'
        : `${n} procedimientos`,
  partial: 'Aquí solo están instalados los procedimientos más comunes; puede haber otros.',
  missing: 'La tabla SIGTAP no está instalada aquí. Hable con el administrador.',
  searchFailed: 'La búsqueda no respondió. Intente de nuevo.',
  saveFailed: 'No fue posible guardar los procedimientos. Su elección sigue aquí.',
  outdated: 'Los procedimientos se modificaron en otro lugar. Revise la lista y repita su cambio.',
  loadFailed: 'No fue posible cargar los procedimientos.',
}
