/** How a record writes what people say otherwise: the lists of words as dictionaries. */

import complaintList from '../../config/portuguese/complaints.json' with { type: 'json' }
import compoundList from '../../config/portuguese/compounds.json' with { type: 'json' }
import idioms from '../../config/portuguese/idioms.json' with { type: 'json' }
import recordForms from '../../config/portuguese/record-forms.json' with { type: 'json' }
import list from '../../config/portuguese/synonyms.json' with { type: 'json' }

/** Folded phrase → the idea it stands for. */
export function synonyms(): Map<string, string> {
  const ideas = new Map<string, string>()
  for (const line of list.lines) {
    const [idea = '', said = ''] = line.split(':').map((part) => part.trim())
    ideas.set(idea, idea)
    for (const phrase of said
      .split('|')
      .map((each) => each.trim())
      .filter(Boolean))
      ideas.set(phrase, idea)
  }
  return ideas
}

/**
 * Ideas that are complaints, diseases or what was done about them: what a denial of them says
 * matters.
 */
export function complaints(ideas: ReadonlyMap<string, string>): Set<string> {
  return new Set(
    [...complaintList.lines, ...compoundList.lines].flatMap((line) => {
      const [idea = ''] = split(line, ':')
      return ideas.get(idea) ?? idea
    }),
  )
}

/**
 * Names that count as one word, spoken of or not, each with the idea that is denied with it where
 * one is told.
 */
export function compounds(ideas: ReadonlyMap<string, string>): Map<string, string | undefined> {
  return new Map(
    compoundList.lines.map((line) => {
      const [idea = ''] = split(line, ':')
      const [, wider] = split(line, '<')
      return [ideas.get(idea) ?? idea, wider]
    }),
  )
}

export interface Told {
  idea: string
  /** Every group must have a word; the words as patterns of a folded token. */
  groups: RegExp[]
  /** Where one of these stands near, something else is told. */
  unless?: RegExp
}

/** Folded phrase → the idea it stands for, of both lists of synonyms. */
export function ideaPhrases(): Map<string, string> {
  const ideas = synonyms()
  for (const line of [...compoundList.lines, ...complaintList.lines, ...recordForms.lines]) {
    const [said = '', phrases = ''] = split(line, ':')
    const [others = ''] = split(phrases, '<')
    // An idea of the other list keeps its name there.
    const idea = ideas.get(said) ?? said
    ideas.set(said, idea)
    for (const phrase of split(others, '|')) if (!ideas.has(phrase)) ideas.set(phrase, idea)
  }
  for (const line of idioms.lines) {
    const [idea = ''] = split(line, ':')
    if (!ideas.has(idea)) ideas.set(idea, idea)
  }
  return ideas
}

/** Ideas told by words that stand near each other. */
export function toldIdeas(ideas: ReadonlyMap<string, string>): Told[] {
  return idioms.lines.map((line) => {
    const [idea = '', words = ''] = split(line, ':')
    const all = split(words, '+')
    const [not] = all.filter((group) => group.startsWith('!'))
    return {
      idea: ideas.get(idea) ?? idea,
      groups: all.filter((group) => group !== not).map(anyOf),
      ...(not ? { unless: anyOf(not.replaceAll('!', '')) } : {}),
    }
  })
}

function anyOf(group: string): RegExp {
  return new RegExp(`^(?:${group.replaceAll('*', '\\w*').split(' ').join('|')})$`)
}

function split(line: string, by: string): string[] {
  return line
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean)
}
