/** The S3-compatible store behind the data folder, where one is configured. */
import type { Check, DoctorFinding, StoreFacts } from '../check.ts'

export const storeReach: Check = {
  id: 'store.reach',
  title: 'store',
  async run(host) {
    const facts = await host.store('look')
    if (!facts) return { severity: 'ok', what: 'not used' }
    return facts.failedAt === null
      ? { severity: 'ok', what: `${facts.url} answers` }
      : broken(facts, facts.failedAt)
  },
}

/** What erasing and moving need, tried with an object of its own that is gone afterwards. */
export const storeRights: Check = {
  id: 'store.rights',
  title: 'rights at the store',
  probe: true,
  async run(host) {
    const facts = await host.store('try')
    if (!facts) return { severity: 'ok', what: 'not used' }
    return facts.failedAt === null
      ? { severity: 'ok', what: 'lists, writes, reads, removes' }
      : broken(facts, facts.failedAt)
  },
}

type Step = Exclude<StoreFacts['failedAt'], null>

const WHY: Readonly<Record<Step, string>> = {
  settings: 'Sound and files that were moved there cannot be read.',
  list: 'Sound and files that were moved there cannot be read.',
  write: 'svcctl data move cannot take sound and files there.',
  read: 'Sound and files that were moved there cannot be read.',
  remove: 'What is erased here would stay there.',
}

const SAID: Readonly<Record<Exclude<Step, 'settings'>, string>> = {
  list: 'does not list what it holds',
  write: 'takes no object',
  read: 'does not give back what it took',
  remove: 'removes no object',
}

function broken({ url, word }: StoreFacts, step: Step): DoctorFinding {
  const known = KNOWN[word]
  if (step === 'settings')
    return { severity: 'error', what: `${url}: ${word}`, why: WHY.settings, fix: SHOW_KEY }
  return {
    severity: 'error',
    what: known ? `${url}: ${known.what}.` : `${url} ${SAID[step]} (${word}).`,
    why: WHY[step],
    fix: known?.fix ?? fixOfRight(url, step),
  }
}

const SHOW_KEY = 'svcctl config set storeKeyId NAME   # and storeKeyFile FILE with its secret'
const SHOW_ADDRESS = 'svcctl config set storeEndpoint https://ADDRESS   # of the store'
const SET_CLOCK = 'timedatectl set-ntp true   # as root'

const KNOWN: Readonly<Record<string, { what: string; fix: string }>> = {
  ENOTFOUND: { what: 'the name of its address is not known here', fix: SHOW_ADDRESS },
  EAI_AGAIN: { what: 'no name server answers', fix: 'resolvectl status' },
  ECONNREFUSED: { what: 'nothing listens at its address', fix: SHOW_ADDRESS },
  EHOSTUNREACH: { what: 'there is no way to its address', fix: SHOW_ADDRESS },
  ENETUNREACH: { what: 'there is no way to its address', fix: SHOW_ADDRESS },
  TimeoutError: { what: 'it does not answer', fix: SHOW_ADDRESS },
  NoSuchBucket: {
    what: 'it has no bucket of that name',
    fix: 'svcctl config set storeUrl s3://BUCKET   # or make it there',
  },
  InvalidAccessKeyId: { what: 'it does not know the access key', fix: SHOW_KEY },
  SignatureDoesNotMatch: { what: 'the secret of the access key is another', fix: SHOW_KEY },
  RequestTimeTooSkewed: { what: 'its clock and this one are apart', fix: SET_CLOCK },
  AuthorizationHeaderMalformed: {
    what: 'its region is another',
    fix: 'svcctl config set storeRegion REGION',
  },
  PermanentRedirect: {
    what: 'its region is another',
    fix: 'svcctl config set storeRegion REGION',
  },
  SELF_SIGNED_CERT_IN_CHAIN: {
    what: 'its certificate is of an authority that is not known here',
    fix: 'NODE_EXTRA_CA_CERTS=FILE   # in the environment of the service',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    what: 'its certificate is of an authority that is not known here',
    fix: 'NODE_EXTRA_CA_CERTS=FILE   # in the environment of the service',
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    what: 'its certificate is of an authority that is not known here',
    fix: 'NODE_EXTRA_CA_CERTS=FILE   # in the environment of the service',
  },
}

const RIGHTS: Readonly<Record<Exclude<Step, 'settings'>, string>> = {
  list: 's3:ListBucket',
  write: 's3:PutObject',
  read: 's3:GetObject',
  remove: 's3:DeleteObject',
}

/** The command of AWS's own program shows what the key may; stores of other makers take it too. */
function fixOfRight(url: string, step: Exclude<Step, 'settings'>): string {
  return `aws s3 ls ${url}   # with this key; give it ${RIGHTS[step]} on the bucket`
}
