import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import vm from 'node:vm'

/**
 * Runs `svcctl`, which was built as one file, with what V8 compiled of it when it was built
 * (bin/compile-ahead.mjs): finding, reading and compiling its parts was a third of a command's
 * time. Another version of Node does not take the compiled part, and compiles for itself.
 * @param {string} file path of the program
 * @param {string | vm.Script} compiled path of what was compiled of it, which need not be there; or
 * the program as it ran before
 * @returns {vm.Script}
 */
export function loadProgram(file, compiled) {
  const script = compiled instanceof vm.Script ? compiled : read(file, compiled)
  script.runInThisContext()(createRequire(file), file)
  return script
}

function read(file, compiled) {
  const source = readFileSync(file, 'utf8')
  // What is compiled keeps the name: none with the folder that it was built in.
  return new vm.Script(`(function (require, __filename) {${source}\n})`, {
    filename: 'svcctl.cjs',
    cachedData: readIfThere(compiled),
  })
}

function readIfThere(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
