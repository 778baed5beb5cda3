import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pendingOver } from '#src/offline/pending.ts'
import { type LiveQuery, liveOptions } from './live.ts'
import { useOutboxSnapshot } from './outbox-of.ts'

/** What a screen works with: the answer with pending acts over it, and how it stands with the asking. */
export interface Live<V> {
  value: V | undefined
  /** When the shown answer was asked for, in ms since 1970. */
  askedAt: number | undefined
  error: unknown
  isAsking: boolean
  /** Asks again; resolves when answered or failed, never rejects. */
  askAgain: () => Promise<unknown>
}

/** Reads a live query. Data beats error: `error` beside a value means that it could not be made fresher. */
export function useLive<A, V>(query: LiveQuery<A, V>, options: { enabled?: boolean } = {}): Live<V> {
  const result = useQuery({ ...liveOptions(query), enabled: options.enabled ?? true })
  const outbox = useOutboxSnapshot()
  const { data } = result
  const { overlay } = query
  const value = useMemo(
    () => (data === undefined ? undefined : overlay(data.answer, pendingOver(outbox, data.askedAtRev))),
    [data, outbox, overlay],
  )
  return {
    value,
    askedAt: data?.askedAt,
    error: result.error,
    isAsking: result.isFetching,
    askAgain: result.refetch,
  }
}
