export const evidence = {
  play: (time: string, isPlaying: boolean) =>
    isPlaying ? `Parar o áudio de ${time}` : `Ouvir o trecho de ${time}`,
  gone: 'O áudio deste trecho não está mais guardado.',
  damaged: 'O áudio deste trecho não pode ser lido do servidor. Avise o suporte.',
  partLost: (seconds: number) =>
    `${seconds} s deste trecho não podem ser lidos do servidor: um tom está no lugar. Avise o suporte.`,
  nothingToHear: 'Não há áudio guardado deste trecho.',
  notWhileRecording: 'O áudio não é tocado durante a gravação: entraria no microfone.',
  /** `15/10/2026` */
  soundErased: (date: string) =>
    `O áudio foi apagado em ${date}, ao fim do prazo de guarda. O texto e as fontes permanecem.`,
  transcriptErasedTitle: 'Transcrição apagada',
  transcriptErased: (date: string) =>
    `A transcrição desta consulta foi apagada em ${date}, ao fim do prazo de guarda. Os documentos permanecem.`,
  fingerprint: 'Identificação técnica de quem escreveu',
  fingerprintOf: (version: string, template: string) =>
    `Versão do motor: ${version}. Modelo do documento: ${template}.`,
  differs: 'diverge',
  contradicts: 'A conversa diz outra coisa: confira.',
  /** Of several sentences; `total` is unknown where a person changed some. */
  inDoubt: (without: number, differing: number, unsure: number, total?: number) => {
    const differs = `${differing} ${differing === 1 ? 'frase diverge' : 'frases divergem'}`
    const all = without + differing + unsure
    if (differing === all) return differs
    if (without < all) return `${all} ${all === 1 ? 'frase a conferir' : 'frases a conferir'}`
    return total === undefined ? `${without} sem fonte` : `${without} de ${total} sem fonte`
  },
  unsure: 'ouvido com dúvida',
  unsureWords: (words: string) => `Ouvido com dúvida: ${words}. Ouça o trecho antes de assinar.`,
  nearest: 'O que foi dito de mais próximo (confira; não é prova):',
  sourcesOfRest: 'Fontes das outras frases',
}
