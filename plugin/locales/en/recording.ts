import type { Catalogue } from '../pt-BR.ts'

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
