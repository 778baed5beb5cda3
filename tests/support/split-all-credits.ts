import { examineCreditsAgain, splitCredits } from '#server/listening/identities/split-credits.ts'
import type { TestServer } from './test-server.ts'

/** Runs the job that splits credits until nothing is due. */
export async function splitAllCredits({ db, clock }: Pick<TestServer, 'db' | 'clock'>): Promise<void> {
  await examineCreditsAgain(db)
  while (await db.transaction().execute((tx) => splitCredits(tx, clock.now()))) {
    // Each run is its own transaction.
  }
}
