import type { FieldType } from '../../core/contract/api.ts'
import type { Model } from '../state/model.ts'
import type { ModelDraft, SectionDraft } from '../state/own-models.ts'
import { type Children, type Component, m, type Vnode } from '../view.ts'
import { button, iconButton } from './button.ts'
import { Dialog, questionDialog } from './dialog.ts'

interface Attrs {
  model: Model
}

const TYPES = ['string', 'string[]', 'dict'] as const satisfies readonly FieldType[]

/** Writing a document model: its name, its sections in order, and who may use it. */
export function ModelEditor(): Component<Attrs> {
  let asking: 'discard' | 'remove' | undefined

  function leave({ ownModels, nav }: Model) {
    asking = undefined
    ownModels.close()
    nav.openDialog('templates')
  }

  async function save({ t, ownModels, notices, nav }: Model) {
    if (!(await ownModels.save())) return
    notices.show(t.models.saved)
    nav.openDialog('templates')
  }

  async function remove(model: Model) {
    asking = undefined
    if (!(await model.ownModels.remove())) return
    model.notices.show(model.t.models.removed)
    leave(model)
  }

  return {
    view({ attrs: { model } }: Vnode<Attrs>) {
      const { t, ownModels } = model
      const { draft } = ownModels
      if (!draft) return null
      if (asking) return question(model, asking)
      return m(
        Dialog,
        {
          title: draft.id ? t.models.editTitle : t.models.createTitle,
          closeLabel: t.close,
          sheet: true,
          onclose() {
            if (ownModels.isChanged) asking = 'discard'
            else leave(model)
          },
        },
        [
          m('.dialog-body.model-editor', [
            line(model, 'name', t.models.name, draft.name, (text) => {
              draft.name = text
            }),
            line(
              model,
              'purpose',
              t.models.purpose,
              draft.purpose,
              (text) => {
                draft.purpose = text
              },
              t.models.purposeExample,
            ),
            m('h3', t.models.sections),
            m('p.hint', t.models.known),
            m(
              'ol.model-sections',
              draft.sections.map((section, at) => sectionCard(model, draft, section, at)),
            ),
            fault(model, 'sections'),
            button(t.models.addSection, { icon: 'plus', onclick: ownModels.addSection }),
            ownModels.mayShare && share(model, draft),
          ]),
          m('.dialog-actions', [
            draft.id &&
              button(t.models.remove, {
                kind: 'quiet',
                icon: 'trash',
                onclick: () => {
                  asking = 'remove'
                },
              }),
            button(t.models.save, {
              kind: 'primary',
              busy: ownModels.busy,
              onclick: () => void save(model),
            }),
          ]),
        ],
      )
    },
  }

  function question(model: Model, what: 'discard' | 'remove'): Children {
    const { t } = model
    const words =
      what === 'remove'
        ? { title: t.models.removeTitle, text: t.models.removeText, confirm: t.models.remove }
        : { title: t.models.discardTitle, text: t.models.discardText, confirm: t.models.discard }
    return questionDialog({
      ...words,
      cancel: t.back,
      kind: 'danger',
      oncancel: () => {
        asking = undefined
      },
      onconfirm: () => (what === 'remove' ? void remove(model) : leave(model)),
    })
  }
}

function sectionCard(model: Model, draft: ModelDraft, section: SectionDraft, at: number): Children {
  const { t, ownModels, notices } = model
  const { key } = section
  const name = section.name.trim() || t.models.section(at + 1)
  const last = draft.sections.length - 1

  function move(by: -1 | 1) {
    ownModels.moveSection(key, by)
    notices.announce(t.models.moved(name, at + by + 1, draft.sections.length))
  }

  return m('li.model-section', { key }, [
    m('.model-section-head', [
      m('strong', t.models.section(at + 1)),
      iconButton('up', t.models.moveUp(name), { disabled: at === 0, onclick: () => move(-1) }),
      iconButton('down', t.models.moveDown(name), {
        disabled: at === last,
        onclick: () => move(1),
      }),
      iconButton('trash', t.models.removeSection(name), {
        onclick: () => ownModels.removeSection(key),
      }),
    ]),
    line(model, `${key}.name`, t.models.sectionName, section.name, (text) => {
      section.name = text
    }),
    m('label.model-line', [
      m('span', t.models.type),
      m(
        'select',
        {
          value: section.type,
          onchange: (event: Event) => {
            section.type = (event.target as HTMLSelectElement).value as FieldType
            ownModels.touched()
          },
        },
        TYPES.map((type) => m('option', { value: type }, t.models.types[type])),
      ),
    ]),
    section.type === 'dict' &&
      area(model, `${key}.keys`, t.models.keys, section.keys, (text) => {
        section.keys = text
      }),
    area(model, `${key}.instruction`, t.models.instruction, section.instruction, (text) => {
      section.instruction = text
    }),
  ])
}

function share({ t, ownModels }: Model, draft: ModelDraft): Children {
  return m('label.model-share', [
    m('input[type=checkbox]', {
      checked: draft.shared,
      onchange: (event: Event) => {
        draft.shared = (event.target as HTMLInputElement).checked
        ownModels.touched()
      },
    }),
    m('span', m('strong', t.models.share), m('small', t.models.shareHint)),
  ])
}

function line(
  model: Model,
  place: string,
  label: string,
  value: string,
  set: (text: string) => void,
  placeholder?: string,
): Children {
  return labelled(model, 'input[type=text]', place, label, { value, placeholder }, set)
}

function area(
  model: Model,
  place: string,
  label: string,
  value: string,
  set: (text: string) => void,
): Children {
  return labelled(model, 'textarea', place, label, { value, rows: 2 }, set)
}

function labelled(
  model: Model,
  element: string,
  place: string,
  label: string,
  attrs: Record<string, unknown>,
  set: (text: string) => void,
): Children {
  const { ownModels } = model
  const id = `svc-model-${place.replace('.', '-')}`
  const faulty = ownModels.faults.has(place)
  return m('.model-line', [
    m('label', { for: id }, label),
    m(element, {
      ...attrs,
      id,
      'aria-invalid': faulty ? 'true' : null,
      'aria-describedby': faulty ? `${id}-fault` : null,
      oninput: (event: Event) => {
        set((event.target as HTMLInputElement | HTMLTextAreaElement).value)
        ownModels.touched()
      },
    }),
    fault(model, place),
  ])
}

function fault({ ownModels }: Model, place: string): Children {
  const text = ownModels.faults.get(place)
  if (!text) return null
  return m('p.fault', { id: `svc-model-${place.replace('.', '-')}-fault`, role: 'alert' }, text)
}
