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
