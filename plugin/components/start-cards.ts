import type { ConsentStatus } from '../../core/contract/api.ts'
import type { ConsultationType } from '../../core/contract/events.ts'
import type { Actions } from '../state/actions.ts'
import type { ConsentMethod } from '../state/consent.ts'
import type { Model } from '../state/model.ts'
import { timeOfDay } from '../text/figures.ts'
import { type Children, m, type VnodeDOM } from '../view.ts'
import { bringIntoView } from './focus.ts'
import { type IconName, icon } from './icon.ts'

/**
 * Before the first recording: modality, consent, a look at the context (SPEC-GAPS 2.3). None of it
 * holds the doctor up.
 */
export function startCards(model: Model, actions: Actions): Children {
  return m('.stack', [
    model.deps.settings.allowChangeConsultationType && modality(model, actions),
    consent(model, actions),
    contextPreview(model),
    templateChoice(model),
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
export function consent(model: Model, actions: Actions): Children {
  const { t, consultation, info } = model
  const { status } = consultation.ehr.consent
  const later = info?.consent_later !== false
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
    awaited(model),
    m('.card.list', [
      choice('given', t.start.consentGiven),
      choice('refused', t.start.consentRefused),
      later && choice('not_recorded', t.start.consentLater),
      status !== 'not_recorded' && howAndWhen(model, actions),
      status === 'not_recorded' && !later && m('p.note', t.start.consentRequired),
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

/** The legacy frame's host waits for the answer. */
export function isConsentAwaited({ consentAsks, consultation }: Model): boolean {
  return consentAsks > 0 && consultation.ehr.consent.status === 'not_recorded'
}

/** Brought into view each time it is asked for. */
function awaited(model: Model): Children {
  if (!isConsentAwaited(model)) return null
  return m('.awaited', [
    m(
      '.inline-warning',
      {
        key: model.consentAsks,
        oncreate: ({ dom }: VnodeDOM) => bringIntoView(dom.closest('fieldset') ?? dom),
      },
      icon('mic', 16),
      m('p', model.t.start.consentAwaited),
    ),
  ])
}

const METHODS: readonly ConsentMethod[] = ['verbal', 'written']

/** The answer belongs to the chart: when it was given, and how (CFM 2.454/2026). */
function howAndWhen({ t, consultation }: Model, actions: Actions): Children {
  const { method, recorded_at } = consultation.ehr.consent
  return m('.consent-record', [
    m('label', [
      m('span', t.start.consentMethod),
      m(
        'select.field-select',
        {
          value: method ?? 'verbal',
          onchange: (event: Event) => {
            const chosen = (event.target as HTMLSelectElement).value
            // Of the answer that stands now, which the page may not have drawn yet.
            void actions.setConsent(
              consultation.ehr.consent.status,
              METHODS.find((one) => one === chosen),
            )
          },
        },
        (method === 'host' ? [...METHODS, 'host' as const] : METHODS).map((one) =>
          m('option', { key: one, value: one }, t.start.consentMethods[one]),
        ),
      ),
    ]),
    recorded_at && m('span.note', t.start.consentAt(timeOfDay(recorded_at, t.language))),
  ])
}

/** Collapsed: a glance at what is known already, from the doctor and from before the visit. */
function contextPreview({ t, context, nav }: Model): Children {
  const text = [context.background, context.text].filter(Boolean).join('\n\n')
  const edit = m('button.link[type=button]', { onclick: () => nav.go('context') }, t.edit)
  if (text === '')
    return m('.card.preview', [
      m('.choice-text', [m('strong', t.start.context), m('small', t.start.contextEmpty)]),
      edit,
    ])
  return m('.card.preview', [
    m('details', [
      m('summary', [
        m('.choice-text', [m('strong', t.start.context), m('small.clamp', text)]),
        icon('chevron', 16),
      ]),
      m('.background-text', text),
    ]),
    edit,
  ])
}

/** What is offered first when a document is generated; changeable then too. */
function templateChoice({ t, documents, templateChoice: choice }: Model): Children {
  const { templates, suggested } = documents
  if (templates.length < 2) return null
  const groups = ['specialty', 'document', 'own'] as const
  return m('label.card.preview.template-choice', [
    m('strong.choice-name', t.start.template),
    m(
      'select.field-select',
      {
        value: suggested?.id,
        onchange: (event: Event) => choice.prefer((event.target as HTMLSelectElement).value),
      },
      groups
        .filter((group) => templates.some((template) => template.group === group))
        .map((group) =>
          m(
            'optgroup',
            { key: group, label: t.templates.groups[group] },
            templates
              .filter((template) => template.group === group)
              .map(({ id, name }) =>
                m('option', { key: id, value: id, selected: id === suggested?.id }, name),
              ),
          ),
        ),
    ),
  ])
}
