import type { Services } from '#server/http/api.ts'
import { startDemoLife } from './life.ts'
import { closeDemo, reopenDemo } from './log-in.ts'
import { findPassword } from './password.ts'
import { seedDemo } from './seed.ts'
import { findDemoName } from './store.ts'

/**
 * Seeds an empty database with the demo community and starts its activity. Returns a function that
 * stops it.
 */
export async function startDemo(
  { db, now, log, config }: Services,
  print: (sentence: string) => void,
): Promise<() => Promise<void>> {
  await seedDemo(db, { now: now(), dataDir: config.dataDir })
  const password = findPassword(config.dataDir)
  const name = await findDemoName(db)
  if (name !== undefined && password !== undefined) {
    await reopenDemo(db, password)
    print(`Log in as ${name}, or any other member of the demo, with the password ${password}.`)
  }
  const ending = new AbortController()
  const life = startDemoLife({ db, now, log, signal: ending.signal })
  return () => {
    ending.abort()
    return life
  }
}

/**
 * Disables the demo's log-ins and returns nothing: their password was printed and is in a file, so
 * that a server reachable by other machines must not accept it.
 */
export async function disableDemo({ db }: Services, print: (sentence: string) => void): Promise<undefined> {
  const closed = await closeDemo(db)
  if (closed > 0) print(`The ${closed} members of the demo cannot log in here: their password is public.`)
}
