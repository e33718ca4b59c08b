import { editor, evidence, procedures, rewrite, structured, unwritten } from './en/document.ts'
import { files } from './en/files.ts'
import { models } from './en/models.ts'
import {
  localNetwork,
  notUnderstood,
  recording,
  remoteSound,
  transcriptEdit,
} from './en/recording.ts'
import type { Catalogue } from './pt-BR.ts'

export const en: Catalogue = {
  language: 'en',
  appName: 'Documentation assistant',
  title: 'Visit',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  back: 'Back',
  dismiss: 'Dismiss',
  edit: 'Edit',
  save: 'Save',
  more: 'More options',

  window: {
    minimize: 'Minimize',
    maximize: 'Maximize',
    restore: 'Restore size',
    close: 'Close assistant',
    move: 'Move window (arrow keys move it)',
    resize: 'Resize window (arrow keys resize it)',
    open: 'Open assistant',
    saving: 'Saving…',
  },

  keys: {
    title: 'Keyboard shortcuts',
    letters: 'Use the letters R and G',
    lettersNote: 'They work with the focus in the assistant and outside of text fields.',
    list: [
      ['R', 'Start, pause and resume recording'],
      ['G', 'Generate document'],
      ['Ctrl+S', 'Save what is being written'],
      ['Ctrl+Enter', 'Fill the record'],
      ['F8', 'In a document, go to the next sentence to check'],
      ['F9', 'In a document, hear the words it rests on'],
      ['Esc', 'Minimize the window or close what is open on top'],
    ],
  },

  tabs: {
    label: 'Parts of the visit',
    recording: 'Recording',
    transcript: 'Transcript',
    context: 'Context',
    files: files.title,
    documents: 'Documents',
  },

  loading: {
    label: 'Loading',
    slow: 'Loading the assistant…',
    late: 'It is taking longer than usual.',
  },

  failures: {
    auth: {
      title: 'Could not sign in',
      text: 'Check the token or contact support.',
    },
    identifier_mismatch: {
      title: 'This visit belongs to another patient',
      text: 'The record system opened a visit that already exists with another patient. Nothing was shown or recorded. Close it and open it again from the right patient.',
    },
    offline: {
      title: 'No connection to the server',
      text: 'The assistant needs the hospital’s network to open. What was recorded on this computer is kept.',
      countdown: (seconds) => `Trying again in ${seconds} s`,
    },
    local_network: localNetwork.failure,
    forbidden: {
      title: 'No permission for this visit',
      text: 'The session is valid but gives no access to this visit. Contact support.',
    },
    origin: {
      title: 'This page is not authorized',
      text: 'The assistant’s server does not accept requests from this record system. Ask support to add this address to the list of authorized pages:',
    },
    insecure: {
      title: 'This page is not secure (HTTPS)',
      text: 'Without HTTPS the browser does not allow the microphone. Ask support to open the record system with an https:// address.',
    },
    unsupported: {
      title: 'This browser is not supported',
      text: 'Open the record system in one of these browsers:',
    },
    changed: {
      title: 'This page changes basic functions of the browser',
      text: 'What is recorded could be lost. Tell the support of the record system.',
    },
    browsers: ['Chrome or Edge 110 or newer', 'Firefox 115 or newer', 'Safari 16.4 or newer'],
    httpsNeeded: 'The address of the page has to begin with https://.',
    withoutRecording: 'Continue without recording',
    unexpected: {
      title: 'Something went wrong',
      text: 'The visit could not be opened. Try again; if it happens again, send the details to support.',
    },
    code: (code) => `Code: ${code}`,
    request: (id) => `Request: ${id}`,
    copyDetails: 'Copy details',
    detailsCopied: 'Details copied',
  },

  banners: {
    sessionEnded: 'The session ended. The recording is still kept on this computer.',
    sessionEndedHere:
      'The session ended and this page does not renew it. The recording is still kept on this computer: open the visit again from the record system.',
    sessionEnding:
      'The session ends in less than 2 minutes and this page does not renew it. If you need more time, open the visit again from the record system; what was recorded is kept.',
    reconnect: 'Reconnect',
    otherConsultation:
      'The record system asked for another visit, but this one is still open. Close this one before you see the next patient.',
    pausedUnseen: (time) =>
      `The page took the assistant off the screen at ${time}, and the recording was paused. What was said afterwards was not recorded: resume if the visit goes on.`,
    misunderstood:
      'The server did not understand what this page sent (code 4400): the network is not the cause. The recording is still kept on this computer. Reload the page; if it happens again, tell support.',
    refused:
      'The server no longer accepts this visit. The recording is still kept on this computer.',
    takenOver:
      'Recording continued in another window. What was recorded here is kept on this computer.',
    displaced:
      'The server ended this recording, perhaps because it continued on another computer. What is recorded here is kept on this computer.',
    continueHere: 'Continue here',
    overloaded:
      'The computer is overloaded and parts of the sound may be missing. Close programs and tabs you are not using.',
    elsewhere:
      'This visit is open in another tab. Recording is switched off here until that one is closed.',
    heldCopy:
      'This installation is a restored copy, and nothing leaves it. Recording and documents work; records for the RNDS are kept and sent only once the administrator releases it.',
    held: 'The administrator has isolated this installation. Recording and documents work; records for the RNDS are kept and sent only once it is released.',
    broken:
      'The server lost part of the sound it had confirmed. Tell support; the current recording is still kept on this computer.',
    storageFailed:
      'This browser does not allow keeping the sound on the computer: what has not reached the server is lost if the page is closed or reloaded. Finish before you leave, and do not open this visit in another tab.',
    leftover: (length) => `${length} of sound from last time are kept on this computer. Sending…`,
    leftoverWaiting: (length) =>
      `${length} of sound from last time are kept on this computer. They will be sent when the connection is back.`,
  },

  start: {
    modality: 'Kind of visit',
    inPerson: 'In person',
    inPersonHint: 'Patient in the room',
    telemedicine: 'Telemedicine',
    telemedicineHint: 'By video or telephone',
    consent: 'The patient’s consent',
    consentGiven: 'Patient informed and agrees',
    consentRefused: 'Patient refused',
    consentLater: 'Record it later',
    consentRequired: 'Record the patient’s answer to be able to record sound.',
    consentAwaited:
      'The system asked to record. Recording starts when you record the patient’s answer.',
    consentMethod: 'How the patient was informed',
    consentMethods: { verbal: 'Verbally', written: 'In writing', host: 'By the record system' },
    consentAt: (time) => `Recorded at ${time}`,
    consentRefusedNote:
      'Recording is switched off. You can write in the context and generate documents from it.',
    script: 'Read to the patient',
    scriptText: [
      'With your permission I will record our conversation so that a hospital program can help me write your record; I review everything before saving.',
      'The recording stays here in the hospital, and you may refuse or ask me to stop at any time.',
    ],
    context: 'Patient context',
    contextEmpty: 'Nothing written yet',
    template: 'Document model',
    saveFailed: 'The choice could not be saved. Try again.',
  },

  recorder: {
    start: 'Start recording',
    resume: 'Resume recording',
    pause: 'Pause recording',
    finish: 'Finish visit',
    finishShort: 'Finish',
    idle: 'Ready to record',
    requesting: 'Waiting for the microphone…',
    requestingHint: 'If the browser asks, allow the use of the microphone.',
    recording: 'Recording',
    paused: 'Paused',
    finishing: 'Finishing…',
    finished: 'Recording finished',
    blocked: 'No microphone',
    consentRefused: 'Recording off: the patient refused',
    elapsed: 'Time recorded',
    level: 'Microphone level',
    device: 'Microphone',
    defaultDevice: 'Default microphone',
    released: 'Microphone released during the pause',
    deviceLost: 'The microphone was disconnected. Connect another and resume recording.',
    silent: 'We cannot hear anything. Check the microphone.',
    lost: (length) =>
      `Sound not captured: about ${length}. The computer was overloaded or asleep, or the microphone stopped; check the transcript.`,
    interrupted: (length) => `Recording interrupted for ${length}`,
    offline: 'No connection: recording on this computer',
    offlinePaused: 'No connection: sound kept on this computer',
    refused: 'The server did not accept it: sound kept on this computer',
    notFinished: 'Could not finish',
    sending: (length) => `Sending ${length} of sound…`,
    safe: 'Everything is kept on the server',
    reset: 'Reset recording…',
    resetTitle: 'Reset the recording?',
    resetText:
      'Recording is paused and the time goes back to zero. What was transcribed stays in the visit.',
    resetConfirm: 'Reset',
    complete: (length) => `Recording complete: ${length} kept`,
    completeText: 'The server compared every millisecond with this computer.',
    incomplete: (length) => `Recording with gaps: ${length} kept`,
    gap: (from, to) => `Missing from ${from} to ${to}`,
    noSound: 'The microphone gave no sound at all. Check the microphone and its cable.',
    mismatch: 'The sound kept differs from what was recorded on this computer.',
    shortcut: 'The R key starts and pauses',
    latest: 'Live',
    lastLines: 'Last lines',
    closeTitle: 'Pause and close?',
    closeText: 'Recording is under way. Everything recorded so far is kept.',
    closeConfirm: 'Pause and close',
    announceStarted: 'Recording started',
    announcePaused: 'Recording paused',
    announceFinished: 'Recording finished',
    generate: 'Generate document',
  },

  microphone: {
    denied: {
      title: 'The browser blocked the microphone',
      steps: [
        'Click the padlock or the settings icon beside the page address.',
        'Under “Microphone”, choose “Allow”.',
        'Come back here and try again.',
      ],
    },
    denied_by_system: {
      title: 'The computer does not allow the microphone',
      steps: [
        'Open the privacy settings of the system (Windows: “Privacy > Microphone”; Mac: “Privacy & Security > Microphone”).',
        'Allow the microphone for your browser.',
        'Close and open the browser, and try again.',
      ],
    },
    blocked_by_page: {
      title: 'This page does not allow the microphone',
      steps: [
        'The record system has to allow the microphone for the assistant (Permissions-Policy or the attribute allow="microphone").',
        'Show this message to the support of the record system.',
      ],
    },
    no_device: {
      title: 'No microphone found',
      steps: [
        'Connect a microphone or a headset.',
        'Check that it appears in the sound settings of the computer.',
      ],
    },
    busy: {
      title: 'The microphone is in use by another program',
      steps: ['Close other calls or recorders.', 'Try again.'],
    },
    insecure: {
      title: 'This page is not secure (HTTPS)',
      steps: [
        'The browser allows the microphone only on pages with HTTPS.',
        'Ask support to open the record system with an https:// address.',
      ],
    },
    unsupported: {
      title: 'This browser cannot record',
      steps: ['Use a current version of Chrome, Edge, Firefox or Safari.'],
    },
    worklet: {
      title: 'Recording could not be started',
      steps: [
        'The page may be blocking the recorder (Content-Security-Policy).',
        'Try again; if it happens again, contact support.',
      ],
    },
  },

  transcript: {
    empty: 'The transcript appears here a few seconds after somebody speaks.',
    emptyTitle: 'Nothing transcribed yet',
    toEnd: 'Go to the end',
    behind: (length) => `The transcript is ${length} behind the speech`,
    provisional: 'provisional',
    finishing: (percent) => `Reviewing the transcript: ${percent}%`,
    finishingUnknown: 'Reviewing the transcript…',
    complete: 'Transcript complete',
    waiting: 'The transcript is waiting for speech recognition.',
    failed: 'Transcription failed. The sound is kept.',
    copy: 'Copy transcript',
    copied: 'Transcript copied',
    label: 'Transcript of the visit',
    remote: 'Remote',
  },

  context: {
    label: 'Patient context',
    placeholder: 'E.g. hypertension for 10 years, allergic to dipyrone, follow-up with exams…',
    note: 'Used in the documents, marked as not said in the visit.',
    states: {
      saved: 'Saved',
      unsaved: 'Not saved',
      saving: 'Saving…',
      failed: 'Could not be saved. Trying again…',
      conflict: 'This text was changed elsewhere.',
      too_long: 'Too long: it is not being saved.',
    },
    tooLong: (over, limit) =>
      `The text is over the limit of ${limit} characters. Take out ${over} so that it is saved.`,
    toolbar: 'Formatting',
    marks: { bold: 'Bold', list: 'List', heading: 'Heading' },
    undo: 'Undo',
    keepMine: 'Keep mine',
    takeTheirs: 'Use the other',
    background: 'Background history',
    backgroundMark: 'From before this visit',
    remove: 'Remove history',
    removed: 'History removed',
    removeFailed: 'The history could not be removed.',
  },

  documents: {
    emptyTitle: 'No documents yet',
    empty: 'Generate a document from the conversation and the context.',
    generate: 'Generate document',
    generateOther: 'New document',
    nothingYet: 'Record the visit or write in the context to generate a document.',
    states: {
      generating: 'Generating',
      draft: 'Draft',
      reviewed: 'Reviewed',
      failed: 'Failed',
    },
    listLabel: 'Documents of the visit',
  },

  templates: {
    title: 'Choose the model',
    search: 'Search models',
    noneFound: 'No model with this name.',
    groups: {
      recent: 'Recent',
      favorite: 'Favorites',
      specialty: 'Specialties',
      document: 'Documents',
      own: 'My models',
    },
    sections: (n) => (n === 1 ? '1 section' : `${n} sections`),
    pending: 'Clinical review pending',
    generate: 'Generate',
    preview: 'Sections',
    addFavorite: (name) => `Mark ${name} as a favorite`,
    removeFavorite: (name) => `Take ${name} off the favorites`,
  },

  generation: {
    title: (name) => `Generating ${name}`,
    queued: (n) => (n > 0 ? `Waiting: ${n} before this one` : 'Preparing…'),
    progress: (done, total) => `${done} of ${total} sections`,
    failed: 'The document was not generated',
    kept: 'The transcript is kept. You can try again.',
    canceled: 'Generation canceled',
    done: 'Document generated',
    reasons: {
      network: 'The server did not answer.',
      interrupted: 'The connection broke before the end.',
    },
  },

  document: {
    missing: (n) => `Not mentioned in the visit (${n})`,
    fillIn: 'Fill in',
    contradictions: (n) =>
      n === 1 ? '1 value contradicts the conversation' : `${n} values contradict the conversation`,
    contradictionNote: (n) =>
      n === 1
        ? 'It was taken out of the document. Check the source.'
        : 'They were taken out of the document. Check the sources.',
    withdrawn: (value) => `Taken out: “${value}”`,
    noSource: 'no source',
    noSourceHint: 'Nothing in the conversation supports this value. Check it before use.',
    typed: 'edited',
    typedHint: 'Written or changed by you.',
    derived: 'calculated',
    context: 'context',
    background: 'history',
    file: 'file',
    sourceTitle: 'Source',
    sourceHint: 'Point at a value, or click it, to see where it came from.',
    sourceOf: (label) => `Source of ${label}`,
    derivedFrom: (names) => `Calculated from ${names}`,
    fromContext: 'Written in the patient context',
    fromBackground: 'From the background history, from before this visit',
    textChanged: 'The text was changed after the document was written. It said:',
    fromFile: (page) => (page === null ? 'From a file' : `From a file, page ${page}`),
    seeInTranscript: 'See in the transcript',
    sourceGone: 'The passage was corrected later. See the transcript.',
    copy: 'Copy document',
    copyShort: 'Copy',
    copied: 'Copied',
    copyBlocked: 'The browser blocked copying. Select the text and use Ctrl+C.',
    fill: 'Fill the record',
    filled: (time) => `Sent to the record at ${time}`,
    fillShort: 'Fill',
    filledShort: 'Sent',
    filledFields: (fields, of, time) =>
      `${fields} of ${of} ${of === 1 ? 'field' : 'fields'} in the record at ${time}`,
    filledFieldsShort: (fields, of) => `${fields} of ${of}`,
    review: 'Mark as reviewed',
    reviewed: 'Reviewed',
    reviewDone: 'Document marked as reviewed',
    saved: 'Change saved',
    conflict:
      'This document was changed elsewhere. Compare the sections and choose the text that stays; yours is still here.',
    saveFailed: 'It could not be saved. Your text is still here.',
    viewFailed: 'It could not be opened for editing and checking. The text can be read.',
    by: {
      rules: 'Assembled by rules from the transcript, without a language model',
      llama: (model) => `Written by the model ${model}, checked by rules`,
      remote: (model) => `Written by the model ${model}, checked by rules`,
    },
    unnamedModel: 'local',
    unproven: 'not proven here',
    checkBeforeUse: 'Check before use: the decision is yours.',
  },

  diagnoses: {
    title: 'Diagnoses (ICD-10)',
    none: 'No diagnosis confirmed.',
    confirmed: 'Confirmed diagnoses: choose the principal one',
    principal: 'Principal',
    principalOf: (code) => `Principal diagnosis: ${code}`,
    remove: (code) => `Remove ${code}`,
    removed: (code) => `Removed: ${code}`,
    added: (code) => `Confirmed: ${code}`,
    suggestion: 'Suggested ICD-10',
    from: (text) => `from “${text}”`,
    confirm: 'Confirm',
    confirmOne: (code) => `Confirm ${code}`,
    search: 'Search for another code',
    placeholder: 'Code, name or abbreviation: J06.9, lombalgia, HAS',
    results: 'Codes found',
    found: (n) => (n === 0 ? 'No code found.' : n === 1 ? '1 code' : `${n} codes`),
    partial: 'Only the most common codes are installed here; there may be others.',
    missing: 'The ICD-10 table is not installed here. Contact the administrator.',
    searchFailed: 'The search did not answer. Try again.',
    saveFailed: 'The diagnoses could not be saved. Your choice is still here.',
    outdated: 'The diagnoses were changed elsewhere. Check the list and make your change again.',
    loadFailed: 'The diagnoses could not be loaded.',
  },

  editor,
  evidence,
  files,
  models,
  notUnderstood,
  unwritten,
  procedures,
  recording,
  localNetwork,
  remoteSound,
  rewrite,
  structured,
  transcriptEdit,
}
