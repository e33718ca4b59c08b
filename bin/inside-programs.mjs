/**
 * What a program for Node takes into itself when it is built, and what it leaves where it is: the
 * same for the programs (bin/build.mjs) and for the tests (bin/build-tests.mjs).
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const mediaTypes = createRequire(import.meta.url).resolve('mime-db/db.json')
const { dependencies, optionalDependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

/**
 * Packages that every start needs, taken into the programs: as hundreds of small files, finding and
 * reading them took half of a start's processor time. The others stay where they are: those with
 * compiled parts, data or processes of their own, and what is wanted now and then.
 */
const insidePrograms = [
  '@koa/bodyparser',
  '@koa/cors',
  '@koa/router',
  'busboy',
  'commander',
  'https-proxy-agent',
  'inquirer',
  'jsonwebtoken',
  'koa',
  'koa-compose',
  'koa-helmet',
  'openid-client',
  'pino',
  'prom-client',
  'rate-limiter-flexible',
  'sequelize',
  'string-width',
  'ws',
  'zod',
]
export const outsidePrograms = [
  ...Object.keys({ ...dependencies, ...optionalDependencies }).filter(
    (name) => !insidePrograms.includes(name),
  ),
  // What those inside would use if it were there.
  'bufferutil',
  'utf-8-validate',
  'pg-hstore',
]

/**
 * What every start paid for and hardly any needs: messages of zod in fifty languages; the world's
 * time zones, since the database speaks UTC (moment-timezone comes with Sequelize); and tables of
 * how text is divided and of every emoji, before the first text that is not Latin; checks of values
 * that no table asks for; the languages of five databases that are never spoken to. Every query of
 * SQLite also wrote down where it came from, for a failure that hardly any has.
 */
export const lightStart = {
  name: 'light-start',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
    onLoad({ filter: /[\\/]moment-timezone[\\/]data[\\/]packed[\\/]latest\.json$/ }, () => ({
      contents: '{"version":"none","zones":[],"links":[],"countries":[]}',
      loader: 'json',
    }))
    onLoad({ filter: /[\\/]string-width[\\/]index\.js$/ }, ({ path }) => ({
      contents: whenCalled(readFileSync(path, 'utf8'), [
        ['const segmenter = new Intl.Segmenter();', 'segment', 'new Intl.Segmenter()'],
        ['const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;', 'test', '/^\\p{RGI_Emoji}$/v'],
      ]),
    }))
    onLoad(
      { filter: /[\\/]sequelize[\\/]lib[\\/]utils[\\/]validator-extras\.js$/ },
      ({ path }) => ({ contents: withLateValidator(readFileSync(path, 'utf8')) }),
    )
    // Three packages bring a copy each; one, as text, which is read faster than code.
    onResolve({ filter: /^\.\/db\.json$/ }, ({ importer }) =>
      /[\\/]mime-db[\\/]index\.js$/.test(importer) ? { path: mediaTypes } : undefined,
    )
    onLoad({ filter: /[\\/]mime-db[\\/]db\.json$/ }, ({ path }) => ({
      contents: `module.exports = JSON.parse(${JSON.stringify(readFileSync(path, 'utf8'))})`,
      loader: 'js',
    }))
    // SQLite's language is built on MySQL's, which stays.
    onLoad(
      { filter: /[\\/]dialects[\\/](db2|mariadb|mssql|oracle|snowflake)[\\/]index\.js$/ },
      () => ({
        contents: 'throw new Error("this database is not built in")',
      }),
    )
    onLoad(
      { filter: /[\\/]dialects[\\/](db2|mariadb|mssql|oracle|snowflake)[\\/]data-types\.js$/ },
      () => ({ contents: 'module.exports = () => ({})' }),
    )
    onLoad(
      { filter: /[\\/]sequelize[\\/]lib[\\/]dialects[\\/]sqlite[\\/]query\.js$/ },
      ({ path }) => ({
        contents: replaced(
          readFileSync(path, 'utf8'),
          'executionError, results, errForStack.stack)',
          'executionError, results, executionError && errForStack.stack)',
        ),
      }),
    )
  },
}

/** Packages that are no modules ask for Node's own parts as in CommonJS. */
export const requireBanner = {
  js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
}

/** What is made at once in `source` is made when its one method is called. */
function whenCalled(source, places) {
  return places.reduce((text, [statement, method, value]) => {
    const name = /^const (\w+) = /.exec(statement)[1]
    const late = `let ${name}Made; const ${name} = { ${method}: (text) => (${name}Made ??= ${value}).${method}(text) };`
    return replaced(text, statement, late)
  }, source)
}

/** A hundred files of checks that our tables ask for none of. */
function withLateValidator(source) {
  const late = replaced(
    source,
    'const validator = _.cloneDeep(require("validator"));',
    'let all; const validator = new Proxy({}, { get: (own, name) => name in own ? own[name] : (all ??= require("validator"))[name] });',
  )
  return replaced(
    late,
    'validator.isNull = validator.isEmpty;',
    'validator.isNull = (text) => validator.isEmpty(text);',
  )
}

function replaced(text, part, by) {
  if (!text.includes(part)) throw new Error(`a package has changed, it has no more: ${part}`)
  return text.replace(part, () => by)
}
