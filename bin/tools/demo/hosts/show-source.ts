/** Fills the sample list with the very files that run. */
for (const place of document.querySelectorAll<HTMLElement>('[data-source]')) {
  // It scrolls, so the keyboard must reach it.
  place.tabIndex = 0
  place.setAttribute('role', 'region')
  place.setAttribute('aria-label', `Código: ${place.dataset.source}`)
  void fetch(`hosts/source/${place.dataset.source}`)
    .then((answer) => (answer.ok ? answer.text() : 'O código não foi encontrado.'))
    .then((text) => {
      place.textContent = text
    })
}
