export const procedures = {
  title: 'Procedimentos realizados',
}
