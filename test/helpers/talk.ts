import { fileURLToPath } from 'node:url'

/** The talk of consultations that the build writes. */
export const TALK = fileURLToPath(new URL('../../dist/talk.txt.gz', import.meta.url))
