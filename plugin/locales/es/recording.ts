import type { Catalogue } from '../pt-BR.ts'

export const recording: Catalogue['recording'] = {
  devices: 'Elegir el micrófono',
  noDevices: 'Los micrófonos aparecen aquí después de que el navegador permite su uso.',
  otherDevice: (name) =>
    `El micrófono se desconectó. “${name}” está disponible: reanude la grabación para usarlo.`,
  goOn: 'Si el micrófono se detiene, continuar con otro',
  goesOnWith: (name) => `El micrófono se detuvo. La grabación continúa con “${name}”.`,
  changed: (time, from, to) =>
    `A las ${time} el micrófono “${from}” se detuvo; la grabación continuó con “${to}”.`,
  stoppedTitle: 'Grabación detenida',
  unheardTitle: 'Sin sonido del micrófono',
  troubles: {
    muted:
      'El micrófono está silenciado (en su botón, en el sistema o en una llamada): no se oye nada.',
    zeros: 'El micrófono no envía ningún sonido. Compruebe que está encendido o elija otro.',
  },
  test: {
    start: 'Probar micrófono',
    stop: 'Detener prueba',
    listening: 'Diga algo: se graban 5 segundos y se reproducen.',
    playing: 'Reproduciendo lo que se grabó…',
    level: 'Nivel en la prueba',
    verdicts: {
      nothing: 'No oímos nada. Verifique que el micrófono esté encendido o elija otro.',
      quiet: 'El sonido está bajo. Acerque el micrófono.',
      good: 'Lo oímos bien.',
    },
  },
  long: 'La grabación ya lleva mucho tiempo. Si la consulta terminó, finalícela.',
  stopped:
    'La grabación se pausó al llegar al límite de duración. Reanúdela si la consulta continúa.',
  silentRemote: 'La teleconsulta no tiene sonido: no se oye nada de ese lado.',
  gapRemote: (from, to) => `Falta el audio de la teleconsulta de ${from} a ${to}`,
  eraseToo: 'Borrar también la transcripción',
  eraseNote:
    'El audio y el texto de esta consulta se borrarán del servidor. Esto no puede deshacerse; los documentos ya generados quedan.',
  erasing: 'Borrando…',
  eraseFailed: 'No fue posible borrar en el servidor. Nada se reinició; intente de nuevo.',
  eraseHeld:
    'Esta consulta está bajo retención legal: la grabación no puede borrarse. Nada se reinició.',
  takeOver: 'Grabar aquí',
  deniedSteps: {
    chrome: [
      'Haga clic en el ícono de ajustes a la izquierda de la dirección de la página.',
      'En “Micrófono”, elija “Permitir”.',
      'Vuelva aquí e intente de nuevo.',
    ],
    edge: [
      'Haga clic en el candado a la izquierda de la dirección de la página.',
      'En “Permisos para este sitio”, cambie “Micrófono” a “Permitir”.',
      'Vuelva aquí e intente de nuevo.',
    ],
    firefox: [
      'Haga clic en el ícono del micrófono tachado, junto a la dirección de la página.',
      'Quite “Bloqueado temporalmente” con la X.',
      'Intente de nuevo y elija “Permitir”.',
    ],
    safari: [
      'En el menú “Safari”, abra “Ajustes para este sitio web”. En iPhone y iPad, toque “aA” junto a la dirección.',
      'En “Micrófono”, elija “Permitir”.',
      'Vuelva aquí e intente de nuevo.',
    ],
    other: [
      'Abra los ajustes del sitio, junto a la dirección de la página.',
      'Permita el uso del micrófono.',
      'Vuelva aquí e intente de nuevo.',
    ],
  },
}
