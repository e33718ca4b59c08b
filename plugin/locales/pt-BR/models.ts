export const models = {
  own: 'Meus modelos',
}
