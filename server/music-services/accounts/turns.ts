import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { ServiceFailure } from '../service-failure.ts'

/** Slightly below the allowed rate: timers and networks may move two requests closer together. */
const SLOWER = 1.05
/** The maximum pause, even if a service requests more: then it is tried again. */
const LONGEST_PAUSE_MS = 3_600_000

interface Turn {
  readonly service: string
  /** Requests per second by all processes together. */
  readonly perSecond: number
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Waits for the next turn at a service, in call order, by the database clock, which all processes
 * share. Throws {@link ServiceFailure} `rate_limited` immediately, without taking a turn, if the
 * wait would exceed `timeoutMs`.
 */
export async function waitForTurn(db: Db, { service, perSecond, timeoutMs, signal }: Turn): Promise<void> {
  const spacing = sql`make_interval(secs => ${SLOWER / perSecond}::float8)`
  const { rows } = await sql<{ wait_ms: number }>`
    insert into service_turns as turn (service, next_at) values (${service}, clock_timestamp() + ${spacing})
    on conflict (service) do update set next_at = greatest(turn.next_at, clock_timestamp()) + ${spacing}
      where turn.next_at <= clock_timestamp() + make_interval(secs => ${timeoutMs / 1000}::float8)
    returning extract(epoch from next_at - ${spacing} - clock_timestamp())::float8 * 1000 as wait_ms`.execute(db)
  const [turn] = rows
  if (turn === undefined) throw new ServiceFailure('rate_limited', { retryAfterMs: timeoutMs })
  if (turn.wait_ms > 0) await wait(Math.ceil(turn.wait_ms), undefined, signal === undefined ? {} : { signal })
}

/** Throws {@link ServiceFailure} `rate_limited` while a token is paused at its service. */
export async function checkPause(db: Db, tokenBudget: string): Promise<void> {
  const { rows } = await sql<{ wait_ms: number }>`
    select extract(epoch from next_at - clock_timestamp())::float8 * 1000 as wait_ms from service_turns
    where service = ${tokenBudget} and next_at > clock_timestamp()`.execute(db)
  const [pause] = rows
  if (pause !== undefined) throw new ServiceFailure('rate_limited', { retryAfterMs: pause.wait_ms })
}

/** Pauses requests to a service, or with a token, in all processes. */
export async function pauseTurns(db: Db, service: string, pauseMs: number): Promise<void> {
  const until = sql`clock_timestamp() + make_interval(secs => ${Math.min(pauseMs, LONGEST_PAUSE_MS) / 1000}::float8)`
  await sql`insert into service_turns as turn (service, next_at) values (${service}, ${until})
    on conflict (service) do update set next_at = greatest(turn.next_at, ${until})`.execute(db)
}

/** Deletes services without requests for a day, by the clock that their times are from. */
export async function deleteOldTurns(db: Db): Promise<void> {
  await sql`delete from service_turns where next_at < clock_timestamp() - interval '1 day'`.execute(db)
}
