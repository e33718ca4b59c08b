/** What the legacy frame says before the assistant is there. */
export const embed = {
  waiting: 'Aguardando a autorização do prontuário…',
  noToken:
    'O prontuário ainda não enviou a autorização para abrir esta consulta. Se isto continuar, avise o suporte.',
  missing:
    'O endereço deste assistente está incompleto: faltam patientId, doctorId ou consultationId.',
  strangers:
    'Esta página não está autorizada a mostrar o assistente. Avise o suporte do prontuário.',
}
