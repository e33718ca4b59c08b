export const structured = {
  retry: 'Tentar enviar os dados de novo',
}
