export const transcriptEdit = {
  edit: 'Corrigir trecho',
}
