import type { Catalogue } from '../pt-BR.ts'

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
