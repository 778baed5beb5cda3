/**
 * A planted bug: small changes to source text, made while the modules load. The shipped code has no
 * reference to it.
 */
export interface Mutant {
  name: string
  changes: readonly { file: string; from: string; to: string }[]
}

const one = (name: string, file: string, from: string, to: string): Mutant => ({ name, changes: [{ file, from, to }] })

const OUTBOX = 'src/offline/outbox/outbox.ts'
const ACTS = 'src/offline/outbox/action-steps.ts'
const ATTEMPTS = 'src/offline/drain/attempts.ts'
const SEND = 'src/offline/drain/send.ts'
const OUTCOMES = 'src/offline/drain/outcomes.ts'
const DUE = 'src/offline/drain/due.ts'
const SERVER = 'tests/simulation/server.ts'
const noDedupe = {
  file: SERVER,
  from: "if (before && limit !== 'first')",
  to: 'if (before && before === null)',
}

/** Bugs that the simulator must find. */
export const mutants: readonly Mutant[] = [
  { name: 'the server keeps no repeats apart', changes: [noDedupe] },
  {
    name: 'no locks, and the server keeps no repeats apart',
    changes: [
      noDedupe,
      { file: 'tests/simulation/history.ts', from: 'hasLocks: random.percent(85)', to: 'hasLocks: false' },
    ],
  },
  one(
    'called kept before it is durable',
    OUTBOX,
    'return step(lane, append).catch(',
    'step(lane, append).catch(() => {})\n return append({ meta: EMPTY_META, entries: [] }).result\n Promise.reject().catch(',
  ),
  one(
    'a 5xx counts as done',
    SEND,
    'if (sent instanceof Unreachable)',
    'if (sent instanceof Unreachable && !sent.status)',
  ),
  one('a 4xx counts as done', OUTCOMES, 'const outcome = findOutcome(action, refusal)', "const outcome = 'done'"),
  one("a captive portal's page counts as done", 'src/api/read.ts', 'if (body.isHtml) throw', 'if (false) throw'),
  one(
    'replayed in parallel, without lanes',
    OUTBOX,
    'const lane = action.lane(args, client_id)',
    'const lane = client_id',
  ),
  one('lanes mixed up', 'src/broadcasts/actions.ts', '`like:${broadcastId}`', "'like:all'"),
  one(
    'what was attempted is coalesced',
    ACTS,
    "entry.status === 'queued' && !isAttempted(entry)",
    "entry.status !== 'acked'",
  ),
  one(
    'a new client_id for every attempt',
    SEND,
    'args, attempted.client_id, calls)',
    'args, crypto.randomUUID(), calls)',
  ),
  one(
    'a 401 throws the entry away',
    OUTCOMES,
    "if (error.status === 401) return pauseAll(pass, entry, 'signed-out', refusal)",
    'if (error.status === 401) { await drop(pass.deps.outbox, entry, toFailure(error)); return true }',
  ),
  one(
    'ordered by the clock',
    ACTS,
    'Math.max(meta.seq, ...entries.map((it) => it.seq)) + 1',
    'globalThis.simulatedNow?.() ?? Date.now()',
  ),
  one(
    'popped before it is sent',
    ATTEMPTS,
    'return { put: [attempted], result: attempted,',
    'return { remove: [attempted], result: attempted,',
  ),
  one('Retry-After is not kept', OUTCOMES, '...(retryAfterMs > 0 && { quietUntil: now + retryAfterMs })', ''),
  {
    name: 'every lane probes by itself',
    changes: [
      {
        file: 'src/offline/drain/breaker.ts',
        from: 'isAhead(entry.quietUntil, now) && isAhead(meta.probeAt, now)',
        to: 'false',
      },
    ],
  },
  one(
    'the overlay goes when the server has it',
    'src/offline/outbox/pending.ts',
    '(entry.ackedRev ?? Number.POSITIVE_INFINITY) > requested.requestedAtRev',
    'false',
  ),
  one(
    'acknowledged entries are forgotten at once',
    OUTBOX,
    '(entry.ackedRev ?? 0) <= oldestRequestedAtRev(entry)',
    'true',
  ),
  one(
    'a late outcome undoes an acknowledgement',
    ATTEMPTS,
    'if (!found || !may(found, entry)) return',
    'if (!found) return',
  ),
  one(
    'what a crash left as sending is never taken up',
    DUE,
    '!isForeign(entry) && actions.has',
    "entry.status !== 'sending' && !isForeign(entry) && actions.has",
  ),
  one('no backoff', 'src/offline/drain/backoff.ts', 'Math.round(chance * ceiling)', '0'),
  {
    name: "another's session only parks",
    changes: [
      { file: OUTCOMES, from: "if (error.code === 'wrong_member') return", to: "if (error.code === 'never') return" },
      { file: OUTCOMES, from: 'viewer !== undefined && !pass.deps.isMember(viewer)', to: 'false' },
    ],
  },
  one(
    'a refusal is tried for ever',
    OUTCOMES,
    '?? parkEntry(pass, entry, failure)',
    '?? postponeUnreached(pass, entry)',
  ),
  one('a newer build’s entries are sent too', 'src/offline/outbox/entry.ts', 'entry.v > ENTRY_VERSION', 'entry.v < 0'),
  one('sent while paused', OUTBOX, 'const { paused: _paused, ...rest } = meta', 'const rest = meta'),
  one(
    'what was in doubt is sent again under a new id',
    ACTS,
    'failure?.mayHaveTakenEffect === true ?',
    'failure === undefined ?',
  ),
  one(
    'a refusal by a limit rules out an effect',
    OUTCOMES,
    'code !== undefined && finalStatuses.has(status)',
    'code !== undefined && status > 0',
  ),
  one(
    'begun although another drainer has begun it',
    ATTEMPTS,
    '!isSame(head, entry) ||',
    'head.client_id !== entry.client_id ||',
  ),
  one(
    'a failing store ends the drain for good',
    'src/offline/drain/drainer.ts',
    'wakeIn(backoffMs(troubles, deps.chance()))',
    '',
  ),
  one(
    'a step does not see what those before it in its transaction left',
    'src/offline/outbox/steps.ts',
    'current = applyChange(current, change)',
    '',
  ),
  one(
    'more lanes are sent at once than the four',
    'src/offline/drain/drain.ts',
    'length: LANES_AT_ONCE',
    'length: LANES_AT_ONCE + 1',
  ),
  one('the end of a pause is no news', 'src/offline/outbox/news.ts', ' || meta.resumed !== seen.resumed', ''),
]
