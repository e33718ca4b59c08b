/** A stretch where a voice was heard whose words could not be recognized. */
export const notUnderstood = {
  line: 'Trecho não compreendido',
  soft: 'Fala baixa demais para ser compreendida',
  noSpeech: 'Há som, mas nenhuma fala foi reconhecida. Ouça a gravação.',
  play: 'Ouvir',
  stop: 'Parar',
  write: 'Escrever o que foi dito',
  writeAt: (time: string) => `Escrever o que foi dito em ${time}`,
  nobody: 'Ninguém falou',
  nobodyAt: (time: string) => `Ninguém falou em ${time}`,
  ready: (n: number) => `Transcrição pronta, com ${stretches(n)}`,
  listen: (n: number) => `${stretches(n)}: ouça e complete`,
}

function stretches(n: number): string {
  return n === 1 ? '1 trecho não compreendido' : `${n} trechos não compreendidos`
}
