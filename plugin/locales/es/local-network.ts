import type { Catalogue } from '../pt-BR.ts'

export const localNetwork: Catalogue['localNetwork'] = {
  failure: {
    title: 'El navegador bloqueó la red del hospital',
    text: 'Este sistema viene de internet, y el asistente funciona dentro del hospital. El navegador solo los conecta con su permiso, y está denegado para esta página.',
  },
  steps: {
    chrome: [
      'Haga clic en el ícono de ajustes a la izquierda de la dirección de la página.',
      'En “Red local”, elija “Permitir”. Si no aparece, abra “Configuración del sitio”.',
      'El asistente se abre solo. Si no, recargue la página.',
    ],
    edge: [
      'Haga clic en el candado a la izquierda de la dirección de la página.',
      'En “Permisos para este sitio”, ponga “Red local” en “Permitir”.',
      'El asistente se abre solo. Si no, recargue la página.',
    ],
    firefox: [
      'Haga clic en el ícono de permisos junto a la dirección de la página.',
      'En “Acceder a dispositivos de red local”, quite el bloqueo con la X.',
      'Recargue la página y elija “Permitir” cuando el navegador pregunte.',
    ],
    safari: [
      'En la Mac, abra Ajustes del Sistema → Privacidad y seguridad → Red local.',
      'Active el navegador en esa lista.',
      'Recargue la página.',
    ],
    other: [
      'Abra los ajustes del sitio, junto a la dirección de la página.',
      'Permita el acceso a la red local.',
      'Recargue la página.',
    ],
  },
  forAdministrators: (origin) =>
    `Para TI: la política “LocalNetworkAllowedForUrls” de Chrome y Edge, con ${origin}, lo permite en todas las computadoras del hospital a la vez. En Firefox es “LocalNetworkAccess”, con ${new URL(origin).hostname} en “SkipDomains”.`,
  mayAsk:
    'Si el navegador pregunta por la red local, elija “Permitir”: allí está el servidor del hospital.',
  banner:
    'El navegador bloqueó la red del hospital para esta página. La grabación queda guardada en esta computadora. En los ajustes junto a la dirección, ponga “Red local” en “Permitir”.',
  channel:
    'El servidor responde, pero la red no deja pasar la conexión de la grabación. Lo que se graba queda guardado en esta computadora. Avise a TI: WebSocket bloqueado.',
}
