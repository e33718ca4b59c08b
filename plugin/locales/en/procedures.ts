import type { Catalogue } from '../pt-BR.ts'

export const procedures: Catalogue['procedures'] = {
  title: 'Procedures performed (SIGTAP)',
  none: 'No procedure confirmed. The visit itself is in the record already.',
  confirmed: 'Confirmed procedures and how often each was done',
  times: (code) => `Quantity: ${code}`,
  remove: (code) => `Remove ${code}`,
  removed: (code) => `Removed: ${code}`,
  added: (code) => `Confirmed: ${code}`,
  suggestion: 'Suggested procedure',
  from: (text) => `from “${text}”`,
  confirm: 'Confirm',
  confirmOne: (code) => `Confirm ${code}`,
  search: 'Search another procedure',
  placeholder: 'Code or name: sutura, ECG, lavagem de ouvido',
  results: 'Procedures found',
  found: (n) => (n === 0 ? 'No procedure found.' : n === 1 ? '1 procedure' : `${n} procedures`),
  partial: 'Only the most common procedures are installed here; there may be others.',
  missing: 'The SIGTAP table is not installed here. Talk to the administrator.',
  searchFailed: 'The search did not answer. Try again.',
  saveFailed: 'The procedures could not be saved. Your choice is still here.',
  loadFailed: 'The procedures could not be loaded.',
}
