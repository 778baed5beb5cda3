import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from './open.ts'
import type { LogState, Probe } from './probe.ts'

/** Why a standby is not read from. */
export type StandbyFailure = 'away' | 'late' | 'promoted' | 'foreign'

/** A streaming standby for the database, which serves reads. */
export interface Standby {
  /** Returns the standby if it is usable and has replayed `position`. */
  readonly find: (position: number) => Db | undefined
  readonly readState: () => { readonly failure: StandbyFailure | undefined; readonly bytesBehind: number }
  stop(): Promise<void>
}

type LogProbe = Pick<Probe, 'readLog' | 'close'>

interface WatchOptions {
  readonly db: Db
  readonly openPrimaryProbe: () => Promise<LogProbe>
  readonly openStandbyProbe: () => Promise<LogProbe>
  /** Called when the standby has not responded: ends the statements in flight. */
  readonly onAway: () => void
  /** Called when the standby is not used any more, and with undefined when it is used again. */
  readonly onChange: (failure: StandbyFailure | undefined) => void
  readonly everyMs?: number
}

const EVERY_MS = 250
/** With a check in between, reads are back at the primary within a second. */
const AWAY_AFTER_MS = 500
/** A standby must have replayed what the primary has written until this long ago. */
const LATE_AFTER_MS = 1_000

/**
 * Compares the primary's and its standby's logs four times a second. The standby must be one
 * server, not several behind one address: its position counts for all connections.
 */
export function watchStandby(options: WatchOptions): Standby {
  const { db, openPrimaryProbe, openStandbyProbe, onAway, onChange, everyMs = EVERY_MS } = options
  const stopping = new AbortController()
  const [primary, standby] = [createReader(openPrimaryProbe), createReader(openStandbyProbe)]
  /** The primary's positions: the last one before LATE_AFTER_MS ago, and those since. */
  let written: { readonly at: number; readonly position: number }[] = []
  let replayed = 0
  /** Unknown until both have responded. */
  let failure: StandbyFailure | undefined = 'away'

  async function compare(): Promise<void> {
    const [end, copy] = await Promise.all([primary.read(), standby.read()])
    if (stopping.signal.aborted) return
    if (copy === undefined) onAway()
    if (end !== undefined) {
      const at = performance.now()
      const recent = written.findLastIndex((sample) => sample.at <= at - LATE_AFTER_MS)
      written = [...written.slice(Math.max(recent, 0)), { at, position: end.position }]
    }
    replayed = copy?.position ?? 0
    setFailure(findFailure(end, copy))
  }

  function findFailure(end: LogState | undefined, copy: LogState | undefined): StandbyFailure | undefined {
    if (end === undefined || copy === undefined) return 'away'
    if (end.cluster !== copy.cluster) return 'foreign'
    if (!copy.isStandby) return 'promoted'
    return copy.position < (written[0]?.position ?? 0) ? 'late' : undefined
  }

  function setFailure(found: StandbyFailure | undefined): void {
    if (found === failure) return
    failure = found
    onChange(found)
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await compare()
      await wait(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()

  return {
    find: (position) => (failure === undefined && replayed >= position ? db : undefined),
    readState: () => ({ failure, bytesBehind: Math.max((written.at(-1)?.position ?? 0) - replayed, 0) }),
    async stop() {
      stopping.abort()
      primary.close()
      standby.close()
      await running
      await db.destroy()
    },
  }
}

/** Reads one server's log over one connection, and over a new one after a failure. */
function createReader(open: () => Promise<LogProbe>) {
  let probe: LogProbe | undefined
  let isClosed = false
  const close = () => {
    isClosed = true
    probe?.close()
  }
  const readOnce = async (isLate: () => boolean) => {
    const used = probe ?? (await open())
    if (isLate() || isClosed) {
      used.close()
      return undefined
    }
    probe = used
    return used.readLog()
  }
  /** Resolves to undefined if the server does not respond in time. */
  const read = async (): Promise<LogState | undefined> => {
    const ended = new AbortController()
    const state = await Promise.race([
      readOnce(() => ended.signal.aborted).catch(() => undefined),
      wait(AWAY_AFTER_MS, undefined, { signal: ended.signal }).catch(() => undefined),
    ])
    ended.abort()
    if (state !== undefined) return state
    probe?.close()
    probe = undefined
    return undefined
  }
  return { read, close }
}

/** The databases that a read can use. */
export interface ReadServers {
  readonly db: Db
  readonly standby?: Standby | undefined
  readonly metrics: { countRead(server: 'standby' | 'primary'): void }
}

/**
 * Runs a read on the standby if it has replayed `position`, and otherwise on the primary. Repeats
 * it there if the standby fails, needs to write, or does not know what is read (`undefined`, or a
 * Refusal): it may be a moment behind. Undefined as the position: the primary.
 */
export async function readFromStandby<T>(
  { db, standby, metrics }: ReadServers,
  position: number | undefined,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  if (standby === undefined || position === undefined) return read(db)
  const copy = standby.find(position)
  const found = copy && (await read(copy).catch(() => undefined))
  metrics.countRead(found === undefined ? 'primary' : 'standby')
  return found ?? read(db)
}
