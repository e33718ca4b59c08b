import { setFlagsFromString } from 'node:v8'

/** Three times what is in use: some 180 MB at the most for a service that holds 45. */
const GROWTH_PERCENT = 300

/**
 * V8 goes through the whole of a small heap as soon as it has grown by a tenth. While sound is
 * transcribed that was once a second, each time with 20 to 40 ms of work beside the requests, on
 * cores that have none to spare. May be set while the process runs; `--initial-heap-size` does as
 * well but must be given when Node starts. A larger young generation made no difference.
 */
export function letHeapGrow() {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
