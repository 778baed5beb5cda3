import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolState } from '#server/db/open.ts'
import type { Standby } from '#server/db/standby.ts'
import type { Metrics, NamedCount } from '#server/telemetry/metrics.ts'
import { createSlowStatements } from '#server/telemetry/slow-statements.ts'

export interface MetricsRegistry extends Metrics {
  /** Returns all metrics in Prometheus's text format. */
  render(): Promise<string>
  readonly contentType: string
  readonly registry: Registry
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

export function createMetrics(): MetricsRegistry {
  const registry = new Registry()
  const registers = [registry]
  const createCounter = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Counter({ name: `flipside_${name}_total`, help, labelNames, registers })
  const slowStatements = createSlowStatements()
  const requests = createCounter('http_requests', 'Requests by route and status.', 'method', 'route', 'status')
  const durations = new Histogram({
    name: 'flipside_http_request_duration_seconds',
    help: 'Time from the headers of a request to its response.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  })
  const jobs = createCounter('job_runs', 'Runs of jobs by outcome.', 'job', 'outcome')
  const reads = createCounter(
    'standby_reads',
    'Reads that the standby may serve, by the server that has served them.',
    'server',
  )
  const slowQueries = createCounter('slow_queries', 'Statements that took at least SLOW_MS.')
  const mails = createCounter('mails', 'Mails by kind and outcome.', 'kind', 'outcome')
  const relays = createCounter(
    'relays',
    'Relayed listens that a service accepted or ignored, and requests that failed or stopped a relay.',
    'service',
    'outcome',
  )
  const pushes = createCounter('pushes', 'Pushes by kind and outcome.', 'kind', 'outcome')
  const pushDelays = new Histogram({
    name: 'flipside_push_delay_seconds',
    help: 'Time from the cause of a push until the push service has accepted it, without grouped ones.',
    buckets: [...SECONDS, 30, 60, 300, 3600],
    registers,
  })
  return {
    observeRequest({ method, route, status, seconds }) {
      // Any method can be sent: others share a label.
      requests.inc({ method: METHODS.has(method) ? method : 'other', route, status })
      durations.observe({ route }, seconds)
    },
    countJob: (job, outcome) => jobs.inc({ job, outcome }),
    countRead: (server) => reads.inc({ server }),
    countSlowQuery(statement, ms) {
      slowQueries.inc()
      slowStatements.add(statement, ms, new Date())
    },
    readCounts: async () => ({
      mails: await sumBy(mails, 'outcome'),
      pushes: await sumBy(pushes, 'outcome'),
      relays: await sumBy(relays, 'outcome'),
      limited: await sumBy(requests, 'route', { status: '429' }),
      slow_statements: slowStatements.list(new Date()),
    }),
    countMail: (kind, outcome) => mails.inc({ kind, outcome }),
    countRelay: (service, outcome, count) => relays.inc({ service, outcome }, count),
    countPush: (kind, outcome) => pushes.inc({ kind, outcome }),
    observePush: (seconds) => pushDelays.observe(seconds),
    render: () => registry.metrics(),
    contentType: registry.contentType,
    registry,
  }
}

/** Returns a counter's sums by a label, over the values with the labels `only`, the largest first. */
async function sumBy<Label extends string>(
  counter: Counter<Label>,
  label: Label,
  only: Readonly<Record<string, string>> = {},
): Promise<NamedCount[]> {
  const sums = new Map<string, number>()
  for (const { labels, value } of (await counter.get()).values) {
    const all: Readonly<Record<string, string | number | undefined>> = labels
    if (Object.entries(only).some(([name, wanted]) => String(all[name]) !== wanted)) continue
    const name = String(labels[label])
    sums.set(name, (sums.get(name) ?? 0) + value)
  }
  return [...sums].map(([name, count]) => ({ name, count })).toSorted((one, other) => other.count - one.count)
}

interface ProcessSources {
  readonly readPool: () => PoolState
  readonly isDatabaseAway: () => boolean
  readonly standby?: Standby | undefined
  readonly version: string
  readonly commit: string
  /** Returns when the last complete backup was made, if it is known. */
  readonly findBackupTime: () => Date | undefined
}

/** Adds a gauge that is read at each scrape. */
export function addGauge<Label extends string = never>(
  { registry }: Pick<MetricsRegistry, 'registry'>,
  name: string,
  help: string,
  labelNames: readonly Label[],
  read: (gauge: Gauge<Label>) => void | Promise<void>,
): void {
  const gauge: Gauge<Label> = new Gauge({ name, help, labelNames, registers: [registry], collect: () => read(gauge) })
}

/**
 * Adds this process's metrics: Node's (memory, event loop delay), the pool, version, commit and the
 * last backup's age.
 */
export function addProcessMetrics(
  metrics: MetricsRegistry,
  { readPool, isDatabaseAway, standby, version, commit, findBackupTime }: ProcessSources,
): void {
  collectDefaultMetrics({ register: metrics.registry })
  addGauge(metrics, 'flipside_info', 'The version and the commit.', ['version', 'commit'], (gauge) =>
    gauge.set({ version, commit }, 1),
  )
  addGauge(metrics, 'flipside_database_up', 'Whether the database responds.', [], (gauge) =>
    gauge.set(isDatabaseAway() ? 0 : 1),
  )
  addGauge(
    metrics,
    'flipside_pool_connections',
    'Connections to the database by state, and callers that wait for one.',
    ['state'],
    (gauge) => {
      const { total, idle, waiting } = readPool()
      gauge.set({ state: 'active' }, total - idle)
      gauge.set({ state: 'idle' }, idle)
      gauge.set({ state: 'waiting' }, waiting)
    },
  )
  addGauge(
    metrics,
    'flipside_backup_age_seconds',
    'Age of the last complete backup; absent if none is known.',
    [],
    (gauge) => {
      const at = findBackupTime()
      if (at === undefined) gauge.remove()
      else gauge.set((Date.now() - at.getTime()) / 1000)
    },
  )
  if (standby !== undefined) addStandbyMetrics(metrics, standby)
}

function addStandbyMetrics(metrics: MetricsRegistry, { readState }: Standby): void {
  addGauge(metrics, 'flipside_standby_up', 'Whether the standby serves reads.', [], (gauge) =>
    gauge.set(readState().failure === undefined ? 1 : 0),
  )
  addGauge(
    metrics,
    'flipside_standby_behind_bytes',
    'What the primary has written and the standby has not replayed.',
    [],
    (gauge) => gauge.set(readState().bytesBehind),
  )
}
