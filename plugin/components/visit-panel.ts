import type {
  NamedCode,
  TerminologySearchBody,
  VisitBody,
  VisitFactBody,
} from '../../core/contract/api.ts'
import { visit as en } from '../locales/en/visit.ts'
import { visit as es } from '../locales/es/visit.ts'
import { visit as ptBR, type VisitWords } from '../locales/pt-BR/visit.ts'
import type { Model } from '../state/model.ts'
import { sigtapTitle } from '../state/procedures.ts'
import { type VisitReview, visitReview } from '../state/visit-review.ts'
import { dayAndTime } from '../text/figures.ts'
import { type Children, type Component, m, type Vnode, type VnodeDOM } from '../view.ts'
import { button } from './button.ts'
import { icon } from './icon.ts'

interface Attrs {
  model: Model
  /** Which version of which document is shown. */
  shown: string
  /** Its record may leave, and what comes of that is to be told. */
  isReviewed: boolean
}

/** A host sends from elsewhere: nobody here hears what came of it. */
const LOOK_AGAIN_MS = 15_000
const WORDS: Record<string, VisitWords> = { en, es }

/**
 * What the national network will be told of the visit, beneath a document: what is usual in the
 * organization is marked as such, and each can be said otherwise. Nothing where nothing is sent.
 */
export function VisitPanel(): Component<Attrs> {
  let review: VisitReview
  let timer: ReturnType<typeof setInterval>
  let isReviewed = false

  return {
    oninit({ attrs: { model } }: Vnode<Attrs>) {
      const { deps, consultation, changed } = model
      review = visitReview({
        api: deps.session.api,
        ehrId: consultation.ehr.id,
        publish: deps.publish,
        changed,
      })
      void review.load()
    },
    oncreate() {
      timer = setInterval(() => {
        const isWatched = isReviewed && document.visibilityState === 'visible'
        if (isWatched && review.body?.sends) void review.load()
      }, LOOK_AGAIN_MS)
    },
    onbeforeupdate({ attrs }, before) {
      if (attrs.shown !== before.attrs.shown) void review.load()
    },
    onremove: () => clearInterval(timer),
    view({ attrs: { model, ...attrs } }: Vnode<Attrs>) {
      isReviewed = attrs.isReviewed
      const t = WORDS[model.t.language] ?? ptBR
      const { body, problem } = review
      if (!body)
        return problem
          ? warning(t.loadFailed, button(model.t.retry, { onclick: () => void review.load() }))
          : null
      return body.sends ? panel(model, review, body, t) : null
    },
  }
}

function panel(model: Model, review: VisitReview, body: VisitBody, t: VisitWords): Children {
  const { occupation, facts, problem, record } = body
  const isOpen = occupation?.said === null || problem !== null || facts.some(isMissing)
  return m('section.coding.visit', { 'aria-labelledby': 'svc-visit' }, [
    m('h3#svc-visit', t.title, review.saving && m('span.spinner')),
    record && recordLine(record, t, model.t.language),
    review.problem === 'save' && warning(t.saveFailed),
    problem !== null && warning(problem),
    occupation && occupations(review, occupation, t),
    m('details', { oncreate: ({ dom }: VnodeDOM) => dom.toggleAttribute('open', isOpen) }, [
      m('summary', [
        m('span', facts.map((fact) => shortName(fact) ?? t.missing).join(' · ')),
        icon('chevron', 16),
      ]),
      m(
        '.visit-facts',
        facts.map((fact) => factLine(model, review, fact, t)),
      ),
      record && m('p.note', t.changedSince),
    ]),
  ])
}

function recordLine(
  { status, message, waiting }: NonNullable<VisitBody['record']>,
  t: VisitWords,
  language: string,
) {
  const at = (time: string) => dayAndTime(time, language)
  const next = waiting?.next_attempt_at
  const times = waiting && t.waits(at(waiting.since), next ? at(next) : null)
  const more = [message, times].filter(Boolean).join(' ')
  const words = more ? [m('b', `${t.records[status]}:`), ` ${more}`] : m('b', t.records[status])
  if (status === 'rejected') return warning(words)
  const [look, name] = status === 'pending' ? (['calm', 'history'] as const) : STANDING
  return m('.inline-warning[role=status]', { class: look }, [icon(name, 16), m('p', words)])
}

/** Of a record that waits for nothing. */
const STANDING = ['ok', 'check'] as const

function occupations(
  review: VisitReview,
  { said, choices }: NonNullable<VisitBody['occupation']>,
  t: VisitWords,
): Children {
  return m('fieldset.codes', [
    m('legend', t.occupation),
    said === null && warning(t.occupationNote),
    choices.map(({ code, display }) =>
      m('.code', { key: code, class: code === said ? 'principal' : '' }, [
        m('label', [
          m('input[type=radio][name=svc-occupation]', {
            checked: code === said,
            onchange: () => review.say('practitioner_cbo', code),
          }),
          m('b', code),
          display && m('span', display),
        ]),
      ]),
    ),
  ])
}

function factLine(model: Model, review: VisitReview, fact: VisitFactBody, t: VisitWords): Children {
  const { field, sent, said } = fact
  const id = `svc-visit-${field}`
  const isOther = sent !== null && sent.code !== (said ?? fact.usual)?.code
  return m('.visit-fact', { key: field }, [
    m('label', { for: id }, t.fields[field]),
    fact.allowed
      ? choice(review, fact, fact.allowed, id, t)
      : m(ProcedureField, {
          model,
          id,
          words: t,
          fact,
          choose: (code) => review.say(field, code),
        }),
    isMissing(fact) && m('p.note.visit-missing', icon('warning', 14), t.missing),
    isOther && m('p.note', fact.chosen ? t.sentBefore(nameOf(sent)) : t.sent(nameOf(sent))),
  ])
}

function choice(
  review: VisitReview,
  { field, said, usual }: VisitFactBody,
  allowed: readonly NamedCode[],
  id: string,
  t: VisitWords,
): Children {
  return m(
    'select',
    {
      id,
      // Only what is drawn anew: the browser's own choice must not outlive a refusal.
      value: said?.code ?? '',
      onchange: (event: Event) =>
        review.say(field, (event.target as HTMLSelectElement).value || null),
    },
    [
      m('option', { value: '' }, usual ? t.usual(nameOf(usual)) : t.choose),
      allowed.map((one) => m('option', { value: one.code }, nameOf(one))),
    ],
  )
}

function isMissing({ said, usual }: VisitFactBody): boolean {
  return said === null && usual === null
}

function shortName({ said, usual }: VisitFactBody): string | undefined {
  const counts = said ?? usual
  return counts ? nameOf(counts) : undefined
}

export function nameOf({ code, display }: NamedCode): string {
  return display ? sigtapTitle(display) : code
}

function warning(words: Children, action?: Children): Children {
  return m('.inline-warning[role=alert]', [icon('warning', 16), m('p', words), action])
}

interface FieldAttrs {
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
function ProcedureField(): Component<FieldAttrs> {
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
    view({ attrs: { model, id, words, fact, choose } }: Vnode<FieldAttrs>) {
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
