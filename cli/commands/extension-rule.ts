import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import { AppError } from '../../core/errors.ts'
import {
  type SelectorVerdict,
  type SiteRuleFault,
  siteRuleFaults,
  type TriedRule,
  type TriedSelector,
} from '../../core/extension/site-rule.ts'
import { offering } from '../completion/offers.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps, TryableRule } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'

interface Options {
  page?: string
  browser?: string
}

interface Judged {
  file: string
  name: string | null
  faults: SiteRuleFault[]
  /** Of `--page`. */
  page: TriedRule | null
}

/**
 * `svcctl extension rule`: what the extension would take of rules for an EHR's pages, and what a
 * sample page says to one. Exit 65 where something is wrong, 69 without a browser.
 */
export function extensionRuleCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('rule', 'check rules for an EHR’s pages, and try one on a sample page', [
    'extension rule',
    'extension rule ehr.json --page saved-page.html',
    'extension rule ehr.json --page https://ehr.hospital.example/patients/42',
  ])
    .addArgument(offering('[file]', 'a rule; without one, all of the data folder', 'files'))
    .option('--page <page>', 'a saved page, or its address, that the rule is tried on')
    .addOption(new Option('--browser <path>', 'the browser to use').env('CHROMIUM_PATH'))
    .action(async (file: string | undefined, { page, browser }: Options, command: Command) => {
      if (page !== undefined && file === undefined)
        throw new AppError('invalid', 'usage', 'Name the rule that is tried on the page.')
      const files =
        file === undefined
          ? await deps.siteFiles(settingFlags(command, deps.settings))
          : [{ file: basename(file), value: parse(await deps.readTextFile(file)) }]
      const judged: Judged[] = []
      for (const { file: name, value } of files) {
        const faults = value === undefined ? [NOT_READ] : siteRuleFaults(value)
        const rule = value as TryableRule & { name: string }
        const tried =
          page !== undefined && faults.length === 0
            ? await deps.trySiteRule({ rule, page, browser })
            : null
        judged.push({ file: name, name: faults.length > 0 ? null : rule.name, faults, page: tried })
      }
      terminal.result({ rules: judged }, () => sheet(judged))
      const wrong = judged.reduce((total, one) => total + countOf(one), 0)
      if (wrong > 0)
        throw new AppError(
          'invalid',
          'site_rule_faults',
          wrong === 1 ? 'One thing is wrong.' : `${wrong} things are wrong.`,
        )
    })
}

const NOT_READ: SiteRuleFault = { at: '', fault: 'is no JSON, or larger than 256 KiB' }

/** Told with the other faults. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A frame of another address is no fault: the doctor opens it. */
const isWrong = ({ verdict }: TriedSelector) => verdict !== 'found' && verdict !== 'frame'

function countOf({ faults, page }: Judged): number {
  const ofPage = page ? page.selectors.filter(isWrong).length + (page.isNamed === false ? 1 : 0) : 0
  return faults.length + ofPage
}

function sheet(judged: readonly Judged[]): string {
  if (judged.length === 0) return 'No rules: files *.json in the folder sites of the data folder.'
  return judged
    .flatMap(({ file, name, faults, page }) => [
      faults.length > 0 ? `✗ ${file}` : `✓ ${file}  ${name}`,
      ...faults.map(({ at, fault }) => `    ${at || 'the file'} ${fault}`),
      ...(page?.isNamed === false ? ['    pages names no beginning of this page’s address'] : []),
      ...(page?.selectors ?? []).map(
        (one) =>
          `    ${isWrong(one) ? '✗' : '✓'} ${one.at}  ${one.selectors.join(', ')}  ${told(one)}`,
      ),
    ])
    .join('\n')
}

function told({ at, verdict, there }: TriedSelector): string {
  if (verdict !== 'found') return WORDS[verdict]
  if (at.startsWith('read.')) return `reads "${there}"`
  return there === '' ? 'a field without a name' : `the field "${there}"`
}

const WORDS: Readonly<Record<Exclude<SelectorVerdict, 'found'>, string>> = {
  nothing: 'finds nothing that is seen',
  several: 'finds more than one: nothing would be written',
  'read-only': 'finds what takes no text',
  taken: 'finds the field of another one above',
  frame: 'is in a frame of another address: not looked at here (frames)',
}
