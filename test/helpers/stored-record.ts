/** A record for the national network in a data folder, beside a running service or without one. */
import { openAccess } from '../../bin/compose/access.ts'
import { platform } from '../../bin/platform.ts'
import { loadConfig } from '../../config/load-config.ts'
import { consultationUseCases } from '../../core/consultation/use-cases.ts'
import { silentLog } from '../../core/log.ts'
import type { SubmissionState } from '../../core/rnds/state.ts'
import type { Attempt, Submission } from '../../core/rnds/submission.ts'
import { consultationStore } from '../../models/consultation/consultations.ts'
import { submissionStore } from '../../models/rnds/submissions.ts'
import { blindIndex } from '../../models/vault/blind-index.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'
import { consultationVault } from '../../models/vault/vault.ts'
import { smallBundle } from './rnds.ts'

const CPF = '52998224725'

/** As a server left it, of an organization of its own. */
export async function storeRecord(
  dataDir: string,
  state: SubmissionState,
  parts: Partial<Submission> = {},
): Promise<Submission> {
  const machine = platform()
  const { now, newId, installRoot } = machine
  const env = { SVC_DATA_DIR: dataDir }
  const readFile = () => undefined
  const { config } = loadConfig({ flags: {}, env, cwd: dataDir, installRoot, readFile })
  const { database, sealer, access } = await openAccess(config, machine, silentLog)
  const { sequelize } = database
  const { id: organizationId } = await access.createOrganization({ name: 'Hospital' })
  const { secret } = await access.createKey({ organizationId, kind: 'api_key', name: 'EHR' })
  const { token } = await access.issueSessionToken(await access.authenticateKey(secret), {})
  const vault = consultationVault({ sequelize, sealer, now })
  const rows = consultationStore({
    sequelize,
    vault,
    index: blindIndex({ sequelize, sealer, now }),
  })
  const consultations = consultationUseCases({
    store: rows,
    now,
    newId,
    organizationLanguage: async () => 'pt-BR',
  })
  const { consultation } = await consultations.openByExternalId(await access.authenticate(token), {
    consultationId: 'c',
    doctorId: 'd',
    patientId: 'p',
    type: 'IN_PERSON',
  })
  const seal = consultationSeal(vault)
  const submissions = submissionStore({ sequelize, seal, now })
  const at = now()
  const made = await submissions.create(
    {
      id: `rnds_${newId()}`,
      organizationId,
      consultationId: consultation.id,
      documentType: 'RAC',
      state,
      localId: newId(),
      networkId: null,
      replaces: null,
      told: null,
      occupation: null,
      profiles: 'br.gov.saude.rac#1.0.0',
      patient: { cpf: CPF, cns: null },
      practitionerCns: '700000000000005',
      cnes: '2337991',
      digest: '',
      bundle: smallBundle('local'),
      issues: [{ severity: 'error', code: 'ERR793', diagnostics: 'A data não pode ser essa.' }],
      submittedAt: at,
      updatedAt: at,
      failedAttempts: 0,
      waiting: null,
      dueAt: null,
      waitingToldAt: null,
      answerHeaders: null,
      inDoubtSince: null,
      deletion: null,
      lease: null,
      ...parts,
    },
    [],
  )
  if (!made) throw new Error('not stored')
  const attempt: Attempt = {
    id: newId(),
    submissionId: made.id,
    action: 'submit',
    startedAt: at,
    endedAt: new Date(at.getTime() + 1500),
    outcome: 'rejected',
    httpStatus: 422,
    codes: ['ERR793'],
  }
  await submissions.save([made], [attempt])
  await database.close()
  return made
}
