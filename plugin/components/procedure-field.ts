import type { TerminologySearchBody, VisitFactBody } from '../../core/contract/api.ts'
import type { VisitWords } from '../locales/pt-BR/visit.ts'
import type { Model } from '../state/model.ts'
import { sigtapTitle } from '../state/procedures.ts'
import { type Component, m, type Vnode } from '../view.ts'

interface Attrs {
  model: Model
  id: string
  words: VisitWords
  fact: VisitFactBody
  /** @param code null: as usual */
  choose(code: string | null): void
}

const TYPING_PAUSE_MS = 200
const SHORTEST = 2
/** Codes of SIGTAP and of TUSS. */
const CODE = /^(?:\d{10}|\d{8})$/

/** The procedure that the visit itself is: a code, found by typing it or its words. */
export function ProcedureField(): Component<Attrs> {
  let typed: string | undefined
  let found: TerminologySearchBody['results'] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  async function search({ deps, changed }: Model, text: string) {
    try {
      const query = new URLSearchParams({ system: 'SIGTAP', q: text, limit: '8' })
      const path = `/terminology/search?${query}`
      const { body } = await deps.session.api.request<TerminologySearchBody>({
        method: 'GET',
        path,
      })
      if (typed === text) found = body.results
    } catch {
      // A code that is known by heart can be typed all the same.
    }
    changed()
  }

  return {
    onremove: () => clearTimeout(timer),
    view({ attrs: { model, id, words, fact, choose } }: Vnode<Attrs>) {
      const { said, usual } = fact
      const counts = said ?? usual
      const name = counts?.display ? sigtapTitle(counts.display) : ''
      const hint = `${id}-hint`
      const take = (code: string) => {
        typed = undefined
        found = []
        choose(code)
      }
      return [
        m('input[type=search][autocomplete=off][spellcheck=false]', {
          id,
          value: typed ?? counts?.code ?? '',
          maxlength: 200,
          placeholder: words.procedureHint,
          'aria-describedby': hint,
          oninput(event: Event) {
            const text = (event.target as HTMLInputElement).value.trim()
            typed = text
            clearTimeout(timer)
            if (text.length >= SHORTEST)
              timer = setTimeout(() => void search(model, text), TYPING_PAUSE_MS)
            else found = []
          },
          onchange(event: Event) {
            const text = (event.target as HTMLInputElement).value.trim()
            if (CODE.test(text)) take(text)
          },
        }),
        m('p.note', { id: hint }, said || !usual ? name : words.usual(name || usual.code)),
        found.length > 0 &&
          m(
            'ul.visit-found',
            { 'aria-label': words.fields.procedure },
            found.map(({ code, display }) =>
              m('li', { key: code }, [
                m('button.result[type=button]', { onclick: () => take(code) }, [
                  m('b', code),
                  m('span', sigtapTitle(display)),
                ]),
              ]),
            ),
          ),
        said && usual && m('button.link[type=button]', { onclick: () => choose(null) }, words.back),
      ]
    },
  }
}
