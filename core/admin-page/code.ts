/** The one-time code that lets an administrator in: short enough to type, for minutes, once. */

// The page for administration: who may come in. `svcctl admin open` leaves a code in the data
// folder, the service takes it away when somebody enters it.

/** What is kept of a code; never the code. */
interface KeptCode {
  /** Hex, SHA-256 of the code as `readCode` gives it. */
  hash: string
  until: Date
  /** The account that asked for it: what is done on the page is on record as its doing. */
  by: string
}

/** The notes of two processes about one page. */
export interface AdminDoor {
  /** In the place of one that was not used. */
  keepCode(code: KeptCode): Promise<void>
  findCode(): KeptCode | null
  /** Takes the code: of several callers at once, one gets true. */
  takeCode(hash: string): Promise<boolean>
  /** Ends every session and takes the code away. @param mark never the same twice */
  close(mark: string): Promise<void>
  /** The mark of the last closing; null: never closed. Sessions end when it changes. */
  closedBy(): string | null
}

/** Five minutes: as long as it takes to change the window and type. */
export const CODE_VALID_S = 300

/** Without letters that look like digits, or like each other. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12
const GROUP = 4

interface Deps {
  door: AdminDoor
  /** So many random bytes. */
  randomBytes: (count: number) => Uint8Array
  /** Hex, SHA-256. */
  digest: (text: string) => string
  now: () => Date
}

export interface OpenedPage {
  /** `7K3M-9QXV-2HFD`: 60 random bits. */
  code: string
  until: Date
}

/** @returns the only copy of the code there will ever be; one that was not used is void */
export function openAdminPage({ door, randomBytes, digest, now }: Deps) {
  return async (by: string): Promise<OpenedPage> => {
    const bytes = randomBytes(LENGTH)
    const letters = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
    const until = new Date(now().getTime() + CODE_VALID_S * 1000)
    await door.keepCode({ hash: digest(letters), until, by })
    const groups = [0, GROUP, 2 * GROUP].map((start) => letters.slice(start, start + GROUP))
    return { code: groups.join('-'), until }
  }
}

/** As it was made, whatever way it was typed; null: it cannot be one. */
export function readCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return plain.length === LENGTH && [...plain].every((one) => ALPHABET.includes(one)) ? plain : null
}
