import type { TemplateInfo } from '../../core/contract/api.ts'
import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import { type Children, type Component, m, type Vnode } from '../view.ts'
import { button, iconButton } from './button.ts'
import { Dialog } from './dialog.ts'
import { icon } from './icon.ts'

interface Attrs {
  model: Model
  actions: Actions
}

const GROUPS = ['specialty', 'document', 'own'] as const

/**
 * Choice of the model: search, groups, its purpose and its sections before anything is generated.
 */
export function TemplatePicker({ attrs }: Vnode<Attrs>): Component<Attrs> {
  let query = ''
  const { documents, ownModels } = attrs.model
  let chosen: TemplateInfo | undefined = ownModels.lastSaved ?? documents.suggested

  function option(model: Model, template: TemplateInfo): Children {
    const selected = template.id === chosen?.id
    const { templateChoice, t } = model
    const favorite = templateChoice.isFavorite(template.id)
    // A colleague's: the ones that come with the product are everybody's.
    const isOthers =
      template.group === 'own' &&
      ownModels.templates.some(({ id, mine }) => id === template.id && !mine)
    const star = favorite ? t.templates.removeFavorite : t.templates.addFavorite
    return m('.template-row', { key: template.id }, [
      m('label.template', { class: selected ? 'chosen' : '' }, [
        m('input[type=radio][name=svc-template]', {
          checked: selected,
          onchange: () => {
            chosen = template
          },
        }),
        m('span.choice-text', [m('strong', template.name), m('small', template.purpose)]),
        isOthers && m('span.tag', t.models.sharedMark),
        m('span.template-sections', t.templates.sections(template.fields.length)),
      ]),
      iconButton('star', star(template.name), {
        class: `star ${favorite ? 'on' : ''}`,
        'aria-pressed': String(favorite),
        onclick: () => templateChoice.toggleFavorite(template.id),
      }),
    ])
  }

  function foundIn({ documents }: Model): TemplateInfo[] {
    return documents.templates.filter((template) => matches(template, query))
  }

  /** As the list has it now: it may have been fetched anew. */
  function chosenIn(found: readonly TemplateInfo[]): TemplateInfo | undefined {
    return found.find(({ id }) => id === chosen?.id)
  }

  /**
   * Enter generates what can be seen: the choice as long as it is found, else the first that is.
   */
  function choose(model: Model) {
    const found = foundIn(model)
    chosen = chosenIn(found) ?? found[0] ?? chosen
  }

  function groups(model: Model): Children {
    const { t, documents, templateChoice } = model
    const found = foundIn(model)
    if (found.length === 0) return m('p.hint.center', t.templates.noneFound)
    const recent = query === '' ? documents.recent : []
    const favorite = found.filter(
      (template) => templateChoice.isFavorite(template.id) && !recent.includes(template),
    )
    const rest = found.filter(
      (template) => !recent.includes(template) && !favorite.includes(template),
    )
    const sections = [
      { group: 'recent' as const, templates: recent },
      { group: 'favorite' as const, templates: favorite },
      ...GROUPS.map((group) => ({
        group,
        templates: rest.filter((template) => template.group === group),
      })),
    ]
    return sections
      .filter(({ templates }) => templates.length > 0)
      .map(({ group, templates }) =>
        m('section', { key: group }, [
          m('h3', t.templates.groups[group]),
          templates.map((template) => option(model, template)),
        ]),
      )
  }

  return {
    view({ attrs: { model, actions } }: Vnode<Attrs>) {
      const { t, nav } = model
      return m(
        Dialog,
        { title: t.templates.title, closeLabel: t.close, onclose: nav.closeDialog, sheet: true },
        [
          m('.search', [
            icon('search', 16),
            m('input[type=search][data-first]', {
              placeholder: t.templates.search,
              'aria-label': t.templates.search,
              value: query,
              oninput: (event: Event) => {
                query = (event.target as HTMLInputElement).value
                choose(model)
              },
              onkeydown: (event: KeyboardEvent) => {
                const visible = chosenIn(foundIn(model))
                if (event.key === 'Enter' && visible) actions.generate(visible)
              },
            }),
          ]),
          m(
            '.dialog-body.templates[role=radiogroup]',
            { 'aria-label': t.templates.title },
            groups(model),
          ),
          footer(model, actions, chosenIn(foundIn(model))),
        ],
      )
    },
  }
}

/** `chosen`: undefined while none of those that are found is. */
function footer(model: Model, actions: Actions, chosen: TemplateInfo | undefined): Children {
  const { t } = model
  const own = model.deps.settings.allowCreateModels && modelActions(model, chosen?.id)
  if (!own && !chosen) return null
  return m('.dialog-actions.template-footer', [
    own,
    chosen && [
      m('details.sections', [
        m('summary', icon('chevron', 16), t.templates.preview),
        m('p', chosen.fields.map(({ name }) => name).join(' · ')),
        chosen.pending_clinical_review && m('p.warning-text', t.templates.pending),
      ]),
      button(`${t.templates.generate} ${chosen.name}`, {
        kind: 'primary',
        icon: 'sparkle',
        onclick: () => actions.generate(chosen),
      }),
    ],
  ])
}

/** Making models of one's own: the host may hide it (SPEC-GAPS 1.15). */
function modelActions({ t, ownModels, nav }: Model, chosenId: string | undefined): Children {
  const chosen = ownModels.templates.find(({ id }) => id === chosenId)
  const open = (start: () => void) => () => {
    start()
    nav.openDialog('model')
  }
  return m('.model-actions', [
    button(t.models.create, { icon: 'plus', class: 'compact', onclick: open(ownModels.startNew) }),
    chosen &&
      iconButton('copy', t.models.duplicate(chosen.name), {
        onclick: open(() => ownModels.startCopy(chosen)),
      }),
    chosen?.mine &&
      iconButton('pencil', t.models.edit(chosen.name), {
        onclick: open(() => ownModels.edit(chosen)),
      }),
  ])
}

/** Without accents or case, so that "cardiologia" and "Geriátrica" are found as people type. */
function matches({ name, purpose, slug }: TemplateInfo, query: string): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/\p{Diacritic}/gu, '')
      .toLowerCase()
  return plain(`${name} ${purpose} ${slug}`).includes(plain(query.trim()))
}
