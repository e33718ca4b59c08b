import type { Catalogue } from '../pt-BR.ts'

export const notUnderstood: Catalogue['notUnderstood'] = {
  line: 'Fragmento no comprendido',
  soft: 'Habla demasiado baja para ser comprendida',
  noSpeech: 'Hay sonido, pero no se reconoció ninguna voz. Escuche la grabación.',
  play: 'Escuchar',
  stop: 'Detener',
  write: 'Escribir lo que se dijo',
  writeAt: (time) => `Escribir lo que se dijo en ${time}`,
  nobody: 'Nadie habló',
  nobodyAt: (time) => `Nadie habló en ${time}`,
  ready: (n) => `Transcripción lista, con ${fragments(n)}`,
  listen: (n) => `${fragments(n)}: escuche y complete`,
}

function fragments(n: number): string {
  return n === 1 ? '1 fragmento no comprendido' : `${n} fragmentos no comprendidos`
}
