import m from 'mithril'
import type { AdminDraining, AdminStatusBody } from '../../../core/contract/admin-page.ts'
import type { App } from '../app.ts'
import { bytes, duration, moment } from '../format.ts'
import { act, section } from '../parts.ts'
import { words } from '../words.ts'

const EVERY_MS = 5000
const say = words.status

export function statusView(app: App): m.Component {
  return section<AdminStatusBody>({
    app,
    title: words.views.status,
    path: () => 'status',
    everyMs: EVERY_MS,
    show: (status, reload) => [
      m('p', say.running(status.version, duration(status.uptime_s))),
      m('dl.facts', facts(status)),
      m('.buttons', maintenance(app, status, reload)),
    ],
  })
}

function facts(status: AdminStatusBody): m.Children {
  const { speech, generator, recordings, queue, disk, records, draining } = status
  return [
    fact(say.visits, draining ? drainWords(draining) : say.visitsOpen, draining !== null),
    fact(say.recordings, say.recordingsNow(recordings.recording, recordings.paused)),
    fact(
      say.texts,
      [
        say.textsNow(queue.running, queue.queued),
        queue.waiting > 0 && say.textsWaiting(queue.waiting),
        queue.failed > 0 && say.textsFailed(queue.failed),
      ],
      queue.waiting + queue.failed > 0,
    ),
    fact(
      say.speech,
      [say.speechStates[speech.state], speech.model, speech.message],
      speech.state !== 'ready',
    ),
    fact(
      say.documents,
      [
        say.writers[generator.kind],
        generator.model,
        generator.unproven && say.unproven,
        generator.fallback && say.fallback,
      ],
      generator.unproven === true || generator.fallback === true,
    ),
    fact(say.network, say.networkNow(records.pending, records.rejected), records.rejected > 0),
    fact(
      say.outgoing,
      status.outgoing_held_since
        ? say.outgoingHeld(moment(status.outgoing_held_since))
        : say.outgoingOpen,
      status.outgoing_held_since !== null,
    ),
    fact(
      say.disk,
      status.storage_fault
        ? say.diskFault
        : [
            say.diskFree(bytes(disk.free_bytes), bytes(disk.total_bytes)),
            status.storage_low && say.diskLow,
          ],
      status.storage_fault || status.storage_low,
    ),
  ]
}

/** @param isOdd somebody may have to do something */
function fact(
  name: string,
  value: string | (string | false | null | undefined)[],
  isOdd = false,
): m.Children {
  const lines = [value].flat().filter(Boolean)
  return m('div', { class: isOdd ? 'odd' : '' }, m('dt', name), [
    lines.map((line) => m('dd', line)),
  ])
}

function drainWords({ since, idle, left }: AdminDraining): string[] {
  const names = Object.keys(left) as (keyof typeof left)[]
  const still = names.filter((name) => left[name] > 0)
  const parts = still.map((name) => `${left[name]} ${say.left[name]}`)
  return [
    say.draining(moment(since)),
    idle ? say.drainIdle : `${say.leftOver}: ${parts.join(', ')}`,
  ]
}

function maintenance(
  app: App,
  { draining }: AdminStatusBody,
  reload: () => Promise<void>,
): m.Children {
  const isOn = draining !== null
  const question = isOn
    ? { title: say.resumeTitle, text: say.resumeText, action: say.resume }
    : { title: say.drainTitle, text: say.drainText, action: say.drain }
  const change = async () => {
    if (!(await app.ask(question))) return
    const done = async () => {
      await app.service.send(isOn ? 'DELETE' : 'POST', 'drain')
      return isOn ? say.resumed : say.drained
    }
    await act(app, done, reload)
  }
  return m('button', { type: 'button', onclick: () => void change() }, question.action)
}
