/** Other words for a part of a document. */
export const rewrite = {
  menu: 'Reescrever o trecho',
  short: 'Reescrever',
  styles: {
    shorter: 'Mais curto',
    formal: 'Mais formal',
    patient: 'Em linguagem para o paciente',
  },
  section: {
    shorter: 'Seção: mais curta',
    formal: 'Seção: mais formal',
    patient: 'Seção: em linguagem para o paciente',
  },
  needsModel:
    'Para sugerir outra redação é preciso um modelo de linguagem, e este servidor trabalha sem um.',
  nothing: 'Escolha um trecho com texto, de até 60 linhas.',
  title: 'Sugestão de redação',
  queued: (position: number) =>
    position > 0 ? `Na fila: ${position} antes` : 'Pedindo a sugestão…',
  writing: (done: number, total: number) => `Escrevendo: ${done} de ${total}`,
  ready: 'A sugestão está pronta. Compare antes de aceitar.',
  before: 'Como está',
  after: 'Sugestão',
  accept: 'Aceitar',
  reject: 'Rejeitar',
  accepted: 'Sugestão aceita. Ctrl+Z desfaz.',
  rejected: 'O texto ficou como estava.',
  unchanged: 'O modelo não sugeriu nenhuma mudança.',
  kept: (lines: number) =>
    lines === 1
      ? 'Uma linha ficou como estava: a sugestão mudaria o que ela diz.'
      : `${lines} linhas ficaram como estavam: as sugestões mudariam o que elas dizem.`,
  note: 'Números, doses, medicamentos, lados e negações foram conferidos. O sentido do resto, só você pode conferir.',
  stale: 'O texto mudou depois do pedido. Peça a sugestão de novo.',
  failed: 'Não há sugestão',
  reasons: {
    rewrite_needs_model:
      'Para sugerir outra redação é preciso um modelo de linguagem, e este servidor trabalha sem um.',
    rewrite_changed_facts:
      'O que o modelo escreveu mudaria números, medicamentos, lados, negações ou achados do texto, e foi descartado.',
    generation_timeout: 'Demorou demais. Tente de novo, ou com um trecho menor.',
    generation_failed: 'O modelo não chegou ao fim. Tente de novo, ou com um trecho menor.',
    prompt_too_long: 'O trecho é longo demais para o modelo. Escolha um trecho menor.',
    interrupted: 'A conexão caiu antes do fim. Tente de novo.',
    network: 'Sem conexão com o servidor. Tente de novo.',
  } as Record<string, string>,
  unknown: 'Não foi possível. Tente de novo.',
}
