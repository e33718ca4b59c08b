/**
 * The panel of the national network in the patient's record: where the record stands, what can be
 * done with it, what happened.
 */
import m from 'mithril'
import { explainFaults } from './explain-faults.ts'
import type { Mode, NetworkRecord, RecordType } from './record-client.ts'
import type { Action, RecordPanel } from './record-panel.ts'
import { BundleTree, timelineView, timeOf } from './record-views.ts'

interface Attrs {
  panel: RecordPanel
}

export function RndsView(): m.Component<Attrs> {
  return {
    view({ attrs: { panel } }) {
      const { standing, trouble } = panel
      return m('section.rnds', { 'aria-labelledby': 'rnds-title' }, [
        m('header.rnds-head', [
          m('h2#rnds-title[tabindex=-1]', 'Rede Nacional de Dados em Saúde (simulador)'),
          m(
            'p.rnds-status',
            { class: statusOf(panel), role: 'status' },
            m('span.dot', { 'aria-hidden': 'true' }),
            STATUS[statusOf(panel)],
          ),
        ]),
        typesView(panel),
        m('p.hint', sentence(panel)),
        facts(standing?.record),
        trouble ? m('p.trouble', { role: 'alert' }, trouble) : null,
        refusalView(panel),
        reasonsView(standing?.record),
        actions(panel),
        panel.asksReason ? m(ReasonForm, { panel }) : null,
        panel.bundle ? m(BundleTree, { view: panel.bundle }) : null,
        standing && standing.timeline.length > 0 ? timelineView(standing.timeline) : null,
        simulatorView(panel),
      ])
    },
  }
}

type Status = 'none' | NetworkRecord['status']

const STATUS: Record<Status, string> = {
  none: 'Não enviado',
  pending: 'Pendente',
  accepted: 'Aceito',
  rejected: 'Rejeitado',
  replaced: 'Substituído',
  deleted: 'Excluído',
}

function statusOf({ standing }: RecordPanel): Status {
  return standing?.record?.status ?? 'none'
}

function sentence(panel: RecordPanel): string {
  if (!panel.appointment) return 'O registro pode ser enviado quando o assistente abrir a consulta.'
  if (panel.standing?.mode === null && !panel.standing.record)
    return 'O simulador está desligado, ou o administrador conectou esta demonstração a outra rede. Nada é enviado.'
  if (panel.busy) return BUSY[panel.busy]
  const status = statusOf(panel)
  if (status === 'none') return UNSENT[panel.type]
  return panel.standing?.record?.waiting?.message ?? SENTENCES[status]
}

const BUSY: Record<Action, string> = {
  submit: 'Montando, conferindo e enviando o registro…',
  replace: 'Montando, conferindo e enviando a nova versão…',
  remove: 'Pedindo a exclusão…',
}

const TYPES: [RecordType, string][] = [
  ['RAC', 'Atendimento'],
  ['RPM', 'Prescrição'],
  ['REPM', 'Prescrição eletrônica'],
  ['REL', 'Exame'],
]

const UNSENT: Record<RecordType, string> = {
  RAC: 'Com o documento revisado e o diagnóstico confirmado, o Registro de Atendimento Clínico (RAC) pode ser enviado.',
  RPM: 'Com um medicamento prescrito em um documento revisado, o Registro de Prescrição de Medicamento (RPM) pode ser enviado. O simulador o recebe; na rede de hoje o REPM está no lugar dele (Portaria GM/MS 6.100/2024), e o RAC leva a prescrição.',
  REPM: 'O Registro Eletrônico de Prescrição de Medicamentos (REPM) segue as regras de um pacote do Ministério, que o administrador importa. Até lá o RAC leva a prescrição.',
  REL: 'Com o resultado de um exame de notificação (COVID-19 ou dengue) em um documento revisado, o Resultado de Exame Laboratorial (REL) pode ser enviado.',
}

const SENTENCES: Record<Exclude<Status, 'none'>, string> = {
  pending:
    'O registro está guardado e espera a rede. Ele será enviado sozinho: não é preciso apertar de novo.',
  accepted: 'O registro está na rede. Depois de corrigir e revisar o documento, substitua-o.',
  rejected: 'O registro não está na rede. Corrija o motivo e envie de novo.',
  replaced: 'Uma versão mais nova tomou o lugar desta.',
  deleted: 'O registro foi excluído da rede. Se for preciso, envie um novo.',
}

function typesView(panel: RecordPanel): m.Children {
  return m('fieldset.rnds-types', [
    m('legend', 'Registro'),
    m(
      '.choice',
      TYPES.map(([type, meaning]) =>
        m('label', { class: panel.type === type ? 'current' : '' }, [
          m('input[type=radio][name=rnds-registro]', {
            checked: panel.type === type,
            disabled: panel.busy !== null,
            onchange: () => panel.choose(type),
          }),
          `${type}: ${meaning}`,
        ]),
      ),
    ),
  ])
}

function facts(record: NetworkRecord | null | undefined): m.Children {
  if (!record) return null
  const entries = [
    ['Registro', record.rnds_record_id],
    ['Guardado', timeOf(record.submitted_at)],
    ['Última mudança', timeOf(record.last_updated_at)],
  ]
  return m(
    'dl.rnds-facts',
    entries.map(([name, value]) => m('div', [m('dt', name), m('dd', value)])),
  )
}

/** What the last action met. Rejections of a submission are told by the record itself. */
function refusalView({ refusal, standing }: RecordPanel): m.Children {
  if (!refusal) return null
  const { details, rejected_replacement } = standing?.record ?? {}
  const isToldBelow = refusal.action !== 'remove' && (details || rejected_replacement)
  if (refusal.refusal.error === 'rnds_rejected' && isToldBelow) return null
  const faults = explainFaults(refusal.refusal)
  const isMissing = refusal.refusal.error === 'validation_error'
  return m('.rnds-faults', { role: 'alert' }, [
    m('strong', isMissing ? MISSING[refusal.action] : refusal.refusal.message),
    faults.length > 0 &&
      m(
        'ul',
        faults.map(({ what, where }) => m('li', [m('b', what), where && m('span', where)])),
      ),
  ])
}

const MISSING: Record<Action, string> = {
  submit: 'Antes de enviar, falta:',
  replace: 'Antes de substituir, falta:',
  remove: 'Antes de excluir, falta:',
}

function reasonsView(record: NetworkRecord | null | undefined): m.Children {
  const details = record?.details ?? record?.rejected_replacement?.details ?? []
  if (details.length === 0) return null
  return m('.rnds-faults', [
    m(
      'strong',
      record?.details
        ? 'A RNDS rejeitou o registro:'
        : 'A RNDS rejeitou a nova versão; vale a anterior:',
    ),
    m(
      'ul',
      explainFaults({ details: details.map((detail) => ({ ...detail })) }).map(({ what, where }) =>
        m('li', [m('b', what), where && m('span', where)]),
      ),
    ),
  ])
}

function actions(panel: RecordPanel): m.Children {
  const { appointment, busy, standing, asksReason } = panel
  const status = statusOf(panel)
  const isReady = appointment !== null && busy === null && standing?.mode != null
  const canSubmit = status === 'none' || status === 'rejected' || status === 'deleted'
  const isAtNetwork = status === 'accepted'
  return m('.rnds-actions', [
    actionButton('Enviar à RNDS', isReady && canSubmit, panel.submit, {
      class: canSubmit ? 'primary' : 'secondary',
    }),
    actionButton('Substituir', isReady && isAtNetwork, panel.replace),
    actionButton('Excluir…', isReady && isAtNetwork, () => panel.askReason(!asksReason), {
      class: 'secondary danger',
      'aria-expanded': String(asksReason),
    }),
    actionButton(
      panel.bundle ? 'Fechar bundle' : 'Ver bundle',
      Boolean(standing?.record),
      panel.toggleBundle,
      { class: 'secondary', 'aria-expanded': String(panel.bundle !== null) },
    ),
  ])
}

/** Not `disabled`: whoever has just pressed it with the keyboard would lose their place. */
function actionButton(
  label: string,
  isPossible: boolean,
  onclick: () => void,
  attrs: m.Attributes = { class: 'secondary' },
): m.Children {
  return m(
    'button[type=button]',
    { ...attrs, 'aria-disabled': String(!isPossible), onclick: () => isPossible && onclick() },
    label,
  )
}

/** A deletion cannot be undone, so it takes a reason and a second click. */
function ReasonForm(): m.Component<Attrs> {
  let reason = ''
  return {
    oncreate: ({ dom }) => dom.querySelector('textarea')?.focus(),
    onremove: () => document.querySelector<HTMLElement>('#rnds-title')?.focus(),
    view({ attrs: { panel } }) {
      return m(
        'form.rnds-reason',
        {
          onsubmit(event: SubmitEvent) {
            event.preventDefault()
            panel.remove(reason)
          },
        },
        [
          m('label', { for: 'rnds-motivo' }, 'Motivo da exclusão'),
          m('textarea#rnds-motivo', {
            rows: 2,
            maxlength: 1000,
            required: true,
            'aria-describedby': 'rnds-motivo-nota',
            value: reason,
            oninput: (event: InputEvent) => {
              reason = (event.target as HTMLTextAreaElement).value
            },
          }),
          m('p.hint#rnds-motivo-nota', 'A exclusão na rede nacional não pode ser desfeita.'),
          m('.rnds-actions', [
            m(
              'button.secondary.danger',
              { type: 'submit', disabled: panel.busy !== null },
              'Excluir da RNDS',
            ),
            m(
              'button.secondary[type=button]',
              { onclick: () => panel.askReason(false) },
              'Cancelar',
            ),
          ]),
        ],
      )
    },
  }
}

const MODES: [Mode, string, string][] = [
  ['normal', 'Normal', 'A rede responde como deve.'],
  [
    'down',
    'Fora do ar',
    'O cabo foi puxado: o registro fica pendente e segue quando a rede voltar.',
  ],
  ['refusing', 'Recusa', 'A rede rejeita tudo o que recebe, com um motivo.'],
  ['slow', 'Lenta', 'Cada resposta demora quatro segundos.'],
  [
    'certificate',
    'Certificado',
    'A rede não aceita o certificado: o registro espera, e diz ao administrador por quê.',
  ],
  ['occupation', 'Ocupação', 'O profissional não tem, no CNES, a ocupação (CBO) do registro.'],
  ['unit', 'Unidade', 'O certificado não responde pela unidade (CNES) do registro.'],
  ['month', 'Tabela do mês', 'O código do procedimento não vale neste mês (SIGTAP).'],
  [
    'clock',
    'Relógio',
    'O relógio desta máquina está dez minutos adiantado: o registro espera até a hora chegar.',
  ],
]

function simulatorView(panel: RecordPanel): m.Children {
  const { mode } = panel
  if (!mode) return null
  return m('fieldset.rnds-simulator', [
    m('legend', 'Como o simulador se comporta'),
    m(
      '.choice',
      MODES.map(([name, label]) =>
        m('label', { class: mode === name ? 'current' : '' }, [
          m('input[type=radio][name=rnds-simulador]', {
            checked: mode === name,
            onchange: () => panel.setMode(name),
          }),
          label,
        ]),
      ),
    ),
    m('p.hint', MODES.find(([name]) => name === mode)?.[2]),
  ])
}
