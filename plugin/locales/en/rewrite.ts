import type { Catalogue } from '../pt-BR.ts'

const NEEDS_MODEL =
  'Suggesting other wording takes a language model, and this server works without one.'

export const rewrite: Catalogue['rewrite'] = {
  menu: 'Rewrite this part',
  short: 'Rewrite',
  styles: {
    shorter: 'Shorter',
    formal: 'More formal',
    patient: 'In plain language for the patient',
  },
  section: {
    shorter: 'Section: shorter',
    formal: 'Section: more formal',
    patient: 'Section: in plain language for the patient',
  },
  needsModel: NEEDS_MODEL,
  nothing: 'Choose a part with text, of up to 60 lines.',
  title: 'Suggested wording',
  queued: (position) => (position > 0 ? `Waiting: ${position} before` : 'Asking…'),
  writing: (done, total) => `Writing: ${done} of ${total}`,
  ready: 'The suggestion is ready. Compare before you accept it.',
  before: 'As it is',
  after: 'Suggestion',
  accept: 'Accept',
  reject: 'Reject',
  accepted: 'Suggestion accepted. Ctrl+Z undoes it.',
  rejected: 'The text stayed as it was.',
  unchanged: 'The model suggested no change.',
  kept: (lines) =>
    lines === 1
      ? 'One line stayed as it was: the suggestion would change what it says.'
      : `${lines} lines stayed as they were: the suggestions would change what they say.`,
  note: 'Numbers, doses, medicines, sides and negations were checked. Only you can check the meaning of the rest.',
  stale: 'The text has changed since. Ask for the suggestion again.',
  failed: 'There is no suggestion',
  reasons: {
    rewrite_needs_model: NEEDS_MODEL,
    rewrite_changed_facts:
      'What the model wrote would change numbers, medicines, sides, negations or findings, and was discarded.',
    generation_timeout: 'It took too long. Try again, or with a smaller part.',
    generation_failed: 'The model did not finish. Try again, or with a smaller part.',
    prompt_too_long: 'The part is too long for the model. Choose a smaller one.',
    interrupted: 'The connection broke before the end. Try again.',
    network: 'No connection to the server. Try again.',
  },
  unknown: 'That did not work. Try again.',
}
