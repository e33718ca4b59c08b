/**
 * The folder; that with its database; room to make one, for anybody, or as the account whose room
 * it is; no folder of another account, wherever it is.
 */
export type FolderNeed = 'folder' | 'prepared' | 'room' | 'own-room' | 'own'

/**
 * What a command needs of the data folder. A prepared one, unless it is named here: a command that
 * came later is never one that makes a folder by accident.
 */
const NEEDS: Readonly<Record<string, Exclude<FolderNeed, 'prepared'> | null>> = {
  // They make it.
  init: 'own-room',
  serve: null,
  demo: null,
  'backup restore': null,
  // Before there is anything too; what is there is its account's.
  'config set': 'own',
  // They say what is missing, or are about something else.
  '': null,
  status: null,
  doctor: null,
  'support bundle': null,
  'config show': null,
  'config path': null,
  completion: null,
  help: null,
  plugin: null,
  'host test': null,
  'extension rule': null,
  eval: null,
  'schema check': null,
  'template check': null,
  'template preview': null,
  'rnds simulator': null,
  'backup list': null,
  'backup verify': null,
  'backup drill': null,
  // The bundle's installer calls some of them before there is anything; `create --data` opens the
  // folder itself.
  'bundle create': null,
  'bundle verify': null,
  'bundle show': null,
  'bundle try': null,
  'bundle take-in': null,
  'bundle step-up': null,
  'bundle step-back': null,
  'bundle forget': 'folder',
  // Files in a folder: they may come before `init`, and never into a folder that nobody meant.
  'model list': null,
  'model advise': null,
  'model verify': 'folder',
  'model pull': 'folder',
  'model import': 'folder',
  'model use': 'folder',
  'model remove': 'folder',
  'model mirror create': 'folder',
  'rnds definitions show': 'folder',
  'rnds definitions import': 'folder',
  'rnds definitions use': 'folder',
  'rnds definitions diff': 'folder',
  'rnds definitions remove': 'folder',
}

/** @param path the words of a command, `org list`; empty for the program alone */
export function folderNeed(path: string): FolderNeed | null {
  const need = NEEDS[path]
  return need === undefined ? 'prepared' : need
}
