import type { Generation } from '../state/generation.ts'
import type { Model } from '../state/model.ts'
import { type Children, m } from '../view.ts'
import { button } from './button.ts'
import { valueText } from './document-value.ts'
import { icon } from './icon.ts'

/** A document while it is being written: each section appears as soon as it is checked. */
export function generationView(model: Model, generation: Generation): Children {
  if (generation.phase === 'failed') return failed(model, generation)
  const { t } = model
  const { fieldsDone, fieldsTotal, fields, template } = generation
  const share = fieldsTotal > 0 ? fieldsDone / fieldsTotal : 0
  return m('.panel.generation', [
    m('.generation-head', [
      m('h2', t.generation.title(template.name)),
      button(t.cancel, { icon: 'close', onclick: generation.cancel }),
    ]),
    m(
      '.progress[role=progressbar][aria-valuemin=0][aria-valuemax=100]',
      {
        'aria-valuenow': Math.round(share * 100),
        'aria-label': t.generation.title(template.name),
      },
      m('i', { style: { transform: `scaleX(${share})` } }),
    ),
    m(
      'p.state-line',
      generation.phase === 'queued'
        ? t.generation.queued(generation.position)
        : t.generation.progress(fieldsDone, fieldsTotal),
    ),
    m('.fields', [
      fields
        .filter(({ value }) => value !== null)
        .map(({ name, value }) =>
          m('section.field.arriving', { key: name }, m('h3', name), valueText(value)),
        ),
    ]),
    m('.skeleton-body', m('i.bone.short'), m('i.bone'), m('i.bone')),
  ])
}

function failed({ t, documents }: Model, { failure, template }: Generation): Children {
  const { code = '', message } = failure ?? {}
  return m('.message-screen[role=alert]', [
    m('.message-icon', icon('warning', 26)),
    m('h2', t.generation.failed),
    m('p.failure-class', t.editor.failures[code] ?? t.editor.failureService),
    m('p', t.generation.reasons[code] ?? message),
    m('p', t.generation.kept),
    m('p.code', t.failures.code(code)),
    m('.row', [
      button(t.retry, { kind: 'primary', onclick: () => void documents.generate(template) }),
      button(t.back, { onclick: () => void documents.backToList() }),
    ]),
  ])
}
