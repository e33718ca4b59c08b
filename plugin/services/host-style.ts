/**
 * Styles of the element that stands in the host's page, where the host's own rules reach: they are set inline and important,
 * after everything was set back, so that no `div { … }` of the page changes us.
 */
export function styleHost(host: HTMLElement, styles: Record<string, string>) {
  if (host.style.length === 0) host.style.setProperty('all', 'initial', 'important')
  for (const [name, value] of Object.entries(styles))
    host.style.setProperty(name, value, 'important')
}
