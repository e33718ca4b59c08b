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

export const procedures: Catalogue['procedures'] = {
  title: 'Procedures performed (SIGTAP)',
  none: 'No procedure confirmed. The visit itself is already in the record.',
  confirmed: 'Confirmed procedures and how often each was done',
  times: (code) => `Quantity: ${code}`,
  remove: (code) => `Remove ${code}`,
  removed: (code) => `Removed: ${code}`,
  added: (code) => `Confirmed: ${code}`,
  suggestion: 'Suggested procedure',
  from: (text) => `from “${text}”`,
  confirm: 'Confirm',
  confirmOne: (code) => `Confirm ${code}`,
  search: 'Search for another procedure',
  placeholder: 'Code or name: sutura, ECG, lavagem de ouvido',
  results: 'Procedures found',
  found: (n) => (n === 0 ? 'No procedure found.' : n === 1 ? '1 procedure' : `${n} procedures`),
  partial: 'Only the most common procedures are installed here; there may be others.',
  missing: 'The SIGTAP table is not installed here. Contact the administrator.',
  searchFailed: 'The search did not answer. Try again.',
  saveFailed: 'The procedures could not be saved. Your choice is still here.',
  outdated: 'The procedures were changed elsewhere. Check the list and make your change again.',
  loadFailed: 'The procedures could not be loaded.',
}

export const unwritten: Catalogue['unwritten'] = {
  title: (n) => `Said and not written (${n})`,
  note: 'It was said in the visit and stands in no field.',
  kinds: {
    medicine: 'Medicine',
    measure: 'Measure',
    diagnosis: 'Diagnosis',
    allergy: 'Allergy',
    request: 'Request',
    return: 'Return',
    number: 'Number',
  },
  hear: (time, what) => `See and hear the passage at ${time}: ${what}`,
  inContext: 'Context',
  seeContext: (what) => `See in the context: ${what}`,
  take: (field) => `Take into ${field}`,
  takeOf: (field, what) => `Take into ${field}: ${what}`,
  choose: 'Take into…',
  chooseFor: (what) => `Field to take it into: ${what}`,
  dismiss: 'Leave out',
  dismissOf: (what) => `Leave out: ${what}`,
  taken: (what) => `Taken into the document: ${what}`,
  dismissed: (what) => `Left out: ${what}`,
}

export const evidence: Catalogue['evidence'] = {
  play: (time, isPlaying) =>
    isPlaying ? `Stop the sound of ${time}` : `Listen to the passage at ${time}`,
  gone: 'The sound of this passage is no longer kept.',
  damaged: 'The sound of this passage cannot be read from the server. Please tell support.',
  partLost: (seconds: number) =>
    `${seconds} s of this passage cannot be read from the server: a tone is in their place. Please tell support.`,
  nothingToHear: 'No sound is kept of this passage.',
  notWhileRecording: 'Sound is not played while recording: the microphone would hear it.',
  soundErased: (date) =>
    `The sound was erased on ${date}, at the end of its retention period. Text and sources stay.`,
  transcriptErasedTitle: 'Transcript erased',
  transcriptErased: (date) =>
    `The transcript of this visit was erased on ${date}, at the end of its retention period. Documents stay.`,
  fingerprint: 'Technical details of what wrote this',
  fingerprintOf: (version, template) => `Engine version: ${version}. Document model: ${template}.`,
  differs: 'differs',
  contradicts: 'The conversation says something else: check it.',
  inDoubt: (without, differing, unsure, total) => {
    const differs = `${differing} ${differing === 1 ? 'sentence differs' : 'sentences differ'}`
    const all = without + differing + unsure
    if (differing === all) return differs
    if (without < all) return `${all} ${all === 1 ? 'sentence to check' : 'sentences to check'}`
    return total === undefined
      ? `${without} without source`
      : `${without} of ${total} without source`
  },
  unsure: 'heard with doubt',
  unsureWords: (words) => `Heard with doubt: ${words}. Listen before you sign.`,
  nearest: 'What was said that comes closest (check it; it proves nothing):',
  sourcesOfRest: 'Sources of the other sentences',
}

export const editor: Catalogue['editor'] = {
  label: 'Text of the document',
  loading: 'Opening the editor…',
  loadFailed:
    'The editor could not be loaded. The document can be read and sent; try again to edit it.',
  toolbar: 'Text tools',
  blocks: {
    heading: 'Sub-heading',
    bullet: 'Bulleted list',
    number: 'Numbered list',
    check: 'Task list',
    quote: 'Quotation',
    paragraph: 'Paragraph',
  },
  table: 'Insert table',
  separator: 'Insert separator',
  tables: {
    addRow: 'Insert row',
    addColumn: 'Insert column',
    deleteRow: 'Remove row',
    deleteColumn: 'Remove column',
    deleteTable: 'Remove table',
  },
  undo: 'Undo (Ctrl+Z)',
  redo: 'Redo (Ctrl+Shift+Z)',
  moveUp: 'Move up',
  moveDown: 'Move down',
  moveUpKeys: 'Move block up (Alt+Shift+↑)',
  moveDownKeys: 'Move block down (Alt+Shift+↓)',
  nextDoubt: (n) => `Next sentence to check (F8): ${n}`,
  drag: 'Drag to move',
  sectionMenu: (name) => `Options for ${name}`,
  hide: 'Hide in the document',
  show: 'Show in the document',
  hiddenNote:
    'Hidden: not in the text, the copy or what is filled in. Still in the structured data and in what goes to the RNDS; to take it out there, delete its text.',
  copySection: 'Copy section',
  searchCode: 'Search ICD-10',
  notInformed: 'not mentioned',
  task: (text) => (text === '' ? 'Task done' : `Done: ${text}`),
  movedTo: (place, total, section) => `Moved in ${section}: ${place} of ${total}`,
  movedSection: (name, place, total) => `${name}: section ${place} of ${total}`,
  cannotMove: 'There is nowhere further to move it',
  openFile: 'See the text of the file',
  saveStates: {
    saved: 'Saved',
    unsaved: 'Not saved',
    saving: 'Saving…',
    failed: 'Could not be saved. Trying again…',
    conflict: 'Changed elsewhere',
  },
  conflictTitle: 'This document was changed elsewhere',
  conflictText:
    'What you wrote is here. Choose the text that stays; the other one remains in the version history.',
  mine: 'Your text',
  theirs: 'The other text',
  keepMine: 'Keep mine',
  takeTheirs: 'Use the other',
  differences: 'Sections that differ',
  history: 'Version history',
  historyEmpty: 'Versions appear here after the first change.',
  historyFailed: 'The history could not be loaded.',
  versionKinds: {
    generated: 'Generated',
    edited: 'Edited',
    reviewed: 'Reviewed',
    restored: 'Restored',
  },
  versionBy: (who) => `by ${who}`,
  current: 'Current',
  openVersion: (n) => `See version ${n}`,
  version: (n) => `Version ${n}`,
  restore: 'Restore this version',
  restored: 'Version restored',
  copySelected: 'The browser blocked copying. The text is selected: press Ctrl+C.',
  backgroundTitle: 'Background history',
  more: (name) => `Actions for ${name}`,
  open: 'Open',
  copy: 'Copy',
  fill: 'Fill the record',
  duplicate: 'Generate with another model',
  remove: 'Delete',
  removed: (name) => `${name} deleted`,
  undoRemove: 'Undo',
  putBack: 'Document restored',
  removeProblems: {
    legal_hold: 'This visit is under legal hold: nothing in it can be deleted.',
    document_submitted: 'This document is part of a record sent to the RNDS and cannot be deleted.',
    document_not_ready: 'The document is still being generated.',
    not_found: 'It is too late to undo this.',
  },
  removeFailed: 'That did not work. Try again.',
  failures: {
    AUTH_FAILED: 'Session ended',
    TOKEN_TIMEOUT: 'Session ended',
    network: 'No connection',
    no_content: 'No content',
    generation_timeout: 'Timed out',
    canceled: 'Canceled',
    interrupted: 'Interrupted',
  },
  failureService: 'Service unavailable',
}

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
