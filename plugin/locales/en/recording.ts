import type { Catalogue } from '../pt-BR.ts'

export const recording: Catalogue['recording'] = {
  devices: 'Choose the microphone',
  noDevices: 'Microphones appear here once the browser allows their use.',
  otherDevice: (name) =>
    `The microphone was disconnected. “${name}” is available: resume recording to use it.`,
  test: {
    start: 'Test microphone',
    stop: 'Stop test',
    listening: 'Say something: 5 seconds are recorded and played back.',
    playing: 'Playing what was heard…',
    level: 'Level in the test',
    verdicts: {
      nothing: 'We heard nothing. Check that the microphone is on, or choose another.',
      quiet: 'The sound is low. Move the microphone closer.',
      good: 'We hear you well.',
    },
  },
  long: 'The recording is long already. If the visit is over, finish it.',
  stopped: 'Recording paused by itself at its limit. Resume if the visit goes on.',
  gapRemote: (from, to) => `Sound of the call missing from ${from} to ${to}`,
  eraseToo: 'Erase the transcript too',
  eraseNote:
    'Sound and text of this visit are erased on the server. This cannot be undone; documents already generated stay.',
  erasing: 'Erasing…',
  eraseFailed: 'It could not be erased on the server. Nothing was reset; try again.',
  eraseHeld:
    'This consultation is kept for the law: its recording cannot be erased. Nothing was reset.',
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
