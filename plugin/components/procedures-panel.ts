import {
  type ChosenProcedure,
  MOST_TIMES,
  procedureKind,
  sigtapCode,
  sigtapTitle,
  withQuantity,
} from '../state/procedures.ts'
import { type Component, m, type Vnode } from '../view.ts'
import { type CodeRow, codePanel } from './code-panel.ts'

/**
 * Procedures beneath a document: confirm what it says was done, search others, say how many times.
 */
export const ProceduresPanel = codePanel<ChosenProcedure>({
  ...procedureKind,
  words: (t) => t.procedures,
  written: sigtapCode,
  title: sigtapTitle,
  control: ({ one, list, t, name, attrs }) =>
    m(TimesField, {
      attrs,
      times: one.quantity,
      label: t.procedures.times(name),
      choose: (written) => list.choose(withQuantity(list.chosen, one.code, written)),
    }),
})

interface TimesAttrs {
  attrs: CodeRow<ChosenProcedure>['attrs']
  times: number
  label: string
  /** What is no number of times leaves it as it was. */
  choose(written: string): void
}

/**
 * What is being typed stays until the field is left, however often the screen is drawn anew
 * meanwhile.
 */
function TimesField(): Component<TimesAttrs> {
  let typed: string | undefined

  return {
    view: ({ attrs: { attrs, times, label, choose } }: Vnode<TimesAttrs>) =>
      m('input.times[type=number][min=1][step=1]', {
        ...attrs,
        max: MOST_TIMES,
        value: typed ?? times,
        'aria-label': label,
        title: label,
        oninput: (event: Event) => {
          typed = written(event)
        },
        onchange: (event: Event) => {
          typed = undefined
          choose(written(event))
        },
      }),
  }
}

function written({ target }: Event): string {
  return (target as HTMLInputElement).value
}
