/** The panel's own keys mean nothing while a dialog is open; Escape closes it. */
export function keepKeys(event: KeyboardEvent, onclose: () => void) {
  event.stopPropagation()
  if (event.key === 'Escape') onclose()
}
