import { Help } from 'commander'

/** The first column at its widest: beside it 44 of 80 columns are left for words. */
const WIDEST = 32
const GAP = 2

/**
 * Help that fits 80 columns: where one name is long, all words would begin beyond it and be folded
 * no more. A longer name has its line to itself.
 */
export const helpColumns: Partial<Help> = {
  showGlobalOptions: true,
  padWidth: (command, helper) => Math.min(plain().padWidth(command, helper), WIDEST),
  formatItem(term, width, description, helper) {
    if (helper.displayWidth(term) <= width)
      return plain().formatItem.call(helper, term, width, description, helper)
    const indent = ' '.repeat(GAP + width + GAP)
    const words = helper.boxWrap(description, (helper.helpWidth ?? 80) - indent.length)
    return [`${' '.repeat(GAP)}${term}`, ...words.split('\n').map((line) => indent + line)].join(
      '\n',
    )
  },
}

/** In the same two columns, what is no option of a command. */
export function helpLines(shown: readonly { name: string; words: string }[]): string {
  const help = Object.assign(new Help(), helpColumns)
  const width = Math.min(Math.max(...shown.map(({ name }) => name.length)), WIDEST)
  return shown.map(({ name, words }) => help.formatItem(name, width, words, help)).join('\n')
}

function plain(): Help {
  return Help.prototype
}
