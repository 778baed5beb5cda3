import type { QueryClient } from '@tanstack/react-query'
import type { Answered } from './live.ts'

declare const __APP_VERSION__: string | undefined

export interface Kept {
  /** Broadcasts of the feed that can be read without a network. */
  broadcasts: number
  /** When the feed was asked for, in ms since 1970. */
  feedFrom: number | undefined
  answers: number
  pictures: number
  /** Whether the worker holds the app itself. */
  hasShell: boolean
  usedBytes: number | undefined
  version: string
}

/** What this device keeps, as it stands. */
export async function keptOnDevice(client: QueryClient): Promise<Kept> {
  const queries = client.getQueryCache().getAll()
  const lasting = queries.filter(({ meta, state }) => state.data !== undefined && meta?.['isFleeting'] !== true)
  const names = typeof caches === 'undefined' ? [] : await caches.keys()
  const shell = names.find((name) => name.includes('precache'))
  const estimate = await navigator.storage?.estimate?.()
  return {
    broadcasts: lasting.reduce((sum, { queryKey, state }) => sum + broadcastsIn(queryKey, state.data), 0),
    feedFrom: client.getQueryData<Answered<unknown>>(['broadcasts', 'feed'])?.askedAt,
    answers: lasting.length,
    pictures: names.includes('flipside-avatars') ? await countIn('flipside-avatars') : 0,
    hasShell: shell !== undefined && (await countIn(shell)) > 0,
    usedBytes: estimate?.usage,
    version: typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : 'development',
  }
}

const countIn = async (name: string) => (await (await caches.open(name)).keys()).length

function broadcastsIn(queryKey: readonly unknown[], data: unknown): number {
  if (queryKey[0] !== 'broadcasts' || (queryKey[1] !== 'feed' && queryKey[1] !== 'older')) return 0
  return (data as Answered<{ broadcasts: unknown[] }>).answer.broadcasts.length // the feed's own queries wrote it
}
