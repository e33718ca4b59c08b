// Own process: it starts svcctl, which starts a browser
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserTest } from '../../helpers/browser.ts'
import { makeFolder } from '../../helpers/temporary-folder.ts'

const SVCCTL = fileURLToPath(new URL('../../../bin/svcctl', import.meta.url))
const PAGE = join(import.meta.dirname, 'pages/form.html')
const RULE = {
  name: 'Prontuário de exemplo',
  pages: ['https://ehr.example/'],
  read: { patient_name: '#patient', patient_id: '#record' },
  fields: { 'Queixa Principal': ['#not-there', '#complaint'], 'Dados > Peso': '#weight' },
}

browserTest(
  'a rule is tried on a saved page by what the extension itself would find',
  async (t) => {
    const folder = await makeFolder(t, 'svc-rule-')
    const svcctl = (...words: string[]) =>
      new Promise<{ code: number; out: string }>((resolve) => {
        const env = { ...process.env, SVC_DATA_DIR: folder }
        execFile(process.execPath, [SVCCTL, 'extension', 'rule', ...words], { env }, (error, out) =>
          resolve({ code: Number(error?.code ?? 0), out }),
        )
      })
    const file = join(folder, 'ehr.json')
    await writeFile(file, JSON.stringify(RULE))
    const good = await svcctl(file, '--page', PAGE)
    t.is(good.code, 0, good.out)
    t.regex(good.out, /✓ read\.patient_name {2}#patient {2}reads "Maria da Silva"/)
    t.regex(good.out, /✓ fields\.Queixa Principal {2}#not-there, #complaint {2}the field "Queixa"/)
    t.regex(good.out, /✓ fields\.Dados > Peso {2}#weight/)

    const read = { ...RULE.read, ehr_id: '#nowhere' }
    const fields = { a: '.twice', b: '#signed', c: '#complaint', d: '#complaint', e: '#no[' }
    await writeFile(file, JSON.stringify({ ...RULE, read, fields }))
    const wrong = await svcctl(file, '--page', PAGE, '--json')
    t.is(wrong.code, 65)
    const [{ page }] = JSON.parse(wrong.out).rules
    t.is(page.is_named, null)
    t.deepEqual(
      page.selectors.map(({ at, verdict }: { at: string; verdict: string }) => `${at} ${verdict}`),
      [
        'read.patient_name found',
        'read.patient_id found',
        'read.ehr_id nothing',
        'fields.a several',
        'fields.b read-only',
        'fields.c found',
        'fields.d taken',
        'fields.e nothing',
      ],
    )

    await mkdir(join(folder, 'sites'))
    await writeFile(join(folder, 'sites', 'a.json'), JSON.stringify(RULE))
    await writeFile(join(folder, 'sites', 'b.json'), '{ "name": ')
    await writeFile(join(folder, 'sites', 'c.json'), JSON.stringify({ ...RULE, page: [] }))
    const all = await svcctl()
    t.is(all.code, 65)
    t.regex(all.out, /✓ a\.json {2}Prontuário de exemplo\n✗ b\.json\n {4}the file is no JSON/)
    t.regex(all.out, /✗ c\.json\n {4}page is not known here/)
  },
)
