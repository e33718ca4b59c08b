/** `all` leaves these two to whoever sets them. */
const AGAINST_THE_PAGE = [
  ['all', 'initial'],
  ['direction', 'ltr'],
  ['unicode-bidi', 'isolate'],
] as const

/**
 * Styles of the element that stands in the host's page, where the host's own rules reach: they are
 * set inline and important, after everything was set back, so that no `div { … }` of the page
 * changes us.
 */
export function styleHost(host: HTMLElement, styles: Record<string, string>) {
  if (host.style.length === 0)
    for (const [name, value] of AGAINST_THE_PAGE) host.style.setProperty(name, value, 'important')
  for (const [name, value] of Object.entries(styles))
    host.style.setProperty(name, value, 'important')
}
