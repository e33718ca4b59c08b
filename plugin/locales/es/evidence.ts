import type { Catalogue } from '../pt-BR.ts'

export const evidence: Catalogue['evidence'] = {
  play: (time, isPlaying) =>
    isPlaying ? `Detener el audio de ${time}` : `Escuchar el fragmento de ${time}`,
  gone: 'El audio de este fragmento ya no está guardado.',
  damaged: 'El audio de este fragmento no se puede leer del servidor. Avise al soporte.',
  partLost: (seconds: number) =>
    `${seconds} s de este fragmento no se pueden leer del servidor: un tono está en su lugar. Avise al soporte.`,
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
  inDoubt: (without, differing, unsure, total) => {
    const differs = `${differing} ${differing === 1 ? 'frase difiere' : 'frases difieren'}`
    const all = without + differing + unsure
    if (differing === all) return differs
    if (without < all) return `${all} ${all === 1 ? 'frase por verificar' : 'frases por verificar'}`
    return total === undefined ? `${without} sin fuente` : `${without} de ${total} sin fuente`
  },
  unsure: 'oído con duda',
  unsureWords: (words) => `Oído con duda: ${words}. Escuche el fragmento antes de firmar.`,
  nearest: 'Lo más cercano que se dijo (verifique; no es prueba):',
  sourcesOfRest: 'Fuentes de las otras frases',
}
