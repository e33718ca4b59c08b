import { readdirSync, readFileSync } from 'node:fs'
import test from 'ava'
import { inEnglish } from '../../cli/english.ts'
import { AppError, notFound, validationError } from '../../core/errors.ts'

const root = new URL('../../', import.meta.url)
/** What `svcctl` runs, and throws, of the code that is worded for doctors and hosts. */
const sources = [
  ...readdirSync(new URL('core/access', root)).map((file) => `core/access/${file}`),
  'core/templates/template-catalogue.ts',
  'core/rnds/compile-record/faults.ts',
  'core/rnds/submission-prepare.ts',
  'models/vault/seal.ts',
  'ai-local/whisper/speech-runtime.ts',
  'ai-local/whisper/build-runtime.ts',
].filter((file) => thrownBy(file).length > 0)

test('failures are found in the sources', (t) => {
  t.true(sources.length >= 12, sources.join(' '))
})

for (const file of sources)
  test(`what ${file} throws has English words`, (t) => {
    for (const error of thrownBy(file)) {
      const english = inEnglish(error)
      t.not(english, error.message, `${error.code}: add it to cli/english.ts`)
      t.regex(english, /^[\x20-\x7e]+$/)
    }
  })

test('messages worded for the command line keep their words', (t) => {
  for (const error of [
    notFound('No record is 7. See: svcctl rnds list'),
    validationError([], 'The profile was not changed.'),
    new AppError('not-found', 'organization_not_found', 'No organization is "São Lucas".'),
  ])
    t.is(inEnglish(error), error.message)
})

test('a connection that is not there names the command that makes it', (t) => {
  const unavailable = (code: string) =>
    new AppError('unavailable', 'rnds_unavailable', 'A RNDS…', { details: [{ code }] })
  t.regex(inEnglish(unavailable('profile_incomplete')), /svcctl rnds profile/)
  t.regex(inEnglish(unavailable('certificate_missing')), /svcctl rnds cert/)
  t.regex(inEnglish(unavailable('gateway')), /\(gateway\)/)
})

/**
 * Their failures, as far as the text of a file tells: the code, and the sentence where it stands
 * there.
 */
function thrownBy(file: string): AppError[] {
  const text = readFileSync(new URL(file, root), 'utf8')
  const calls = /new AppError\(\s*'[a-z-]+',\s*'([a-z_]+)',\s*(?:'([^']+)')?/g
  const sentences = /(?:notFound|validationError)\((?:details, )?(?:'([^']+)')?/g
  return [
    ...[...text.matchAll(calls)].map(
      ([, code = '', message = 'Em português.']) => new AppError('invalid', code, message),
    ),
    ...[...text.matchAll(sentences)]
      .filter(([call]) => call.startsWith('notFound'))
      .map(([, message]) => notFound(message)),
    ...[...text.matchAll(sentences)]
      .filter(([call]) => call.startsWith('validationError'))
      .map(([, message]) => validationError([], message)),
  ]
}
