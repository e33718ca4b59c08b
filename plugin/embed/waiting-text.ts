/**
 * The frame's page around the app: full size, and a line of text while there is no app. Styles are
 * a constructed sheet.
 */
export function waitingText(darkMode: boolean) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    html, body, .place { height: 100%; margin: 0; background: ${darkMode ? '#12191e' : '#fff'} }
    .waiting {
      display: grid; place-content: center; height: 100%; padding: 0 24px; box-sizing: border-box; margin: 0;
      text-align: center; text-wrap: balance; color: ${darkMode ? '#a3b2bb' : '#51616c'};
      font: 15px/1.5 system-ui, sans-serif;
    }
    .waiting[hidden] { display: none }
  `)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const text = document.createElement('p')
  text.className = 'waiting'
  text.hidden = true
  text.setAttribute('role', 'status')
  const place = document.createElement('main')
  place.className = 'place'
  place.hidden = true
  document.body.append(text, place)

  return {
    /** Where the app goes. */
    place,
    show(what: string) {
      text.textContent = what
      text.hidden = false
      place.hidden = true
    },
    hide() {
      text.hidden = true
      place.hidden = false
    },
  }
}
