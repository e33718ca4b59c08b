/** The tab on which the browser asks for the microphone, once. */

import { button } from '../components/button.ts'
import { m, render } from '../view.ts'
import { MICROPHONE_ANSWERED, type MicrophoneAnswer } from './recording-link.ts'
import { screenRoot } from './screen-root.ts'
import { words } from './words.ts'

const root = screenRoot(document.body)
let text = words.microphone.text
let isAsking = true
const answers = new BroadcastChannel(MICROPHONE_ANSWERED)
const answer = (given: MicrophoneAnswer) => answers.postMessage(given)

async function ask() {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    for (const track of stream.getTracks()) track.stop()
    localStorage.setItem(MICROPHONE_ANSWERED, 'yes')
    text = words.microphone.done
    isAsking = false
    answer('yes')
  } catch {
    text = words.microphone.denied
    answer('no')
  }
  draw()
}

/** Where the doctor takes a no back, nothing more needs to be clicked. */
async function askWhenAllowed() {
  const permission = await navigator.permissions.query({ name: 'microphone' as PermissionName })
  permission.onchange = () => {
    if (permission.state === 'granted' && isAsking) void ask()
  }
}

function draw() {
  render(
    root,
    m('main.message-screen', [
      m('h1', words.microphone.title),
      m('p[role=status]', text),
      isAsking && button(words.microphone.ask, { kind: 'primary', onclick: () => void ask() }),
    ]),
  )
}

draw()
void askWhenAllowed()
void ask()
