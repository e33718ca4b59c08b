import type { Model } from '../state/model.ts'
import { lengthText, timeOfDay } from '../text/figures.ts'
import { type Children, m } from '../view.ts'
import { button, iconButton } from './button.ts'
import { type IconName, icon } from './icon.ts'

interface Banner {
  key: string
  tone: 'info' | 'warning' | 'error'
  icon: IconName
  text: string
  action?: Children
}

/** What the doctor must know on every tab, the gravest first. */
export function banners(model: Model): Children {
  const list = currentBanners(model)
  if (list.length === 0) return null
  return m(
    '.banners',
    list.map((banner) =>
      m(
        '.banner',
        { key: banner.key, class: banner.tone, role: banner.tone === 'error' ? 'alert' : 'status' },
        icon(banner.icon, 16),
        m('p', banner.text),
        banner.action,
      ),
    ),
  )
}

function currentBanners(model: Model): Banner[] {
  const { t, recorder, transcript } = model
  const { connection } = recorder
  const { leftoverMs } = recorder.takes
  const { speech } = transcript
  const { renewable } = model.deps.session.credentials
  const found: (Banner | false | undefined)[] = [
    model.otherConsultation && {
      key: 'other',
      tone: 'error',
      icon: 'person',
      text: t.banners.otherConsultation,
      action: iconButton('close', t.dismiss, {
        onclick: () => {
          model.otherConsultation = false
        },
      }),
    },
    model.place.pausedAt !== undefined && {
      key: 'unseen',
      tone: 'warning',
      icon: 'pause',
      text: t.banners.pausedUnseen(timeOfDay(model.place.pausedAt, t.language)),
      action: iconButton('close', t.dismiss, { onclick: model.place.dismiss }),
    },
    model.sessionEnded && {
      key: 'session',
      tone: 'error',
      icon: 'shield',
      text: renewable ? t.banners.sessionEnded : t.banners.sessionEndedHere,
      action: renewable && button(t.banners.reconnect, { onclick: () => void model.reconnect() }),
    },
    !model.sessionEnded &&
      model.sessionEnd.near && {
        key: 'session-ending',
        tone: 'warning',
        icon: 'history',
        text: t.banners.sessionEnding,
      },
    connection === 'taken_over' &&
      !model.ownership.isElsewhere && {
        key: 'taken-over',
        tone: 'warning',
        icon: 'info',
        text: t.banners.takenOver,
        action: button(t.banners.continueHere, { onclick: () => void model.reconnect() }),
      },
    recorder.takes.displaced && {
      key: 'displaced',
      tone: 'warning',
      icon: 'info',
      text: t.banners.displaced,
      action: button(t.banners.continueHere, { onclick: recorder.takes.goOnHere }),
    },
    connection === 'refused' && {
      key: 'refused',
      tone: 'error',
      icon: 'shield',
      text: t.banners.refused,
    },
    connection === 'misunderstood' && {
      key: 'misunderstood',
      tone: 'error',
      icon: 'warning',
      text: t.banners.misunderstood,
      action: button(t.banners.reconnect, { onclick: () => void model.reconnect() }),
    },
    recorder.takes.broken && {
      key: 'broken',
      tone: 'error',
      icon: 'warning',
      text: t.banners.broken,
    },
    model.ownership.isElsewhere && {
      key: 'elsewhere',
      tone: 'warning',
      icon: 'info',
      text: t.banners.elsewhere,
      action: button(t.recording.takeOver, {
        busy: model.ownership.isTakingOver,
        onclick: model.ownership.takeOver,
      }),
    },
    recorder.capture.watch.overloaded && {
      key: 'overloaded',
      tone: 'warning',
      icon: 'warning',
      text: t.banners.overloaded,
    },
    recorder.storageFailed && {
      key: 'storage',
      tone: 'warning',
      icon: 'warning',
      text: t.banners.storageFailed,
    },
    leftoverMs > 0 && {
      key: 'leftover',
      tone: 'info',
      icon: 'history',
      text:
        connection === 'open'
          ? t.banners.leftover(lengthText(leftoverMs))
          : t.banners.leftoverWaiting(lengthText(leftoverMs)),
    },
    connection === 'offline' &&
      model.trouble.kind === 'local_network' && {
        key: 'local-network',
        tone: 'error',
        icon: 'offline',
        text: t.localNetwork.banner,
      },
    connection === 'offline' &&
      model.trouble.kind === 'channel' && {
        key: 'channel',
        tone: 'warning',
        icon: 'offline',
        text: t.localNetwork.channel,
      },
    connection === 'offline' &&
      model.trouble.kind === undefined &&
      leftoverMs === 0 && {
        key: 'offline',
        tone: 'warning',
        icon: 'offline',
        text: recorder.phase === 'recording' ? t.recorder.offline : t.recorder.offlinePaused,
      },
    model.info?.outgoing_held !== undefined && {
      key: 'held',
      tone: 'warning',
      icon: 'info',
      text: model.info.outgoing_held === 'restored' ? t.banners.heldCopy : t.banners.held,
    },
    speech?.state !== 'ready' &&
      !!speech?.message && { key: 'speech', tone: 'warning', icon: 'info', text: speech.message },
  ]
  return found.filter((banner) => typeof banner === 'object')
}
