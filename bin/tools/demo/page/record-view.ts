import m from 'mithril'
import { RECORD, type RecordField, type RecordGroup } from './record.ts'
import type { DemoState } from './state.ts'

/** The patient's record: what the plugin's document fills, and what a doctor may type. */
export function RecordView(): m.Component<{ state: DemoState }> {
  return {
    view({ attrs: { state } }) {
      const { chosen, record, progress } = state
      if (!chosen) return m('section.record.empty', m('p', 'Nenhum prontuário aberto.'))
      const { patient } = chosen
      return m(
        'section.record',
        { 'aria-label': `Prontuário de ${patient.name}`, key: chosen.slug },
        [
          m('header.person', [
            m('.avatar', { 'aria-hidden': 'true' }, initials(patient.name)),
            m('div', [
              m('h1', patient.name),
              m(
                'p',
                `${patient.age} anos · ${patient.sex === 'F' ? 'feminino' : 'masculino'} · prontuário ${patient.recordNumber}`,
              ),
              m('p', [
                `CPF ${writtenCpf(patient.cpf)} · `,
                m('span.one-line', `CNS ${writtenCns(patient.cns)}`),
              ]),
            ]),
            m('span.badge', patient.sex === 'F' ? 'Paciente inventada' : 'Paciente inventado'),
          ]),
          RECORD.map((group) => groupView(group, state)),
          record.others.length > 0 ? othersView(state) : null,
          progress.filledAt
            ? m(
                'p.signature',
                `Recebido do assistente às ${timeOf(progress.filledAt)}. Rascunho até a assinatura do médico.`,
              )
            : null,
        ],
      )
    },
  }
}

function groupView({ title, compact, fields }: RecordGroup, state: DemoState) {
  return m('fieldset', { class: compact ? 'compact' : '' }, [
    m('legend', title),
    m(
      '.fields',
      fields.map((field) => fieldView(field, state)),
    ),
  ])
}

function fieldView({ id, label, unit, rows, wide }: RecordField, { record, progress }: DemoState) {
  const value = record.values.get(id) ?? ''
  const filled = value !== '' && progress.filledAt !== null
  const attrs = {
    id: `campo-${id}`,
    value,
    oninput: (event: InputEvent) => record.values.set(id, (event.target as HTMLInputElement).value),
  }
  return m('.field', { class: [filled && 'filled', wide && 'wide'].filter(Boolean).join(' ') }, [
    m('label', { for: `campo-${id}` }, label),
    unit
      ? m('.measure', [m('input[type=text][inputmode=decimal]', attrs), m('span.unit', unit)])
      : m('textarea', { ...attrs, rows: Math.max(rows ?? 1, value.split('\n').length) }),
  ])
}

/** Sections of the document that this record has no field for. */
function othersView({ record }: DemoState) {
  return m('fieldset', [
    m('legend', 'Outros dados do documento'),
    m(
      'dl.others',
      record.others.flatMap(({ label, text }) => [m('dt', label), m('dd', text)]),
    ),
  ])
}

function initials(name: string): string {
  const [first = '', ...rest] = name.split(' ')
  return `${first.charAt(0)}${rest.at(-1)?.charAt(0) ?? ''}`
}

function writtenCpf(digits: string): string {
  return digits.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
}

function writtenCns(digits: string): string {
  return digits.replace(/^(...)(....)(....)(....)$/, '$1 $2 $3 $4')
}

function timeOf(date: Date): string {
  return date.toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })
}
