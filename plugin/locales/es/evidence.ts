import type { Catalogue } from '../pt-BR.ts'

export const evidence: Catalogue['evidence'] = {
  play: (time, isPlaying) =>
    isPlaying ? `Detener el audio de ${time}` : `Escuchar el fragmento de ${time}`,
  gone: 'El audio de este fragmento ya no está guardado.',
  soundErased: (date) =>
    `El audio se eliminó el ${date}, al final del plazo de conservación. El texto y las fuentes permanecen.`,
  transcriptErasedTitle: 'Transcripción eliminada',
  transcriptErased: (date) =>
    `La transcripción de esta consulta se eliminó el ${date}, al final del plazo de conservación. Los documentos permanecen.`,
  fingerprint: 'Huella digital de quien escribió',
  fingerprintOf: (version, template) =>
    `Versión del motor: ${version}. Modelo del documento: ${template}.`,
  differs: 'difiere',
  contradicts: 'La conversación dice otra cosa: verifique.',
}
