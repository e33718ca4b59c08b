import type { Catalogue } from '../pt-BR.ts'

export const localNetwork: Catalogue['localNetwork'] = {
  failure: {
    title: 'The browser blocked the hospital’s network',
    text: 'This record system comes from the internet, and the assistant runs inside the hospital. The browser connects them with your permission only, and it is denied for this page.',
  },
  steps: {
    chrome: [
      'Click the settings icon to the left of the page’s address.',
      'At “Local network”, choose “Allow”. If it is not there, open “Site settings”.',
      'The assistant opens by itself. If it does not, reload the page.',
    ],
    edge: [
      'Click the lock to the left of the page’s address.',
      'Under “Permissions for this site”, set “Local network” to “Allow”.',
      'The assistant opens by itself. If it does not, reload the page.',
    ],
    firefox: [
      'Click the permissions icon beside the page’s address.',
      'At “Access local network devices”, remove the block with the X.',
      'Reload the page and choose “Allow” when the browser asks.',
    ],
    safari: [
      'On a Mac, open System Settings → Privacy & Security → Local Network.',
      'Switch the browser on in that list.',
      'Reload the page.',
    ],
    other: [
      'Open the site’s settings, beside the page’s address.',
      'Allow access to the local network.',
      'Reload the page.',
    ],
  },
  forAdministrators: (origin) =>
    `For IT: the policy “LocalNetworkAllowedForUrls” of Chrome and Edge, with ${origin}, allows it on all computers of the hospital at once. In Firefox it is “LocalNetworkAccess”, with ${new URL(origin).hostname} in “SkipDomains”.`,
  mayAsk:
    'If the browser asks about the local network, choose “Allow”: the hospital’s server is there.',
  banner:
    'The browser blocked the hospital’s network for this page. The recording is kept on this computer. In the settings beside the address, set “Local network” to “Allow”.',
  channel:
    'The server answers, but the network does not let the recording’s connection through. What is recorded is kept on this computer. Tell IT: WebSocket blocked.',
}
