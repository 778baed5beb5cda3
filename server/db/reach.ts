import type { Config } from '#server/config/config.ts'
import { type EmbeddedEngine, findEmbedded, type SocketAddress, startEmbedded } from './embedded/embedded.ts'

export type DatabasePlace = Pick<Config, 'databaseUrl' | 'dataDir'>

/** A database address, and the embedded engine if this process has started it. */
export interface Reachable {
  readonly address: string | SocketAddress
  readonly engine?: EmbeddedEngine
}

/**
 * Returns DATABASE_URL, or starts the embedded engine. Throws CannotStart if a server uses it. The
 * caller stops the engine. `print` receives messages for the operator, as sentences.
 */
export async function reach(
  { databaseUrl, dataDir }: DatabasePlace,
  print: (sentence: string) => void,
): Promise<Reachable> {
  if (databaseUrl !== null) return { address: databaseUrl }
  const engine = await startEmbedded(dataDir, print)
  return { address: engine.address, engine }
}

/** Like {@link reach}, but uses a running server's engine. */
export async function reachBeside(place: DatabasePlace, print: (sentence: string) => void): Promise<Reachable> {
  const running = place.databaseUrl === null ? findEmbedded(place.dataDir) : undefined
  return running === undefined ? reach(place, print) : { address: running }
}
