export const evidence = {
  play: (time: string, isPlaying: boolean) =>
    isPlaying ? `Parar o áudio de ${time}` : `Ouvir o trecho de ${time}`,
  gone: 'O áudio deste trecho não está mais guardado.',
  differs: 'diverge',
  contradicts: 'A conversa diz outra coisa: confira.',
}
