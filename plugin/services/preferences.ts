/**
 * Small choices of this browser (window place, microphone, last model): never anything clinical. A
 * page that forbids storage simply forgets them.
 */
import { jsonOf } from './json.ts'

export interface Preferences {
  get<T>(name: string): T | undefined
  set(name: string, value: unknown): void
}

const PREFIX = 'svc.plugin.'

export function preferences(): Preferences {
  return {
    get<T>(name: string) {
      try {
        const text = localStorage.getItem(PREFIX + name)
        return text === null ? undefined : (JSON.parse(text) as T)
      } catch {
        return undefined
      }
    },
    set(name, value) {
      try {
        localStorage.setItem(PREFIX + name, jsonOf(value))
      } catch {
        // Storage is off or full; the choice lasts as long as the page.
      }
    },
  }
}
