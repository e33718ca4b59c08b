/**
 * What can be done with a whole section: a menu below its button, closed by Escape, a click
 * elsewhere or a choice.
 */
import { element } from './elements.ts'

export interface MenuItem {
  label: string
  disabled?: boolean
  /** Why it cannot be chosen: it is read out, and stands below the menu. */
  bar?: string | undefined
  choose(): void
}

/** @returns closes it */
export function openMenu(
  frame: HTMLElement,
  button: HTMLElement,
  label: string,
  items: readonly MenuItem[],
): () => void {
  const menu = element('div', { class: 'section-choices', role: 'menu', 'aria-label': label })
  const choices = items.map(({ label: words, disabled = false, bar, choose }) => {
    const choice = element('button', { type: 'button', role: 'menuitem', tabindex: '-1' }, [words])
    choice.disabled = disabled
    if (bar !== undefined) {
      choice.setAttribute('aria-disabled', 'true')
      choice.setAttribute('aria-description', bar)
    }
    choice.addEventListener('click', () => {
      if (bar !== undefined) return
      close()
      choose()
    })
    return choice
  })
  menu.append(...choices)
  const bars = new Set(items.flatMap(({ bar }) => bar ?? []))
  for (const bar of bars)
    menu.append(element('p', { class: 'menu-note', 'aria-hidden': 'true' }, [bar]))
  const box = button.getBoundingClientRect()
  const around = frame.getBoundingClientRect()
  menu.style.top = `${Math.round(box.bottom - around.top + 4)}px`
  // From the button to the side where there is more room.
  if (box.left + box.right < around.left + around.right)
    menu.style.left = `${Math.round(box.left - around.left)}px`
  else menu.style.right = `${Math.round(around.right - box.right)}px`

  function close() {
    root.removeEventListener('pointerdown', onOutside, true)
    menu.remove()
    button.setAttribute('aria-expanded', 'false')
    button.focus({ preventScroll: true })
  }

  function onOutside(event: Event) {
    if (!menu.contains(event.target as HTMLElement)) close()
  }

  menu.addEventListener('keydown', (event) => {
    const enabled = choices.filter(({ disabled }) => !disabled)
    const at = enabled.indexOf(event.target as HTMLButtonElement)
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
    const step = steps[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') close()
    else if (step === undefined) return
    else enabled.at(step % enabled.length)?.focus()
    event.preventDefault()
    event.stopPropagation()
  })
  const root = button.getRootNode()
  root.addEventListener('pointerdown', onOutside, true)
  frame.append(menu)
  button.setAttribute('aria-expanded', 'true')
  choices.find(({ disabled }) => !disabled)?.focus()
  return close
}
