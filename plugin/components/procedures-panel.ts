import {
  type ChosenProcedure,
  MOST_TIMES,
  procedureKind,
  sigtapCode,
  sigtapTitle,
  withQuantity,
} from '../state/procedures.ts'
import { m } from '../view.ts'
import { codePanel } from './code-panel.ts'

/** Procedures beneath a document: confirm what it says was done, search others, say how many times. */
export const ProceduresPanel = codePanel<ChosenProcedure>({
  ...procedureKind,
  words: (t) => t.procedures,
  written: sigtapCode,
  title: sigtapTitle,
  control: ({ one, list, t, name, attrs }) =>
    m('input.times[type=number][min=1][step=1]', {
      ...attrs,
      max: MOST_TIMES,
      value: one.quantity,
      'aria-label': t.procedures.times(name),
      title: t.procedures.times(name),
      onchange: (event: Event) => {
        const input = event.target as HTMLInputElement
        const next = withQuantity(list.chosen, one.code, input.value)
        input.value = String(next.find(({ code }) => code === one.code)?.quantity ?? 1)
        list.choose(next)
      },
    }),
})
