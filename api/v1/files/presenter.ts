import { type AnnouncedFile, FILE_TYPES, type FilesBody } from '../../../core/contract/files.ts'
import type { Announced } from '../../../core/file/announce-file.ts'
import type { FileRecord } from '../../../core/file/file.ts'
import type { FileUseCases } from '../../../core/file/file-use-cases.ts'

type Presenting = Pick<FileUseCases, 'present' | 'limits'>

export function presentAnnounced(
  { file, upload }: Announced,
  { present }: Presenting,
): AnnouncedFile {
  if (!upload) return { file: present(file), upload: null }
  const query = new URLSearchParams({
    expires: String(upload.expires),
    signature: upload.signature,
    ...(upload.content && { content: upload.content }),
  })
  return {
    file: present(file),
    upload: {
      method: 'PUT',
      url: `/api/v1/uploads/${file.id}?${query}`,
      expires_at: new Date(upload.expires * 1000).toISOString(),
    },
  }
}

export function presentFiles(files: FileRecord[], { present, limits }: Presenting): FilesBody {
  return {
    files: files.map(present),
    limits: {
      types: FILE_TYPES,
      max_bytes: limits.maxBytes,
      max_files: limits.maxFiles,
      max_total_bytes: limits.maxTotalBytes,
    },
  }
}
