/**
 * Our bundles beside the ministry's samples and those derived from the profiles: shape for shape,
 * and where facts agree, whole.
 */
import test from 'ava'
import { buildBundle } from '../../../core/fhir/bundle/build-bundle.ts'
import type { Bundle, Resource } from '../../../core/fhir/types.ts'
import { outline, places, profileOf, resourcesOf } from '../../helpers/bundles.ts'
import {
  encounterRecord,
  fullEncounterRecord,
  laboratoryRecord,
  prescribed,
  prescriptionRecord,
  SENT_AT,
} from '../../helpers/clinical-records.ts'
import { hasShared, readShared } from '../../helpers/shared-files.ts'

const EXAMPLES = 'rnds/examples'
const withSamples = hasShared(EXAMPLES) ? test : test.skip
const sample = (name: string) => readShared<Bundle>(`${EXAMPLES}/${name}`)

withSamples('the smallest RAC is, element for element, the derived one', (t) => {
  const record = encounterRecord({
    encounter: { reason: 'Dor de garganta e coriza há três dias.' },
    carePlan: 'Hidratação, repouso e retorno em sete dias se não houver melhora.',
  })
  const expected = sample('derived/RAC-minimal-derived.json')
  const bundle = buildBundle({ ...record, localId: expected.identifier.value }, SENT_AT)
  t.deepEqual(bundle, expected)
})

withSamples('a stand-alone RPM is the derived one, doses aside', (t) => {
  const expected = sample('derived/RPM-standalone-derived.json')
  const prescribedAt = '2026-03-16T14:20:00-03:00'
  const bundle = buildBundle(
    prescriptionRecord({
      localId: expected.identifier.value,
      prescription: [
        prescribed({ prescribedAt, text: 'Tomar se houver dor ou febre.' }),
        prescribed({
          prescribedAt,
          medication: null,
          text: 'Solução salina nasal 0,9%: duas borrifadas em cada narina, três vezes ao dia, por sete dias.',
        }),
      ],
    }),
    SENT_AT,
  )
  for (const { resource } of expected.entry) {
    delete resource.dosageInstruction
    delete resource.dispenseRequest
  }
  t.deepEqual(bundle, expected)
})

const FULL = ['RAC-teleconsulta-2026.json', 'RAC-completo-section-per-entry-2024.json']
for (const name of FULL) {
  withSamples(
    `a full RAC has the entries of ${name}, in that order, and no element that it lacks`,
    (t) => {
      const published = sample(name)
      const bundle = buildBundle(fullEncounterRecord(), SENT_AT)
      t.deepEqual([...new Set(outline(bundle))], [...new Set(outline(published))])
      t.deepEqual(
        foreignElements(bundle, published),
        [
          // Prohibited nowhere, and in the derived samples: the measured person.
          ...[
            'subject',
            'subject.identifier',
            'subject.identifier.system',
            'subject.identifier.value',
          ].map((path) => `BRMedidaObservada ${path}`),
          // `note` is open in the profile of procedures; no sample has one.
          ...['note', 'note.text'].map((path) => `BRProcedimentoRealizado-1.0 ${path}`),
        ].sort(),
      )
    },
  )
}

withSamples('a REL has no element that the published one of version 3.2.1 lacks', (t) => {
  const published = sample('REL-3.2.1-loinc-2026.json')
  const bundle = buildBundle(laboratoryRecord(), SENT_AT)
  t.deepEqual(outline(bundle), outline(published))
  t.deepEqual(foreignElements(bundle, published), [])
})

/** Elements of ours, by profile, that the other bundle's resources of that profile do not have. */
function foreignElements(ours: Bundle, theirs: Bundle): string[] {
  const known = (profile: string) =>
    new Set(resourcesOf(theirs, profile).flatMap((one) => elements(one)))
  return [
    ...new Set(
      ours.entry.flatMap(({ resource }) => {
        const profile = profileOf(resource)
        const allowed = known(profile)
        return elements(resource)
          .filter((path) => !allowed.has(path))
          .map((path) => `${profile} ${path}`)
      }),
    ),
  ].sort()
}

function elements(resource: Resource): string[] {
  return places(resource).map(({ path }) => path)
}
