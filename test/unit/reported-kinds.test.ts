/**
 * Every situation that was reported (`../shared/reports`) has a test that runs it: the table names
 * the file, and words of the test's title or of its case.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { hasShared, sharedPath } from '../helpers/shared-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const DICTATION = 'test/unit/quoting/nothing-dropped.test.ts'
const FILES = 'test/http/file-use.test.ts'
const PAGES = 'test/browser/reported-pages.test.ts'
const SOUND = 'test/http/sound-use.test.ts'

const RUN_BY: Record<string, [file: string, ...words: string[]]> = {
  'dictation-attendance': [DICTATION, "'dictation-attendance'"],
  'dictation-by-the-doctor': [DICTATION, "'dictation-by-the-doctor'"],
  'dictation-split-names': [DICTATION, "'dictation-split-names'"],
  'dictation-stopped-medicines': [DICTATION, "'dictation-stopped-medicines'"],
  'dictation-two-pressures': [DICTATION, "'dictation-two-pressures'"],
  'disk-full-says-ready': [
    'test/http/storage-full.test.ts',
    'a disk without room is told by /readyz and by what it refuses',
  ],
  'file-columns': [FILES, 'file-columns/columns.pdf'],
  'file-cross-reference': [
    FILES,
    'file-cross-reference/valid-many-updates.pdf',
    'file-cross-reference/sent-as-text.pdf',
  ],
  'file-filled-form': [FILES, 'file-filled-form/form.pdf', 'file-filled-form/freetext.pdf'],
  'file-font-without-unicode': [FILES, 'file-font-without-unicode/nounicode.pdf'],
  'file-harmless-actions': [
    FILES,
    'file-harmless-actions/empty-lists.pdf',
    'file-harmless-actions/prints-itself.pdf',
  ],
  'file-long-screenshot': [
    'test/http/file-pictures.test.ts',
    'file-long-screenshot/results-app.png',
  ],
  'file-owner-password': [FILES, 'file-owner-password/only-owner-password.pdf'],
  'file-picture-tail': [
    'test/http/file-pictures.test.ts',
    'file-picture-tail/cropped-screenshot.png',
  ],
  'file-scan-with-printed-words': [
    FILES,
    'file-scan-with-printed-words/telephone-scanner.pdf',
    'file-scan-with-printed-words/letterhead.pdf',
    'file-scan-with-printed-words/read-well.pdf',
  ],
  'file-upside-down': [FILES, 'file-upside-down/upside-down.pdf'],
  'microphone-gone': [
    'test/browser/sound/microphone-gone.test.ts',
    'unplugged: another one goes on by itself, and the statement says it',
  ],
  'page-frame-without-storage': [PAGES, "reported('page-frame-without-storage', 'page.html'"],
  'page-print': [PAGES, "reported('page-print', 'page.html'"],
  'page-prototype-js': [PAGES, "reported('page-prototype-js', 'page.html'"],
  'page-route-change': [PAGES, "reported('page-route-change', 'page.html'"],
  'proxy-body-size': [PAGES, "behindNginx('proxy-body-size', 'nginx.conf'"],
  'proxy-sub-path': [PAGES, "behindNginx('proxy-sub-path', 'nginx.conf'"],
  'schema-from-a-library': [
    'test/unit/structured-output/library-schemas.test.ts',
    'reports/schema-from-a-library/schema.json',
  ],
  'settings-written-as-root': [
    'test/http/cli-folder.test.ts',
    'root leaves nothing in the folder of the service that the service cannot read',
    'what root has left there, doctor tells and gives back',
  ],
  'sound-cut-without-notice': [
    SOUND,
    "reported('sound-cut-without-notice', 'cut.webm')",
    "reported('sound-cut-without-notice', 'cut-with-notice.ogg')",
  ],
  'sound-header-without-sizes': [
    SOUND,
    "reported('sound-header-without-sizes', 'recorder-lost-power.wav')",
  ],
  'sound-opposite-channels': [SOUND, "reported('sound-opposite-channels', 'recorder.ogg')"],
  'sound-quiet-voice': [
    SOUND,
    "reported('sound-quiet-voice', 'quiet.ogg')",
    "reported('sound-quiet-voice', 'normal.ogg')",
  ],
  'sound-telephone-codecs': [
    SOUND,
    "reported('sound-telephone-codecs', 'telephone-ima-adpcm.wav')",
    "reported('sound-telephone-codecs', 'voice-memo-lossless.m4a')",
  ],
}

for (const [folder, [file, ...words]] of Object.entries(RUN_BY))
  test(`${folder} is run by ${file}`, (t) => {
    t.true(words.length > 0)
    t.true(existsSync(join(ROOT, file)), file)
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const word of words) t.true(text.includes(word), word)
  })

const withReports = hasShared('reports') ? test : test.skip
withReports('no report is without a test, and no file of a report without its case', (t) => {
  const folders = readdirSync(sharedPath('reports'), { withFileTypes: true })
  const names = folders.filter((one) => one.isDirectory()).map(({ name }) => name)
  t.deepEqual(names.sort(), Object.keys(RUN_BY).sort())
  for (const name of names) {
    const cases = readdirSync(sharedPath(`reports/${name}`)).filter((file) => isInput(file))
    for (const file of cases) t.regex(RUN_BY[name]!.join(' '), new RegExp(file), `${name}/${file}`)
  }
})

/** Explanations, steps for people, and lists whose lines are read one by one. */
function isInput(file: string): boolean {
  return !['README.md', 'steps.sh', 'cases.txt'].includes(file)
}
