import { type Command, InvalidArgumentError, Option } from 'commander'
import { AppError } from '../../core/errors.ts'
import type { HostCheck, HostReport, Verdict } from '../../core/host-contract/check.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'

interface Options {
  timeout: number
  click?: string[]
  browser?: string
  insecure?: boolean
}

/**
 * `svcctl host test <url>`: opens the page in a headless browser and checks its use of the plugin
 * or of the iframe. Exit 65 when a check fails, 69 without a browser or when the page does not
 * open.
 */
export function hostTestCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('test', 'check a host page’s use of the assistant in a headless browser', [
    'host test https://ehr.hospital.example/patients/42',
    'host test http://127.0.0.1:8080/demo/hosts/react --click "Ana Prado"',
    'host test https://ehr.hospital.example --json | jq ".checks[] | select(.verdict == \\"fail\\")"',
  ])
    .argument('<url>', 'the page’s address', readAddress)
    .option('--timeout <seconds>', 'how long the assistant may take to be ready', readSeconds, 30)
    .option(
      '--click <text>',
      'a text or CSS selector to click before it opens; may be repeated',
      (text: string, before: string[] = []) => [...before, text],
    )
    .addOption(new Option('--browser <path>', 'the browser to use').env('CHROMIUM_PATH'))
    .option('--insecure', 'take certificates that nobody vouches for')
    .action(async (url: string, { timeout, click = [], browser, insecure = false }: Options) => {
      const line = terminal.progress('testing')
      const report = await deps
        .testHost({
          url,
          timeoutMs: timeout * 1000,
          clicks: click,
          browser,
          insecure,
          onStep: (what, share) => line.update(share, what),
        })
        .finally(() => line.end())
      terminal.result(report, () => sheet(deps, report))
      const { fail } = report.counts
      if (fail > 0)
        throw new AppError(
          'invalid',
          'host_test_failed',
          fail === 1 ? 'One check failed.' : `${fail} checks failed.`,
        )
    })
}

const MARKS: Record<Verdict, string> = { pass: '✓ pass', warn: '! look', fail: '✗ fail' }
const ORDER: readonly Verdict[] = ['fail', 'warn', 'pass']

function sheet({ terminal }: CliDeps, { checks, counts }: HostReport): string {
  const { style } = terminal
  const paint = { pass: style.green, warn: style.yellow, fail: style.red }
  const rows = ORDER.flatMap((verdict) => checks.filter((check) => check.verdict === verdict))
  const table = terminal.table<HostCheck>(rows, [
    {
      header: 'RESULT',
      cell: ({ verdict }) => MARKS[verdict],
      paint: (text, { verdict }) => paint[verdict](text),
    },
    { header: 'CHECK', cell: ({ title }) => title },
    { header: 'SEEN', cell: ({ detail }) => detail, shrinks: true },
    { header: 'WHAT TO DO', cell: ({ fix }) => fix, shrinks: true },
  ])
  const { pass, warn, fail } = counts
  return [table, '', style.bold(`${pass} passed, ${warn} to look at, ${fail} failed`)].join('\n')
}

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href
  throw new InvalidArgumentError('It must be an address: https://ehr.hospital.example/page')
}

function readSeconds(text: string): number {
  const seconds = Number(text)
  if (Number.isFinite(seconds) && seconds >= 1 && seconds <= 600) return seconds
  throw new InvalidArgumentError('It must be a number of seconds from 1 to 600.')
}
