/**
 * Failures as an administrator reads them. What doctors and hosts may see is worded in Portuguese
 * where it is thrown; the command line says it in English, by the failure's code. Some codes are
 * thrown in either language: of those only the Portuguese sentences are replaced. A test finds the
 * ones that are missing here.
 */
import type { AppError } from '../core/errors.ts'

/** The message in English, or as it is when it was worded for the command line already. */
export function inEnglish({ code, message, details }: AppError): string {
  const words = ofCode[code] ?? ofSentence[message]
  if (words === undefined) return message
  return typeof words === 'string' ? words : words(String(details?.[0]?.code ?? ''))
}

const NOT_CONNECTED = 'This organization is not connected to the national network yet.'

/** A function is given the `code` of the first detail. */
const ofCode: Record<string, string | ((reason: string) => string)> = {
  authentication_required: 'An API key or a token is needed.',
  invalid_api_key: 'The API key is not valid, or was revoked.',
  origin_not_allowed: 'The organization of the token does not list this page.',
  query_token_refused: 'The address holds a token that may not come that way.',
  api_key_in_browser: 'An API key reached a browser. Revoke it.',
  invalid_token: 'The token is not valid.',
  code_invalid: 'The code was used, is over, or is wrong.',
  invalid_proof: 'The proof of the device does not suit this request.',
  device_revoked: 'The device was ended.',
  login_refused: 'The sign-in with the account of the hospital was not proven.',
  login_not_allowed: 'This account of the hospital is not of the group that may sign in.',
  provider_unavailable: 'The identity provider of the hospital does not answer.',
  extension_disabled:
    'This organization does not allow the browser extension. See: svcctl org extension',
  token_revoked: 'The sessions of this token were ended.',
  service_unavailable:
    'The database does not answer at this moment, or was busy too long. Try again; see also: svcctl doctor',
  database_refuses:
    'The database takes no changes: it is read only, or our account lacks rights there. See: svcctl doctor',
  database_damaged: 'The database is damaged. See: svcctl doctor',
  forbidden: 'The key lacks the scope for this, or its organization is suspended.',
  slug_taken:
    'A built-in document model has this slug: write another ("slug") into the file, and install it again.',
  template_version_missing:
    'There is no such version of this document model. See: svcctl template list --versions',
  speech_compiler_missing:
    'Speech recognition cannot be compiled on this machine. See: svcctl doctor',
  speech_build_failed: 'Compiling the speech recognition failed. See: svcctl doctor',
  speech_sources_unknown:
    'The sources of the speech runtime are not those of this version; nothing was compiled.',
  engine_unavailable: 'Speech recognition is not available. See: svcctl doctor',
  engine_crashed: 'The speech recognition died. Run the command again; see also: svcctl doctor',
  patient_not_found: 'The national network knows no patient with this number.',
  practitioner_not_found: 'The national network knows no practitioner with this number.',
  rnds_rejected: 'The national network refuses the record.',
  rnds_unavailable: (reason) => {
    if (reason === 'profile_incomplete') return `${NOT_CONNECTED} See: svcctl rnds profile show`
    if (reason === 'certificate_missing') return `${NOT_CONNECTED} See: svcctl rnds cert import`
    if (reason === 'ca_unreadable') return 'The file of rndsCaFile cannot be read as a certificate.'
    if (reason === 'certificate_refused')
      return 'The national network does not take the certificate. Is it the one that was credentialed? See: svcctl rnds cert show'
    const why = reason ? ` (${reason})` : ''
    return `The national network does not answer now${why}. Try again later; see also: svcctl doctor`
  },
}

const ofSentence: Record<string, string> = {
  'Os dados enviados não são válidos.': 'What was given is not allowed.',
  'O registro não seria aceito pela RNDS. Corrija o que se indica.':
    'The national network would not take this record.',
  'O registro não pode ser enviado à RNDS: veja os detalhes.':
    'This record cannot be sent to the national network.',
  'Não encontrado.': 'There is no such thing.',
  'Organização não encontrada.': 'There is no such organization. See: svcctl org list',
  'Usuário não encontrado.': 'There is no such user. See: svcctl user list',
  'Usuário não encontrado nesta organização.':
    'The organization has no such user. See: svcctl user list',
  'Dispositivo não encontrado.': 'There is no such device. See: svcctl user devices',
  'Chave não encontrada.': 'There is no such key. See: svcctl key list',
  'Modelo não encontrado.': 'There is no such document model. See: svcctl template list',
  'Os modelos do produto não podem ser removidos.': 'Built-in document models cannot be removed.',
  'Uma chave de proteção não pôde ser aberta. Restaure a pasta keys do mesmo backup que o banco de dados.':
    'A protected key cannot be opened. Restore the keys folder from the same backup as the database.',
}
