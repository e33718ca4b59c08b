import type { Catalogue } from '../pt-BR.ts'

export const evidence: Catalogue['evidence'] = {
  play: (time, isPlaying) =>
    isPlaying ? `Detener el audio de ${time}` : `Escuchar el fragmento de ${time}`,
  gone: 'El audio de este fragmento ya no está guardado.',
  nothingToHear: 'No hay audio guardado de este fragmento.',
  notWhileRecording: 'El audio no se reproduce durante la grabación: entraría en el micrófono.',
  soundErased: (date) =>
    `El audio se eliminó el ${date}, al final del plazo de conservación. El texto y las fuentes permanecen.`,
  transcriptErasedTitle: 'Transcripción eliminada',
  transcriptErased: (date) =>
    `La transcripción de esta consulta se eliminó el ${date}, al final del plazo de conservación. Los documentos permanecen.`,
  fingerprint: 'Identificación técnica de quien escribió',
  fingerprintOf: (version, template) =>
    `Versión del motor: ${version}. Modelo del documento: ${template}.`,
  differs: 'difiere',
  contradicts: 'La conversación dice otra cosa: verifique.',
  inDoubt: (without, differing, total) => {
    const differs = `${differing} ${differing === 1 ? 'frase difiere' : 'frases difieren'}`
    if (without === 0) return differs
    if (differing > 0) return `${without + differing} frases por verificar`
    return total === undefined ? `${without} sin fuente` : `${without} de ${total} sin fuente`
  },
  nearest: 'Lo más cercano que se dijo (verifique; no es prueba):',
  sourcesOfRest: 'Fuentes de las otras frases',
}
