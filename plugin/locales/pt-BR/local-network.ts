/**
 * A browser that keeps the page from the hospital's network, and a network that keeps sockets away.
 */
export const localNetwork = {
  failure: {
    title: 'O navegador bloqueou a rede do hospital',
    text: 'Este prontuário vem da internet, e o assistente funciona dentro do hospital. O navegador só conecta um ao outro com a sua permissão, e ela está negada para esta página.',
  },
  steps: {
    chrome: [
      'Clique no ícone de ajustes à esquerda do endereço da página.',
      'Em “Rede local”, escolha “Permitir”. Se não aparecer, abra “Configurações do site”.',
      'O assistente abre sozinho. Se não abrir, recarregue a página.',
    ],
    edge: [
      'Clique no cadeado à esquerda do endereço da página.',
      'Em “Permissões para este site”, mude “Rede local” para “Permitir”.',
      'O assistente abre sozinho. Se não abrir, recarregue a página.',
    ],
    firefox: [
      'Clique no ícone de permissões ao lado do endereço da página.',
      'Em “Acessar dispositivos na rede local”, remova o bloqueio com o X.',
      'Recarregue a página e, quando o navegador perguntar, escolha “Permitir”.',
    ],
    safari: [
      'No Mac, abra Ajustes do Sistema → Privacidade e Segurança → Rede local.',
      'Ative o navegador nessa lista.',
      'Recarregue a página.',
    ],
    other: [
      'Abra os ajustes do site, ao lado do endereço da página.',
      'Permita o acesso à rede local.',
      'Recarregue a página.',
    ],
  },
  forAdministrators: (origin: string) =>
    `Para a TI: a política “LocalNetworkAllowedForUrls” do Chrome e do Edge, com ${origin}, libera todos os computadores do hospital de uma vez. No Firefox é “LocalNetworkAccess”, com ${new URL(origin).hostname} em “SkipDomains”.`,
  mayAsk:
    'Se o navegador perguntar pelo acesso à rede local, escolha “Permitir”: é nela que está o servidor do hospital.',
  banner:
    'O navegador bloqueou a rede do hospital para esta página. A gravação fica guardada neste computador. Nos ajustes ao lado do endereço, mude “Rede local” para “Permitir”.',
  channel:
    'O servidor responde, mas a rede não deixa passar a conexão da gravação. O que se grava fica guardado neste computador. Avise a TI: WebSocket bloqueado.',
}
