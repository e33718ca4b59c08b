import type { Catalogue } from '../pt-BR.ts'

export const notUnderstood: Catalogue['notUnderstood'] = {
  line: 'Passage not understood',
  soft: 'Speech too soft to be understood',
  noSpeech: 'There is sound, but no speech was recognized. Listen to the recording.',
  play: 'Listen',
  stop: 'Stop',
  write: 'Write what was said',
  writeAt: (time) => `Write what was said at ${time}`,
  nobody: 'Nobody spoke',
  nobodyAt: (time) => `Nobody spoke at ${time}`,
  ready: (n) => `Transcript ready, with ${passages(n)}`,
  listen: (n) => `${passages(n)}: listen and complete`,
}

function passages(n: number): string {
  return n === 1 ? '1 passage not understood' : `${n} passages not understood`
}

export const recording: Catalogue['recording'] = {
  devices: 'Choose the microphone',
  noDevices: 'Microphones appear here once the browser allows their use.',
  otherDevice: (name) =>
    `The microphone was disconnected. “${name}” is available: resume recording to use it.`,
  goOn: 'If the microphone stops, go on with another one',
  goesOnWith: (name) => `The microphone stopped. Recording goes on with “${name}”.`,
  changed: (time, from, to) =>
    `At ${time} the microphone “${from}” stopped; recording went on with “${to}”.`,
  stoppedTitle: 'Recording stopped',
  unheardTitle: 'No sound from the microphone',
  troubles: {
    muted: 'The microphone is muted (by its button, the system or a call): nothing is being heard.',
    zeros: 'The microphone sends no sound at all. Check that it is on, or choose another one.',
  },
  test: {
    start: 'Test microphone',
    stop: 'Stop test',
    listening: 'Say something: 5 seconds are recorded and played back.',
    playing: 'Playing what was heard…',
    level: 'Level in the test',
    verdicts: {
      nothing: 'We could not hear anything. Check that the microphone is on, or choose another.',
      quiet: 'The sound is low. Move the microphone closer.',
      good: 'We can hear you well.',
    },
  },
  long: 'The recording is already long. If the visit is over, finish it.',
  stopped: 'Recording was paused at its time limit. Resume it if the visit continues.',
  silentRemote: 'The call has no sound: nothing is heard on that side.',
  gapRemote: (from, to) => `Sound of the call missing from ${from} to ${to}`,
  eraseToo: 'Erase the transcript too',
  eraseNote:
    'The sound and text of this visit will be erased on the server. This cannot be undone; documents already generated stay.',
  erasing: 'Erasing…',
  eraseFailed: 'It could not be erased on the server. Nothing was reset; try again.',
  eraseHeld: 'This visit is under legal hold: its recording cannot be erased. Nothing was reset.',
  takeOver: 'Record here',
  deniedSteps: {
    chrome: [
      'Click the settings icon to the left of the page address.',
      'Under “Microphone”, choose “Allow”.',
      'Come back here and try again.',
    ],
    edge: [
      'Click the padlock to the left of the page address.',
      'Under “Permissions for this site”, set “Microphone” to “Allow”.',
      'Come back here and try again.',
    ],
    firefox: [
      'Click the crossed-out microphone beside the page address.',
      'Remove “Blocked temporarily” with the X.',
      'Try again and choose “Allow”.',
    ],
    safari: [
      'In the “Safari” menu, open “Settings for this website”. On iPhone and iPad, tap “aA” beside the address.',
      'Under “Microphone”, choose “Allow”.',
      'Come back here and try again.',
    ],
    other: [
      'Open the site settings beside the page address.',
      'Allow the use of the microphone.',
      'Come back here and try again.',
    ],
  },
}

export const remoteSound: Catalogue['remoteSound'] = {
  title: 'Sound of the call',
  level: 'Level of the call',
  states: {
    none: 'Only the microphone is recorded. Without the sound of the video call, what the patient says may be missing.',
    host: 'The record system sends the patient’s sound.',
    shared: 'The sound of the shared tab is recorded; the picture never.',
    muted: 'The other side is silent at the moment.',
    asking: 'Choose the tab of the video call in the browser’s window.',
  },
  share: 'Share tab sound',
  shareAgain: 'Share again',
  microphoneOnly: 'Continue with the microphone only',
  stop: 'Stop sharing',
  obstacles: {
    unsupported: 'This browser does not share tabs. Use Chrome or Edge on a computer.',
    no_audio:
      'This browser does not share the sound of tabs. Use Chrome or Edge, or let the call play on the loudspeaker.',
    blocked_by_page:
      'The record system does not allow sharing tabs (Permissions-Policy “display-capture”). Show this message to support.',
  },
  notices: {
    declined: {
      title: 'Sharing canceled',
      steps: ['Nothing changed: only the microphone is recorded.'],
    },
    blocked_by_page: {
      title: 'The record system does not allow sharing',
      steps: [
        'The page has to allow “display-capture” (Permissions-Policy or the allow attribute of the frame).',
        'Show this message to the support of the record system.',
      ],
    },
    denied_by_system: {
      title: 'The computer does not allow sharing',
      steps: [
        'In the privacy settings of the system, allow the browser to record the screen.',
        'Close and open the browser, and try again.',
      ],
    },
    without_audio: {
      title: 'The tab came without sound',
      steps: [
        'Click “Share again”.',
        'Choose “Tab”, and there the one of the video call: windows have no sound.',
        'Before confirming, switch on “Also share tab audio”.',
      ],
    },
    failed: {
      title: 'It could not be shared',
      steps: ['Try again. Meanwhile only the microphone is recorded.'],
    },
    sharing_ended: {
      title: 'Sharing ended',
      steps: ['Recording was paused so that nothing the patient says is lost.'],
    },
    host_without_audio: {
      title: 'The video of the record system came without sound',
      steps: [
        'Only the microphone is recorded. Show this message to the support of the record system.',
      ],
    },
    host_ended: {
      title: 'The patient’s sound ended',
      steps: ['Recording continues with the microphone only.'],
    },
  },
}

export const localNetwork: Catalogue['localNetwork'] = {
  failure: {
    title: 'The browser blocked the hospital’s network',
    text: 'This record system comes from the internet, and the assistant runs inside the hospital. The browser connects them with your permission only, and it is denied for this page.',
  },
  steps: {
    chrome: [
      'Click the settings icon to the left of the page’s address.',
      'At “Local network”, choose “Allow”. If it is not there, open “Site settings”.',
      'The assistant opens by itself. If it does not, reload the page.',
    ],
    edge: [
      'Click the lock to the left of the page’s address.',
      'Under “Permissions for this site”, set “Local network” to “Allow”.',
      'The assistant opens by itself. If it does not, reload the page.',
    ],
    firefox: [
      'Click the permissions icon beside the page’s address.',
      'At “Access local network devices”, remove the block with the X.',
      'Reload the page and choose “Allow” when the browser asks.',
    ],
    safari: [
      'On a Mac, open System Settings → Privacy & Security → Local Network.',
      'Switch the browser on in that list.',
      'Reload the page.',
    ],
    other: [
      'Open the site’s settings, beside the page’s address.',
      'Allow access to the local network.',
      'Reload the page.',
    ],
  },
  forAdministrators: (origin) =>
    `For IT: the policy “LocalNetworkAllowedForUrls” of Chrome and Edge, with ${origin}, allows it on all computers of the hospital at once. In Firefox it is “LocalNetworkAccess”, with ${new URL(origin).hostname} in “SkipDomains”.`,
  mayAsk:
    'If the browser asks about the local network, choose “Allow”: the hospital’s server is there.',
  banner:
    'The browser blocked the hospital’s network for this page. The recording is kept on this computer. In the settings beside the address, set “Local network” to “Allow”.',
  channel:
    'The server answers, but the network does not let the recording’s connection through. What is recorded is kept on this computer. Tell IT: WebSocket blocked.',
}

export const transcriptEdit: Catalogue['transcriptEdit'] = {
  edit: (time) => `Correct the passage at ${time}`,
  label: (time) => `Passage at ${time}`,
  speaker: 'Who is speaking',
  speakers: { doctor: 'Doctor', patient: 'Patient', companion: 'Companion' },
  nobody: 'Not identified',
  hint: 'Enter saves, Esc cancels',
  save: 'Save correction',
  saving: 'Saving…',
  saved: 'Passage corrected',
  takeBack: 'Undo correction',
  heard: (text) => `Recognized as “${text}”`,
  edited: 'corrected',
  removed: 'Passage deleted in the correction',
  unsure: 'Uncertain recognition: check it',
  unsureWord: 'Uncertain word: check it',
  nameFor: (words: string) =>
    `Recognized as “${words}”; replaced by a name of similar sound: please check`,
  offered: (name: string) => `Perhaps “${name}”: please check`,
  heardAs: (words: string) => `heard: “${words}”`,
  putBack: 'Undo',
  putBackWords: (words: string) => `Undo: back to “${words}”`,
  take: (name: string) => `Write ${name}`,
  asSaid: 'As it was said',
  asSaidHint: 'Show numbers and units as they were said',
  asWrittenHint: 'Show numbers and units as they are written',
  said: (words) => `As it was said: “${words}”`,
  saidHint: 'Correct the words as they were said.',
  guessed: 'a guess from what was said; correct it if it is wrong',
  failed: 'It could not be saved. Your text is still here.',
  changedMeanwhile: (text) =>
    `The passage changed while you corrected it. Now it says “${text}”. Saving puts your text in its place.`,
  gone: 'This passage is no longer in the transcript. Copy your text if you still need it.',
  search: 'Search the transcript',
  searchClose: 'Close search',
  found: (current, total) => (total === 0 ? 'Nothing found' : `${current} of ${total}`),
  previous: 'Previous result',
  next: 'Next result',
  hide: 'Hide the text',
  show: 'Show the text',
  hiddenTitle: 'Transcript hidden',
  hiddenText: 'Recording and transcription continue. Only the text is hidden from the screen.',
  importAudio: 'Import sound',
  importHint: 'File of a recording made before: WAV, MP3, M4A, OGG, FLAC…',
  importRefused: 'The patient refused recording: no sound can be imported.',
  importConsent: 'First record whether the patient agrees to the recording.',
  importBusy: 'Finish the recording to import sound.',
  sending: (percent) => `Sending ${percent}%`,
  reading: 'Reading the sound…',
  imported: (length) => `Sound imported (${length}). The transcript appears in a moment.`,
  importFailed: 'The sound was not imported.',
  cancelImport: 'Cancel import',
}
