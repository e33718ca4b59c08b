import type { Catalogue } from '../pt-BR.ts'

export const evidence: Catalogue['evidence'] = {
  play: (time, isPlaying) =>
    isPlaying ? `Detener el audio de ${time}` : `Escuchar el fragmento de ${time}`,
  gone: 'El audio de este fragmento ya no está guardado.',
  differs: 'difiere',
  contradicts: 'La conversación dice otra cosa: verifique.',
}
