/**
 * The READMEs of a bundle are read on a server, beside what was packed and nothing else: a picture
 * or a file that stayed behind is told in its words, so that no link leads nowhere.
 */
import { posix } from 'node:path'

/** A picture may stand in a link; a picture that the words behind it say again is said once. */
const PICTURE = /!\[([^[\]]*)\]\(([^()\s]+)\)(?:<br>\1)?/g
const LINK = /(?<!!)\[([^[\]]*)\]\(([^()\s]+)\)/g

/**
 * @param path of the file within the bundle
 * @param isPacked of a path within the bundle, a folder's too
 */
export function standAlone(
  text: string,
  path: string,
  isPacked: (path: string) => boolean,
): string {
  const leads = (target: string) => {
    const [file = ''] = target.split('#')
    if (file === '' || /^[a-z]+:/.test(file)) return true
    return isPacked(posix.normalize(posix.join(posix.dirname(path), file)).replace(/\/$/, ''))
  }
  return text
    .replace(PICTURE, (all, words: string, target: string) => (leads(target) ? all : words))
    .replace(LINK, (all, words: string, target: string) => (leads(target) ? all : words))
}
