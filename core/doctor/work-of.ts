import type { DoctorHost, WorkFacts } from './check.ts'

/** What is in hand; null where no database is up to date, which has checks of its own. */
export async function workOf(host: DoctorHost): Promise<WorkFacts | null> {
  const database = await host.database()
  return database && database.failure === null && database.pending.length === 0 ? host.work() : null
}
