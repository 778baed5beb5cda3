import type { ResponseOf } from '#contract/endpoint.ts'
import type { getListeningSources } from '#contract/listening/imports.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { removeListens } from '../actions.ts'

export const sourceReads = [removeListens] as const

export type Sources = ResponseOf<typeof getListeningSources>

export function overlaySources(response: Sources | null, pending: PendingOf<typeof sourceReads>): Sources | null {
  if (response === null) return null
  const removals = pending.of(removeListens)
  if (removals.length === 0) return response
  return {
    ...response,
    imports: response.imports.map((row) =>
      row.undo?.status === 'possible' && removals.some(({ what, id }) => what === 'import' && id === row.id)
        ? { ...row, undo: { ...row.undo, status: 'running' } }
        : row,
    ),
    sources: response.sources.map((row) =>
      row.deleting === undefined && removals.some(({ what, source }) => what === 'source' && source === row.source)
        ? { ...row, deleting: 0 }
        : row,
    ),
    doubles: response.doubles?.map((row) => {
      const last = removals.findLast(
        ({ what, source, keptSource }) =>
          (what === 'doubles' || what === 'removed_doubles') && source === row.source && keptSource === row.kept_source,
      )
      return last ? { ...row, status: last.what === 'doubles' ? 'removing' : 'restoring' } : row
    }),
  }
}
