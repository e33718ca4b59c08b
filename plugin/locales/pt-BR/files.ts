export const files = {
  title: 'Anexos',
}
