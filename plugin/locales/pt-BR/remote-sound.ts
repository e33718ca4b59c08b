export const remoteSound = {
  title: 'Áudio da teleconsulta',
}
