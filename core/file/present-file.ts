import type { FileInfo } from '../contract/files.ts'
import { presentUse } from '../input-use/input-use.ts'
import type { FileRecord } from './file.ts'
import type { FileLimits } from './limits.ts'
import { refusalMessage } from './refusals.ts'

/** As the wire has it, in answers and in news. */
export function presentFile(file: FileRecord, limits: FileLimits): FileInfo {
  const { failure } = file
  return {
    id: file.id,
    name: file.name,
    type: file.type,
    size_bytes: file.sizeBytes,
    source: file.source,
    state: file.state,
    pages: file.pages,
    text_length: file.textLength,
    text_from: file.textFrom,
    has_thumbnail: file.hasThumbnail,
    use: file.use && presentUse(file.use),
    error: failure && { code: failure, message: refusalMessage(failure, limits) },
    created_at: file.createdAt.toISOString(),
  }
}
