/** The tab on which the browser asks for the microphone, once. */

import { button } from '../components/button.ts'
import { render } from '../view.ts'
import { MICROPHONE_ANSWERED, type MicrophoneAnswer } from './recording-link.ts'
import { messagePage, screenRoot } from './screen-root.ts'
import { words } from './words.ts'

const root = screenRoot(document.body)
let stage: 'text' | 'done' | 'denied' | 'missing' = 'text'
const answers = new BroadcastChannel(MICROPHONE_ANSWERED)
const answer = (given: MicrophoneAnswer) => answers.postMessage(given)

async function ask() {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    for (const track of stream.getTracks()) track.stop()
    localStorage.setItem(MICROPHONE_ANSWERED, 'yes')
    stage = 'done'
    answer('yes')
  } catch (error) {
    stage = error instanceof DOMException && error.name === 'NotFoundError' ? 'missing' : 'denied'
    answer('no')
  }
  draw()
}

/** Where the doctor takes a no back, nothing more needs to be clicked. */
async function askWhenAllowed() {
  const permission = await navigator.permissions.query({ name: 'microphone' as PermissionName })
  permission.onchange = () => {
    if (permission.state === 'granted' && stage !== 'done') void ask()
  }
}

function draw() {
  const { title, ask: label, [stage]: text } = words.microphone
  const isTrouble = stage === 'denied' || stage === 'missing'
  const asking = stage !== 'done' && button(label, { kind: 'primary', onclick: () => void ask() })
  render(root, messagePage({ title, text, isTrouble }, asking))
}

draw()
void askWhenAllowed()
void ask()
