import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { chooseOwner, toSpawnOptions } from '#server/db/embedded/owner.ts'
import { freePort } from '#tests/e2e/support/server.ts'
import { installPackages, isInstalled } from '#tests/support/debian-packages.ts'
import { findDebianPostgres } from '#tests/support/debian-programs.ts'

const SIZE = 3
const NODES = [0, 1, 2] as const
export type NodePlace = (typeof NODES)[number]

const SUPERUSER = { user: 'postgres', password: 'a-superuser-password' }
const REPLICATION = { user: 'replication', password: 'a-replication-password' }

/**
 * Three database nodes with Patroni and etcd behind HAProxy, all on this machine, with the files
 * from `deploy/cluster`.
 */
export interface PatroniCluster {
  /** HAProxy's port, which leads to the leader. */
  readonly port: number
  /** Runs a psql script as the superuser, on the leader. */
  psql(script: string): string
  /** Returns the leader's place, or undefined without one. */
  findLeader(): Promise<NodePlace | undefined>
  /** Returns the number of standbys that follow the leader. */
  countStandbys(): Promise<number>
  /** Kills Patroni and PostgreSQL on a node with SIGKILL, as losing its machine would. */
  killNode(place: NodePlace): Promise<void>
  startNode(place: NodePlace): void
  killEtcd(place: NodePlace): Promise<void>
  startEtcd(place: NodePlace): void
}

/** Installs the programs from Debian if permitted. Returns the reason if one is missing. */
export function findClusterPrograms(): string | undefined {
  if (findDebianPostgres() === undefined) return "Debian's PostgreSQL is not installed"
  const packages = ['patroni', 'etcd-server', 'haproxy']
  return installPackages(packages, () => isInstalled('patroni') && isInstalled('etcd') && isInstalled('haproxy', '-v'))
}

interface NodePorts {
  readonly database: number
  readonly api: number
  readonly etcd: number
  readonly peer: number
}

/** The time to end all programs and delete their data on a busy machine. */
const STOP_MAX_MS = 120_000

/** Starts a cluster for one test, and waits until it has a leader and two standbys. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const programs = findDebianPostgres() ?? ''
  const folder = mkdtempSync('/tmp/flipside-cluster-')
  const owner = chooseOwner()
  chownSync(folder, owner.uid, owner.gid)
  const children = new Set<ChildProcess>()
  const dataFolders: readonly string[] = NODES.map((place) => join(folder, `node${place}`))
  onTestFinished(async () => {
    await Promise.all([...children].map(killChild))
    for (const data of dataFolders) killPostgres(data)
    rmSync(folder, { recursive: true, force: true })
  }, STOP_MAX_MS)
  const run = (name: string, command: readonly string[], env: Readonly<Record<string, string>>): ChildProcess => {
    const [program = '', ...args] = command
    // The program writes the file itself: its last lines may come after the folder is deleted.
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(program, args, {
      ...toSpawnOptions(owner),
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    children.add(child)
    return child
  }
  const makeFolder = (name: string): string => {
    const made = join(folder, name)
    mkdirSync(made, { mode: 0o700 })
    chownSync(made, owner.uid, owner.gid)
    return made
  }
  const ports = await Promise.all(NODES.map(choosePorts))
  const socketFolder = makeFolder('sockets')
  const config = writePatroniFiles(makeFolder('patroni'), socketFolder)
  const etcdFolders = NODES.map((place) => makeFolder(`etcd${place}`))
  for (const place of NODES) makeFolder(`node${place}`)
  const startEtcd = (place: NodePlace) =>
    run(`etcd${place}`, ['etcd'], toEtcdSettings(place, ports, etcdFolders[place] ?? ''))
  const startNode = (place: NodePlace) =>
    run(
      `node${place}`,
      ['patroni', config],
      toPatroniSettings(place, ports, { programs, data: dataFolders[place] ?? '' }),
    )
  const etcds = NODES.map(startEtcd)
  const nodes = NODES.map(startNode)
  const port = await freePort()
  run(
    'haproxy',
    ['haproxy', '-db', '-f', join(process.cwd(), 'deploy/cluster/haproxy.cfg')],
    toProxySettings(port, ports),
  )

  const readNode = async (place: NodePlace, path: string): Promise<{ status: number; body: string }> => {
    try {
      const signal = AbortSignal.timeout(2000)
      const response = await fetch(`http://127.0.0.1:${ports[place]?.api}${path}`, { signal })
      return { status: response.status, body: await response.text() }
    } catch {
      return { status: 0, body: '' }
    }
  }
  const findPlaces = async (path: string): Promise<readonly NodePlace[]> => {
    const found = await Promise.all(
      NODES.map(async (place) => ((await readNode(place, path)).status === 200 ? [place] : [])),
    )
    return found.flat()
  }
  const cluster: PatroniCluster = {
    port,
    psql: (script) =>
      execFileSync(join(programs, 'psql'), [...PSQL, '--port', String(port)], {
        input: script,
        encoding: 'utf8',
        env: { ...process.env, PGPASSWORD: SUPERUSER.password },
        stdio: ['pipe', 'pipe', 'pipe'],
      }),
    findLeader: async () => (await findPlaces('/primary'))[0],
    countStandbys: async () => (await findPlaces('/replica')).length,
    async killNode(place) {
      const node = nodes[place]
      if (node !== undefined) await killChild(node)
      killPostgres(dataFolders[place] ?? '')
    },
    startNode(place) {
      nodes[place] = startNode(place)
    },
    async killEtcd(place) {
      const etcd = etcds[place]
      if (etcd !== undefined) await killChild(etcd)
    },
    startEtcd(place) {
      etcds[place] = startEtcd(place)
    },
  }
  await waitUntilReady(cluster, folder)
  return cluster
}

const PSQL = [
  '--host',
  '127.0.0.1',
  '--username',
  SUPERUSER.user,
  '--dbname',
  'postgres',
  '--no-psqlrc',
  '--tuples-only',
  '--no-align',
  '--set',
  'ON_ERROR_STOP=1',
]

const choosePorts = async (): Promise<NodePorts> => ({
  database: await freePort(),
  api: await freePort(),
  etcd: await freePort(),
  peer: await freePort(),
})

/** The file from `deploy/cluster`, and what differs where three nodes share a machine. */
function writePatroniFiles(folder: string, socketFolder: string): string {
  copyFileSync('deploy/cluster/patroni.yml', join(folder, '1.yml'))
  const own = { postgresql: { parameters: { unix_socket_directories: socketFolder } } }
  writeFileSync(join(folder, '2.yml'), JSON.stringify(own))
  return folder
}

function toEtcdSettings(place: NodePlace, ports: readonly NodePorts[], data: string): Record<string, string> {
  const toUrl = (port: number | undefined) => `http://127.0.0.1:${port}`
  const [client, peer] = [toUrl(ports[place]?.etcd), toUrl(ports[place]?.peer)]
  return {
    ETCD_NAME: `node${place + 1}`,
    ETCD_DATA_DIR: data,
    ETCD_LISTEN_CLIENT_URLS: client,
    ETCD_ADVERTISE_CLIENT_URLS: client,
    ETCD_LISTEN_PEER_URLS: peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
    ETCD_INITIAL_CLUSTER: ports.map((each, index) => `node${index + 1}=${toUrl(each.peer)}`).join(','),
    ETCD_INITIAL_CLUSTER_STATE: 'new',
    ETCD_INITIAL_CLUSTER_TOKEN: 'flipside',
  }
}

function toPatroniSettings(
  place: NodePlace,
  ports: readonly NodePorts[],
  { programs, data }: { readonly programs: string; readonly data: string },
): Record<string, string> {
  const [database, api] = [`127.0.0.1:${ports[place]?.database}`, `127.0.0.1:${ports[place]?.api}`]
  return {
    PATRONI_NAME: `node${place + 1}`,
    PATRONI_ETCD3_HOSTS: ports.map(({ etcd }) => `127.0.0.1:${etcd}`).join(','),
    PATRONI_RESTAPI_LISTEN: api,
    PATRONI_RESTAPI_CONNECT_ADDRESS: api,
    PATRONI_POSTGRESQL_LISTEN: database,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: database,
    PATRONI_POSTGRESQL_BIN_DIR: programs,
    PATRONI_POSTGRESQL_DATA_DIR: join(data, 'data'),
    PATRONI_POSTGRESQL_PGPASS: join(data, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: SUPERUSER.user,
    PATRONI_SUPERUSER_PASSWORD: SUPERUSER.password,
    PATRONI_REPLICATION_USERNAME: REPLICATION.user,
    PATRONI_REPLICATION_PASSWORD: REPLICATION.password,
  }
}

const toProxySettings = (port: number, ports: readonly NodePorts[]): Record<string, string> => ({
  DATABASE_LISTEN: `127.0.0.1:${port}`,
  ...Object.fromEntries(
    ports.flatMap(({ database, api }, place) => [
      [`NODE${place + 1}`, `127.0.0.1:${database}`],
      [`NODE${place + 1}_API`, String(api)],
    ]),
  ),
})

async function waitUntilReady(cluster: PatroniCluster, folder: string): Promise<void> {
  for (const deadline = Date.now() + 120_000; ; await wait(500)) {
    try {
      if ((await cluster.countStandbys()) === SIZE - 1) return void cluster.psql('select 1')
    } catch {
      // HAProxy has not found the leader yet.
    }
    if (Date.now() > deadline) {
      const logs = NODES.map((place) => readFileSync(join(folder, `node${place}.log`), 'utf8').slice(-2000))
      throw new Error(`The cluster of ${SIZE} nodes did not start: ${logs.join('\n')}`)
    }
  }
}

async function killChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** Kills a node's PostgreSQL, which Patroni starts as its own process, and all its processes. */
function killPostgres(folder: string): void {
  let pid: number
  try {
    pid = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return // It does not run.
  }
  // The parent first: it would start its children again.
  for (const each of [pid, ...listDescendants(pid)]) killIfAlive(each)
}

function listDescendants(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    const children = text === '' ? [] : text.split(' ').map(Number)
    return children.flatMap((each) => [each, ...listDescendants(each)])
  } catch {
    return [] // It has ended.
  }
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended with its parent.
  }
}
