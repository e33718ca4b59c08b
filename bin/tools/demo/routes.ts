/**
 * The sample hospital's own web server: the pages of its EHR, the one backend route that a host has
 * to write for the plugin, and those for the national network (rnds/routes.ts). Mounted only while
 * the demonstration is switched on.
 *
 * A real host's route looks different in one point that matters: it first authenticates its own
 * user and checks that this user may see this patient, and only then asks for a token (spec §5.2).
 * Here everybody who reaches the page is the demonstration doctor, so the route answers same-origin
 * requests only, and the key behind it belongs to an organization that holds nothing but invented
 * patients.
 */
import { join } from 'node:path'
import Router from '@koa/router'
import type { ApiState } from '../../../api/context.ts'
import { isSameOrigin } from '../../../api/same-origin.ts'
import type { ConsultationInput } from '../../../core/access/issue-token.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { addHostPages, sendFile, sendPage } from './host-pages.ts'
import { DEMO_DOCTOR } from './rnds/demo-hospital.ts'
import { addNetworkRoutes, type DemoNetwork } from './rnds/routes.ts'
import type { Sample } from './sample.ts'

interface Deps {
  now: () => Date
  /** Of the demonstration's organization; it never leaves this side (spec §5.1). */
  apiKey: string
  network: DemoNetwork
  /** Exchanges that key for a session token. */
  issueDemoToken(doctorId: string): Promise<DemoToken>
  /** Exchanges it for a token of one consultation, as the legacy iframe wants it. */
  issueConsultationToken(ids: ConsultationInput): Promise<string>
  samples: Sample[]
  /** Name of the speech model in use; null while none is. */
  speechModel(): string | null
  /** The folder `bin/tools/demo`: pages and sounds. */
  demoDir: string
  /** Where the build put `demo.js`. */
  publicDir: string
}

interface DemoToken {
  access: string
  access_expiration: string
}

/** Routes under `/demo`; nothing to start or to close. */
export function demoRouter({
  now,
  apiKey,
  network,
  issueDemoToken,
  issueConsultationToken,
  samples,
  speechModel,
  demoDir,
  publicDir,
}: Deps): Router<ApiState> {
  const router = new Router<ApiState>()
  const page = (name: string) => join(demoDir, 'page', name)

  router.get('/demo', (ctx) => sendPage(ctx, page('demo.html')))
  // What browsers ask for by themselves, also for the sample hosts.
  router.get('/favicon.ico', (ctx) => sendFile(ctx, page('icon.svg'), 'image/svg+xml'))
  for (const name of ['demo.css', 'rnds.css'])
    router.get(`/demo/${name}`, (ctx) => sendFile(ctx, page(name), 'text/css'))
  router.get('/demo/demo.js', (ctx) => sendFile(ctx, join(publicDir, 'demo.js'), 'text/javascript'))
  router.get('/demo/samples.json', (ctx) => {
    ctx.set('Cache-Control', 'no-cache')
    ctx.body = { samples: samples.map(presentSample), speech_model: speechModel() }
  })
  router.get('/demo/samples/:file', (ctx) => {
    const sample = samples.find(({ slug }) => ctx.params.file === `${slug}.ogg`)
    if (!sample) throw notFound()
    return sendFile(ctx, join(demoDir, 'samples', `${sample.slug}.ogg`), 'audio/ogg')
  })
  router.post('/demo/session-token', async (ctx) => {
    if (!isSameOrigin(ctx.headers))
      throw new AppError('forbidden', 'origin_not_allowed', 'Só a própria página pode pedir isto.')
    const { access, access_expiration } = await issueDemoToken(DEMO_DOCTOR.id)
    ctx.set('Cache-Control', 'no-store')
    ctx.body = { access, access_expiration }
  })
  addHostPages(router, { demoDir, publicDir, issueConsultationToken })
  addNetworkRoutes(router, { network, apiKey, samples, now })
  return router
}

/** What the page needs to play a visit; the facts that tests compare with stay here. */
function presentSample(sample: Sample) {
  const { slug, title, specialty, templateId, templateName, patient, turns } = sample
  return { slug, title, specialty, templateId, templateName, patient, turns }
}
