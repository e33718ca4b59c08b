import type { Command } from 'commander'
import type { EndedBy, Ending } from '../../core/document/generation/ending.ts'
import type { DossierDocument } from '../../core/dossier/figures.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'

/**
 * `svcctl doc show <id>`: what wrote a document and how it was overseen; nothing of what it says,
 * and also when it is gone.
 */
export function docShowCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('show', 'what wrote a document: engine, model, template and their digests', [
    'doc show 3f2a8c1e-5d0b-4a57-9a0c-7f1f0a6f3b11',
  ])
    .argument('<document>', 'its id')
    .action(async (id: string, _options: unknown, command: Command) => {
      const dossier = await withAdmin(deps, command, ({ reports }) => reports.document(id))
      terminal.result(dossier, () =>
        facts(dossier)
          .map(([name, value]) => `${terminal.style.dim(name.padEnd(12))}  ${value}`)
          .join('\n'),
      )
    })
}

const ENDED: Record<EndedBy, string> = {
  complete: 'complete: every field of the template written',
  time_limit: 'by the time limit: nothing was kept',
  canceled: 'canceled: nothing was kept',
  engine: 'by the engine (its token limit, or no legal answer): nothing was kept',
  failure: 'by a failure: nothing was kept',
  not_ended: 'not yet',
}

function facts(one: DossierDocument & { ending: Ending }): [string, string][] {
  const { valuesSupported, valuesMarked, valuesWithdrawn, changedPermille } = one
  return [
    ['generator', `${one.generator}${one.fallback ? ' (in place of the one that was asked)' : ''}`],
    ['model', one.model ?? '–'],
    ['model sha256', one.modelSha256 ?? (one.generator === 'rules' ? '–' : 'not provable here')],
    ['recipe', one.recipeVersion],
    ['template', `${one.templateId} version ${one.templateVersion}`],
    ['its sha256', one.templateSha256],
    ['release', one.productVersion],
    ['asked for', one.createdAt.toISOString()],
    ['written', one.writtenAt?.toISOString() ?? `never: ${one.failure ?? 'still being written'}`],
    ['ended', ENDED[one.ending.by]],
    ['texts cut', one.ending.textsCut === null ? '–' : `${one.ending.textsCut} at their bound`],
    ['stops at', stopsAt(one.ending.limits)],
    [
      'values',
      `${valuesSupported ?? 0} with a source, ${valuesMarked ?? 0} marked, ${valuesWithdrawn ?? 0} taken out`,
    ],
    ['reviewed', one.reviewedAt?.toISOString() ?? 'not yet'],
    ['changed', changedPermille === null ? '–' : `${changedPermille / 10} % of the words`],
  ]
}

/** The rules that would have ended it; those that bind nothing are left out. */
function stopsAt({ maxTokens, textChars, listItems, timeLimitMs }: Ending['limits']): string {
  const rules = [
    maxTokens ? `${maxTokens} tokens an answer` : '',
    textChars ? `${textChars} characters a text` : '',
    listItems ? `${listItems} items a list` : '',
    timeLimitMs ? `${timeLimitMs / 60_000} minutes` : '',
  ].filter(Boolean)
  return rules.join(', ') || '–'
}
