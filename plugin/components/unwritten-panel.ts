import type { TemplateField, UnwrittenItem } from '../../core/contract/api.ts'
import type { Model } from '../state/model.ts'
import type { OpenDocument } from '../state/open-document.ts'
import { elapsedText } from '../text/figures.ts'
import { type Children, type Component, m, type Vnode, type VnodeDOM } from '../view.ts'
import { button, iconButton } from './button.ts'
import type { Focus } from './evidence-panel.ts'
import { icon } from './icon.ts'

interface Attrs {
  model: Model
  open: OpenDocument
  onFocus(focus: Focus): void
}

/**
 * What was said and stands in no field: each entry one press from its words, from the document, and
 * from being left out.
 */
export function UnwrittenPanel(): Component<Attrs> {
  let dom: Element | undefined

  /** The entry goes with its buttons: who used the keyboard goes on from the head of the list. */
  async function act(work: Promise<boolean>, told: string, { notices }: Model) {
    if (!(await work)) return
    notices.announce(told)
    dom?.querySelector('summary')?.focus()
  }

  return {
    oncreate(vnode: VnodeDOM<Attrs>) {
      dom = vnode.dom
    },
    view({ attrs: { model, open, onFocus } }: Vnode<Attrs>) {
      const { t } = model
      const { unwritten } = open
      // The place stays, so that a list that comes back is the same one.
      return m('.unwritten', [
        unwritten.length > 0 &&
          m('details', { oncreate: (node: VnodeDOM) => node.dom.toggleAttribute('open', true) }, [
            m('summary', icon('chevron', 16), m('strong', t.unwritten.title(unwritten.length))),
            m('p.note', t.unwritten.note),
            m(
              'ul',
              unwritten.map((item) =>
                m('li', { key: item.id }, [
                  m('.unwritten-what', [
                    m('span.tag', t.unwritten.kinds[item.kind]),
                    m('span', item.text),
                    source(model, item, onFocus),
                  ]),
                  m('.unwritten-acts', [
                    take(model, open, item, act),
                    iconButton('close', t.unwritten.dismissOf(item.text), {
                      title: t.unwritten.dismiss,
                      onclick: () =>
                        void act(open.dismiss(item.id), t.unwritten.dismissed(item.text), model),
                    }),
                  ]),
                ]),
              ),
            ),
          ]),
      ])
    },
  }
}

/**
 * Shows the words beside the document, where they can be heard and followed into the transcript.
 */
function source({ t }: Model, item: UnwrittenItem, onFocus: (focus: Focus) => void): Children {
  const { id, text, start_ms, spans } = item
  const focus: Focus = { key: `u${id}`, label: text, support: { kind: 'spans', spans } }
  const time = start_ms === null ? undefined : elapsedText(start_ms)
  return m(
    'button.link[type=button]',
    {
      onclick: () => onFocus(focus),
      'aria-label': time ? t.unwritten.hear(time, text) : t.unwritten.seeContext(text),
    },
    time ?? t.unwritten.inContext,
  )
}

type Act = (work: Promise<boolean>, told: string, model: Model) => Promise<void>

function take(model: Model, open: OpenDocument, item: UnwrittenItem, act: Act): Children {
  const { t } = model
  const { id, text, field } = item
  const takeIn = (path?: string[]) =>
    void act(open.takeIn(id, path), t.unwritten.taken(text), model)
  if (field) {
    const name = field.join(' · ')
    return button(t.unwritten.take(name), {
      icon: 'plus',
      class: 'compact',
      onclick: () => takeIn(),
      'aria-label': t.unwritten.takeOf(name, text),
    })
  }
  const paths = open.fields.flatMap(pathsOf)
  return m(
    'select',
    {
      'aria-label': t.unwritten.chooseFor(text),
      onchange(event: Event) {
        const path = paths[Number((event.target as HTMLSelectElement).value)]
        if (path) takeIn(path)
      },
    },
    [
      m('option[value=""]', t.unwritten.choose),
      paths.map((path, at) => m('option', { value: String(at) }, path.join(' · '))),
    ],
  )
}

/** Everywhere a text can be put: fields, and the keys of those that have some. */
function pathsOf({ name, type, keys = [] }: TemplateField): string[][] {
  return type === 'dict' ? keys.map((key) => [name, key]) : [[name]]
}
