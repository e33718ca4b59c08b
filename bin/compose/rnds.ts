import type { Registry } from 'prom-client'
import type { Sequelize } from 'sequelize'
import { visitDescriptions, visitRoutes } from '../../api/v1/visit/routes.ts'
import { networkDescriptions } from '../../api/v1-network/describe.ts'
import { networkMetrics } from '../../api/v1-network/metrics.ts'
import { networkRoutes } from '../../api/v1-network/routes.ts'
import type { Config } from '../../config/settings.ts'
import type { OpenConsultation } from '../../core/consultation/consultation.ts'
import type { PatchConsultation } from '../../core/consultation/patch.ts'
import type { ConsultationStore } from '../../core/consultation/ports.ts'
import { restamp } from '../../core/fhir/bundle/build-bundle.ts'
import type { Log } from '../../core/log.ts'
import type { FindHold } from '../../core/outgoing/hold.ts'
import type { EstablishmentStore } from '../../core/rnds/compile-record/establishment.ts'
import { deleteRecord } from '../../core/rnds/delete-record.ts'
import { outbox } from '../../core/rnds/deliver-outbox.ts'
import { knownPatients } from '../../core/rnds/known-patients.ts'
import { doctorsChoices, type KnownRoles } from '../../core/rnds/known-roles.ts'
import type { NetworkOf } from '../../core/rnds/network.ts'
import type { RecordMaking } from '../../core/rnds/ports.ts'
import type { ProfessionalStore } from '../../core/rnds/professional.ts'
import { replaceRecord } from '../../core/rnds/replace-record.ts'
import { retryRecord } from '../../core/rnds/retry-record.ts'
import {
  preflight,
  recordMaking,
  submissionCheck,
  submissionCompile,
} from '../../core/rnds/submission-compile.ts'
import { findPatient, findPractitioner } from '../../core/rnds/submission-lookups.ts'
import { recordStatus, whyWaiting } from '../../core/rnds/submission-status.ts'
import { submitRecord } from '../../core/rnds/submit-record.ts'
import { reviewVisit } from '../../core/rnds/visit-review.ts'
import type { Terminology } from '../../core/terminology/ports.ts'
import type { BlindIndex, ConsultationVault } from '../../core/vault/ports.ts'
import { secrets } from '../../models/access/secrets.ts'
import { documentStore } from '../../models/document/documents.ts'
import { dropEarlierState, findEarlierState } from '../../models/earlier-state.ts'
import { type JobHolder, jobHolder } from '../../models/job/job-owner.ts'
import { submissionStore } from '../../models/rnds/submissions.ts'
import { diagnosisStore, procedureStore } from '../../models/terminology/confirmed-codes.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'
import type { WebhookOutbox } from '../../models/webhook/outbox.ts'
import type { Platform } from '../platform.ts'
import { profilesInForce } from '../rnds-profiles.ts'

interface RecordDeps {
  config: Pick<Config, 'dataDir'>
  platform: Pick<Platform, 'now' | 'newId'>
  sequelize: Sequelize
  vault: ConsultationVault
  terminology: Terminology
  /** Absent in commands: nobody waits there. */
  making?: RecordMaking
  networkOf: NetworkOf
  establishments: EstablishmentStore
  tell?: WebhookOutbox['recordTold']
  roles: KnownRoles
  professionals: ProfessionalStore
}

interface Deps extends RecordDeps {
  /** Under which name it takes work; one of its own unless given. */
  holder?: JobHolder
  index: BlindIndex
  openConsultation: OpenConsultation
  patchConsultation: PatchConsultation
  findHold: FindHold
  /** Hosts that want to be told. */
  tell: WebhookOutbox['recordTold']
  metrics: Registry
  log: Log
}

/** Sending to the national network: the endpoints of `/v1`, and the outbox behind them. */
export function openRnds(deps: Deps) {
  const { platform, networkOf, establishments, openConsultation, terminology, log } = deps
  const { now, newId } = platform
  const { store, ...making } = records(deps)
  const holder = deps.holder ?? jobHolder()
  const box = outbox({
    store,
    networkOf,
    builder: making.builder,
    now,
    elapsedMs: () => performance.now(),
    newId,
    ...holder,
    isHeld: () => deps.findHold() !== null,
    onEvent: networkMetrics(deps.metrics, store),
    log,
  })
  const patients = knownPatients({ now })
  const desk = {
    ...making,
    patients,
    store,
    outbox: box,
    establishments,
    networkOf,
    index: deps.index,
    findHold: deps.findHold,
    openConsultation,
    patchConsultation: deps.patchConsultation,
    digest: secrets.digest,
    now,
    newId,
  }
  /** May break off anywhere: the note goes last. */
  async function doubtEarlierState() {
    const { dataDir } = deps.config
    const since = await findEarlierState(dataDir, now())
    if (!since) return
    const count = await store.doubtPending(since)
    if (count > 0) log.warn('rnds.earlier_state', { count })
    await dropEarlierState(dataDir)
  }
  const { professionals } = deps
  const why = whyWaiting({ store, findHold: deps.findHold })
  const people = { establishments, networkOf, terminology, patients, professionals, log }

  return {
    networkRouters: [
      {
        router: networkRoutes({
          submitRecord: submitRecord(desk),
          recordStatus: recordStatus(desk),
          replaceRecord: replaceRecord(desk),
          deleteRecord: deleteRecord(desk),
          findPatient: findPatient(people),
          findPractitioner: findPractitioner(people),
          whyWaiting: why,
          doctorsChoices: doctorsChoices(desk),
        }),
      },
    ],
    routers: [{ router: visitRoutes(reviewVisit({ ...desk, terminology, whyWaiting: why })) }],
    descriptions: [...networkDescriptions, ...visitDescriptions],
    submissions: store,
    retryRecord: retryRecord({ store, now }),
    wake: box.wake,
    async start() {
      await doubtEarlierState()
      await box.start()
    },
    giveUp: box.close,
    close: box.close,
  }
}

/** What `svcctl rnds` works with, beside a running server or without one. */
export function composeSubmissionAdmin(
  deps: RecordDeps & { consultations: Pick<ConsultationStore, 'find'> },
) {
  const { platform, establishments } = deps
  const { now, newId } = platform
  const { store, compile, builder, profiles, check } = records(deps)
  return {
    store,
    check,
    retry: retryRecord({ store, now }),
    preflight: preflight({
      consultations: deps.consultations,
      establishments,
      compile,
      builder,
      profiles,
      check,
      now,
      newId,
    }),
  }
}

/** Where records rest, and how they are made and checked. */
function records(deps: RecordDeps) {
  const { config, platform, sequelize, vault, terminology, roles, professionals } = deps
  const { now } = platform
  const making = deps.making ?? recordMaking(terminology)
  const seal = consultationSeal(vault)
  const profiles = profilesInForce(config.dataDir, now)
  return {
    store: submissionStore({ sequelize, seal, now, ...(deps.tell && { tell: deps.tell }) }),
    builder: { build: making.build, restamp },
    profiles,
    check: submissionCheck({ profiles, check: making.check, now }),
    compile: submissionCompile({
      documents: documentStore({ sequelize, seal }),
      diagnoses: diagnosisStore({ sequelize, seal, now }),
      procedures: procedureStore({ sequelize, seal, now }),
      profiles,
      make: making.compile,
      roles,
      professionals,
    }),
  }
}
