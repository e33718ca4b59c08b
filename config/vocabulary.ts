/**
 * Words that speech recognizers do not expect: drugs, exams, findings. Data files, one for every specialty and a general one; each
 * names the document models (spec §2.2) it belongs to. In order of importance, since only some twenty words fit into a prompt.
 */
import { z } from 'zod'
import cardiology from './vocabulary/cardiology.json' with { type: 'json' }
import dermatology from './vocabulary/dermatology.json' with { type: 'json' }
import endocrinology from './vocabulary/endocrinology.json' with { type: 'json' }
import expertReport from './vocabulary/expert-report.json' with { type: 'json' }
import general from './vocabulary/general.json' with { type: 'json' }
import geriatrics from './vocabulary/geriatrics.json' with { type: 'json' }
import gynecology from './vocabulary/gynecology.json' with { type: 'json' }
import neurology from './vocabulary/neurology.json' with { type: 'json' }
import nutrology from './vocabulary/nutrology.json' with { type: 'json' }
import obstetrics from './vocabulary/obstetrics.json' with { type: 'json' }
import occupational from './vocabulary/occupational.json' with { type: 'json' }
import oncology from './vocabulary/oncology.json' with { type: 'json' }
import ophthalmology from './vocabulary/ophthalmology.json' with { type: 'json' }
import orthopedics from './vocabulary/orthopedics.json' with { type: 'json' }
import otorhinolaryngology from './vocabulary/otorhinolaryngology.json' with { type: 'json' }
import pediatrics from './vocabulary/pediatrics.json' with { type: 'json' }
import pneumology from './vocabulary/pneumology.json' with { type: 'json' }
import psychiatry from './vocabulary/psychiatry.json' with { type: 'json' }
import psychology from './vocabulary/psychology.json' with { type: 'json' }
import returning from './vocabulary/returning.json' with { type: 'json' }
import rheumatology from './vocabulary/rheumatology.json' with { type: 'json' }
import sports from './vocabulary/sports.json' with { type: 'json' }
import surgery from './vocabulary/surgery.json' with { type: 'json' }
import ward from './vocabulary/ward.json' with { type: 'json' }

const VOCABULARY = z.strictObject({
  id: z.string().regex(/^[a-z-]+$/),
  models: z.array(z.string().min(1)),
  terms: z.array(z.string().min(2).max(60)).min(1),
})

export type Vocabulary = z.infer<typeof VOCABULARY>

/** @throws {z.ZodError} when a data file is broken, which a test rules out */
export function vocabularies(): { general: Vocabulary; specialties: Vocabulary[] } {
  return {
    general: VOCABULARY.parse(general),
    specialties: z
      .array(VOCABULARY)
      .parse([
        cardiology,
        dermatology,
        endocrinology,
        geriatrics,
        gynecology,
        expertReport,
        neurology,
        nutrology,
        obstetrics,
        occupational,
        oncology,
        ophthalmology,
        orthopedics,
        otorhinolaryngology,
        pediatrics,
        pneumology,
        psychiatry,
        psychology,
        returning,
        rheumatology,
        sports,
        surgery,
        ward,
      ]),
  }
}
