import { readingThreads } from '../../ai-local/reading/reading-threads.ts'
import type { DocumentStore } from '../../core/document/record/document-store.ts'
import type { ShareOf } from '../../core/engine/fair-shares.ts'
import type { Log } from '../../core/log.ts'
import {
  codesApart,
  dataApart,
  fieldsApart,
  recordsApart,
  rewritesApart,
  rulesApart,
  transcriptApart,
  unwrittenApart,
} from '../../core/reading/readers.ts'
import type { CodeLookup } from '../../core/reading/tasks.ts'
import { encoderPath } from '../encoder-path.ts'
import type { Platform } from '../platform.ts'

export type Reading = ReturnType<typeof openReading>

/** Whatever reads the texts of visits, apart from the thread that acknowledges sound. */
export function openReading({
  platform,
  codes,
  shareOf,
  log,
}: {
  platform: Pick<Platform, 'built' | 'installRoot'>
  codes: CodeLookup
  shareOf: ShareOf
  log: Log
}) {
  const workerUrl = platform.built('reading-worker.js')
  const { read, close } = readingThreads({
    workerUrl,
    encoderPath: encoderPath(platform),
    codes,
    shareOf,
    log,
  })
  return {
    rules: rulesApart(read),
    fields: fieldsApart(read),
    data: dataApart(read),
    unwritten: unwrittenApart(read),
    rewrites: rewritesApart(read),
    records: recordsApart(read),
    transcript: transcriptApart(read),
    codes: (documents: Pick<DocumentStore, 'list'>) => codesApart(read, documents),
    close,
  }
}
