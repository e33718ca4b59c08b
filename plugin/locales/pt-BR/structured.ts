/**
 * What the doctor reads when the record is filled: first the text, then the host's own data
 * (SPEC-GAPS 2.11).
 */
export const structured = {
  sending: 'Enviando…',
  preparing: 'Preparando os dados estruturados…',
  done: 'Texto e dados enviados ao prontuário',
  failed: 'O texto foi enviado ao prontuário. Os dados estruturados não puderam ser preparados.',
  outdated: 'O documento mudou depois do envio do texto. Preencha o prontuário de novo.',
  empty: 'O documento está vazio: não há o que enviar ao prontuário.',
  retry: 'Tentar enviar os dados de novo',
}
