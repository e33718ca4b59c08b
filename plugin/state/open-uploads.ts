/** The files of one mount, as its other parts need them to behave. */
import type { AppDeps } from '../host/app-contract.ts'
import type { Catalogue } from '../locales/pt-BR.ts'
import { uploadClient } from '../services/upload-client.ts'
import { browserPause } from '../services/upload-retries.ts'
import { faultWords } from '../text/upload-words.ts'
import type { ConsultationState } from './consultation.ts'
import type { Navigation } from './navigation.ts'
import type { Notices } from './notices.ts'
import { type Uploads, uploads } from './uploads.ts'

interface Parts {
  t: Catalogue
  deps: AppDeps
  nav: Navigation
  news: Notices
  consultation: ConsultationState
  /** The channel is open. */
  isLive(): boolean
  changed(): void
}

export function openUploads({ t, deps, nav, news, consultation, isLive, changed }: Parts): Uploads {
  const { base, session, publish, settings } = deps
  const attached: Uploads = uploads({
    client: uploadClient(base, session.api),
    ehrId: () => consultation.ehr.id,
    isLive,
    retries: { now: Date.now, pause: browserPause },
    newId: () => crypto.randomUUID(),
    publish,
    messageOf: (fault, sizeBytes) => faultWords(t, fault, attached.limits, sizeBytes),
    includeContent: settings.includeUploadStartedContent,
    onReady({ name, info }) {
      const isOpen = info?.use && info.use.unused.length > 0
      news.announce(isOpen ? t.files.announceOpen(name) : t.files.announceReady(name))
    },
    onFailed({ name, source, fault }, message) {
      const text = t.files.announceFailed(name, message)
      const isAnswered =
        nav.tab === 'files' || source === 'host' || fault?.code === 'UPLOAD_CANCELED'
      if (isAnswered) news.announce(text)
      else news.show(text, 'error')
    },
    onDuplicate({ name }) {
      if (settings.enableFileUpload) news.show(t.files.duplicate(name))
    },
    onShowText: () => nav.go('files'),
    changed,
  })
  return attached
}
