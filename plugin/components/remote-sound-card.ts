import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import type { RemoteNotice } from '../state/remote-sound.ts'
import { type Children, m } from '../view.ts'
import { button, iconButton } from './button.ts'
import { icon } from './icon.ts'
import { LevelMeter } from './level-meter.ts'

/**
 * The other side of a teleconsultation: where its sound comes from, and what to do when it does not
 * (SPEC-GAPS 1.18).
 */
export function remoteSoundCard(model: Model, actions: Actions): Children {
  const { t, remoteSound, consultation, recorder } = model
  const { source, notice } = remoteSound
  if (consultation.ehr.type !== 'TELEMEDICINE' && !source && !notice) return null
  return m('section.card.remote', { 'aria-label': t.remoteSound.title, class: source ?? '' }, [
    m('.remote-head', [
      m('.choice-icon', icon('video', 20)),
      m('.choice-text', m('strong', t.remoteSound.title), m('small[role=status]', state(model))),
      source === 'shared' &&
        button(t.remoteSound.stop, { kind: 'quiet', onclick: remoteSound.stopSharing }),
    ]),
    source && m(LevelMeter, { recorder, side: 'remote', bars: 40, label: t.remoteSound.level }),
    notice && noticeBox(model, actions, notice),
    !source && !notice && offer(model),
  ])
}

function state({ t, remoteSound }: Model): string {
  const { source, asking, muted } = remoteSound
  const { states } = t.remoteSound
  if (asking) return states.asking
  if (!source) return states.none
  return muted ? states.muted : states[source]
}

/** The way to share a tab, or why there is none. */
function offer(model: Model): Children {
  const { t, remoteSound } = model
  if (!mayShare(model)) {
    const { obstacle } = remoteSound
    return isSharingWanted(model) && obstacle && m('p.note', t.remoteSound.obstacles[obstacle])
  }
  return m(
    '.row',
    button(t.remoteSound.share, {
      icon: 'link',
      busy: remoteSound.asking,
      onclick: () => void remoteSound.share(),
    }),
  )
}

function noticeBox(model: Model, actions: Actions, notice: RemoteNotice): Children {
  const { t, remoteSound } = model
  const { title, steps } = t.remoteSound.notices[notice]
  return m('.remote-notice[role=alert]', [
    m('.remote-notice-head', [
      icon('warning', 16),
      m('strong', title),
      iconButton('close', t.dismiss, { onclick: remoteSound.dismissNotice }),
    ]),
    steps.length === 1
      ? m('p', steps[0])
      : m(
          'ol.steps',
          steps.map((step) => m('li', step)),
        ),
    m('.row', [
      mayShare(model) &&
        button(t.remoteSound.shareAgain, { kind: 'primary', onclick: actions.shareAgain }),
      notice === 'sharing_ended' &&
        button(t.remoteSound.microphoneOnly, { icon: 'mic', onclick: actions.goOnWithoutRemote }),
    ]),
  ])
}

/** Only in a teleconsultation, and only where the host allows it (spec §4.3). */
function isSharingWanted({ consultation, deps }: Model): boolean {
  return consultation.ehr.type === 'TELEMEDICINE' && deps.settings.allowScreenSharing
}

function mayShare(model: Model): boolean {
  return isSharingWanted(model) && model.remoteSound.obstacle === undefined
}
