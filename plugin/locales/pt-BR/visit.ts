/** What the national network is told of a visit; fetched with the document. */
export const visit = {
  title: 'Atendimento para a RNDS',
  fields: {
    modality: 'Modalidade',
    priority: 'Caráter',
    origin: 'Procedência',
    outcome: 'Desfecho',
    financing: 'Financiamento',
    procedure: 'Procedimento da consulta',
  },
  usual: (name: string) => `${name} (padrão)`,
  choose: 'Escolha…',
  missing: 'Falta escolher',
  procedureHint: 'Código SIGTAP ou TUSS, ou palavras',
  back: 'Usar o padrão da instituição',
  sent: (name: string) => `O sistema do hospital enviou “${name}”, e uma correção repete isso.`,
  sentBefore: (name: string) => `Foi enviado “${name}”. A próxima correção leva a sua escolha.`,
  occupation: 'Com qual ocupação você atendeu?',
  occupationNote: 'A RNDS conhece mais de uma neste estabelecimento. O registro espera a escolha.',
  records: {
    pending: 'A caminho da RNDS',
    accepted: 'Na RNDS',
    rejected: 'Recusado pela RNDS',
    replaced: 'Substituído na RNDS',
    deleted: 'Excluído da RNDS',
  },
  waits: (since: string, next: string | null) =>
    `Espera desde ${since}${next ? `; próxima tentativa: ${next}` : ''}.`,
  changedSince: 'O que for mudado aqui vale para o próximo envio ou correção.',
  loadFailed: 'Não foi possível ler os dados do atendimento para a RNDS.',
  saveFailed: 'Não foi possível salvar a escolha. Tente de novo.',
}

export type VisitWords = typeof visit
