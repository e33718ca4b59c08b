import type { Catalogue } from '../pt-BR.ts'

export const structured: Catalogue['structured'] = {
  sending: 'Sending…',
  preparing: 'Preparing the structured data…',
  done: 'Text and data sent to the record',
  failed: 'The text was sent to the record. The structured data could not be prepared.',
  outdated: 'The document changed after its text was sent. Fill the record again.',
  empty: 'The document is empty: there is nothing to send to the record.',
  retry: 'Try sending the data again',
}
