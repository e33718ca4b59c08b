/**
 * Node options with which a program ends itself, as by SIGKILL, at one point of its work: a real
 * process, at a place that no clock decides.
 */
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../../package.json', import.meta.url))

/** When a statement that begins so is about to run. */
export function killedAtStatement(start: string): string {
  return preload(`
    import { createRequire } from 'node:module'
    const { Database } = createRequire(${JSON.stringify(project)})('sqlite3')
    for (const name of ['run', 'all', 'exec']) {
      const plain = Database.prototype[name]
      Database.prototype[name] = function (sql, ...rest) {
        return sql.startsWith(${JSON.stringify(start)}) ? die() : plain.call(this, sql, ...rest)
      }
    }`)
}

type FileCall = 'open' | 'rename' | 'rm' | 'mkdir' | 'chmod'

/**
 * When the function of that name of `node:fs/promises` is called with a path that has this in it.
 */
export function killedAtFile(call: FileCall, part: string): string {
  return preload(`
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const plain = fs.promises.${call}
    fs.promises.${call} = (...args) =>
      args.some((one) => typeof one === 'string' && one.includes(${JSON.stringify(part)})) ? die() : plain(...args)
    syncBuiltinESMExports()`)
}

/** When it has something to say on stdout. */
export const killedAtOutput = preload('process.stdout.write = die')

function preload(code: string): string {
  const die = `function die() { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}) }`
  return `--import=data:text/javascript,${encodeURIComponent(`${code}\n${die}`)}`
}
