import type { ConsentStatus } from '../../core/contract/api.ts'
import type { ConsultationType } from '../../core/contract/events.ts'
import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import { type Children, m } from '../view.ts'
import { type IconName, icon } from './icon.ts'

/** Before the first recording: modality, consent, a look at the context (SPEC-GAPS 2.3). None of it holds the doctor up. */
export function startCards(model: Model, actions: Actions): Children {
  return m('.stack', [
    model.deps.settings.allowChangeConsultationType && modality(model, actions),
    consent(model, actions),
    contextPreview(model),
  ])
}

function modality({ t, consultation }: Model, actions: Actions): Children {
  const card = (type: ConsultationType, name: IconName, label: string, hint: string) =>
    m('label.card.choice', { class: consultation.ehr.type === type ? 'chosen' : '' }, [
      m('input[type=radio][name=svc-modality]', {
        value: type,
        checked: consultation.ehr.type === type,
        onchange: () => void actions.setType(type),
      }),
      m('.choice-icon', icon(name, 20)),
      m('span.choice-text', m('strong', label), m('small', hint)),
    ])
  return m('fieldset.group', [
    m('legend', t.start.modality),
    m('.two', [
      card('IN_PERSON', 'person', t.start.inPerson, t.start.inPersonHint),
      card('TELEMEDICINE', 'video', t.start.telemedicine, t.start.telemedicineHint),
    ]),
  ])
}

/** Also reachable later, in the recorder's panel: a patient may change their mind. */
export function consent({ t, consultation }: Model, actions: Actions): Children {
  const { status } = consultation.ehr.consent
  const choice = (value: ConsentStatus, label: string) =>
    m('label.radio', [
      m('input[type=radio][name=svc-consent]', {
        value,
        checked: status === value,
        onchange: () => void actions.setConsent(value),
      }),
      m('span.radio-mark', { 'aria-hidden': 'true' }),
      m('span', label),
    ])
  return m('fieldset.group', [
    m('legend', t.start.consent),
    m('.card.list', [
      choice('given', t.start.consentGiven),
      choice('refused', t.start.consentRefused),
      choice('not_recorded', t.start.consentLater),
      status === 'refused' && m('p.note.warning-text', t.start.consentRefusedNote),
      m('details.script', [
        m('summary', icon('quote', 16), m('span', t.start.script), icon('chevron', 16)),
        m(
          'blockquote',
          t.start.scriptText.map((sentence) => m('p', sentence)),
        ),
      ]),
    ]),
  ])
}

function contextPreview({ t, context, nav }: Model): Children {
  const text = [context.background, context.text].filter(Boolean).join(' · ')
  return m('.group', [
    m(
      'button.card.preview[type=button]',
      { onclick: () => nav.go('context') },
      m('span.choice-text', [
        m('strong', t.start.context),
        m('small.clamp', text || t.start.contextEmpty),
      ]),
      m('span.link', t.edit),
    ),
  ])
}
