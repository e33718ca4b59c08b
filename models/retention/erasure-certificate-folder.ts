import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CertificateFolder } from '../../core/vault/erasure.ts'
import {
  type Certificate,
  certificateText,
  readableCertificate,
} from '../../core/vault/erasure-certificate.ts'
import { nodeFiles } from '../audio/files.ts'
import { writeDurably } from '../durable-file.ts'

/** Certificates of erasure as files, for programs and for people: `<id>.json` and `<id>.txt`. */
export function erasureCertificateFolder(folder: string): CertificateFolder {
  const pathOf = (certificateId: string, ending: string) => join(folder, certificateId + ending)

  async function write(path: string, text: string): Promise<void> {
    await nodeFiles.makeDirectory(folder)
    await writeDurably(path, text)
  }

  return {
    async keep(certificate, state) {
      const { certificateId } = certificate
      const signed = withDigest(certificate)
      const json = `${JSON.stringify(signed, null, 2)}\n`
      const part = pathOf(certificateId, '.part')
      if (state === 'part') {
        await write(part, json)
        return { certificate: signed, path: part }
      }
      await write(pathOf(certificateId, '.txt'), `${readableCertificate(signed)}\n`)
      const path = pathOf(certificateId, '.json')
      await write(path, json)
      await rm(part, { force: true })
      return { certificate: signed, path }
    },
    async findPart(certificateId) {
      const text = await readFile(pathOf(certificateId, '.part'), 'utf8').catch(() => null)
      return text === null ? null : (JSON.parse(text) as Certificate)
    },
    async dropPart(certificateId) {
      await rm(pathOf(certificateId, '.part'), { force: true })
    },
  }
}

function withDigest(certificate: Certificate): Certificate {
  const sha256 = createHash('sha256').update(certificateText(certificate)).digest('hex')
  return { ...certificate, sha256 }
}
