export const editor = {
  label: 'Documento',
}
