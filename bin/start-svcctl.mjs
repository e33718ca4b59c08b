/** dist/svcctl.js. bin/build.mjs says which file the program is. */
import { fileURLToPath } from 'node:url'
import { loadProgram } from './load-program.mjs'

loadProgram(
  fileURLToPath(new URL(SVCCTL_PROGRAM, import.meta.url)),
  fileURLToPath(new URL(SVCCTL_COMPILED, import.meta.url)),
)
