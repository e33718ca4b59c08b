import type { Installation } from './installation.ts'
import type { TestVisit } from './visit.ts'

export interface Item {
  /** Section of the specification. */
  section: string
  says: string
  /** @throws {Departure} in words */
  check(at: Installation, visit: TestVisit): Promise<void>
}

/** What nobody sees without a browser, a doctor or the network itself. */
export const NOT_FROM_OUTSIDE: readonly { section: string; says: string }[] = [
  { section: '3.2, 3.3', says: 'lifecycle and recording: in a browser (svcctl host test)' },
  { section: '4.3, 6', says: 'the plugin’s calls and events: in a browser (svcctl host test)' },
  { section: '5.3', says: 'renewal by getToken: in a browser (svcctl host test)' },
  {
    section: '4.3',
    says: 'ids given as numbers, a key given to init, resetRecording: in a browser (svcctl host test)',
  },
  {
    section: '4.4',
    says: 'startRecording from the host, names of notifications: in a browser (docs/spec-coverage.md)',
  },
  { section: '8', says: 'exchanges a minute and key: asked, they would keep the hospital out' },
  { section: '5.4', says: 'revocation: needs the administrator (svcctl key revoke)' },
  {
    section: '3.1, 4.2',
    says: 'what the network accepts: svcctl rnds check, svcctl rnds simulator',
  },
]
