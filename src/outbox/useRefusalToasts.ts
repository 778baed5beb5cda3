import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getOutbox } from '#src/cache/query-outbox.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import type { Outbox } from '#src/offline/outbox/outbox.ts'
import { toast } from '#src/ui/toast.ts'
import { isPersonal } from './silent-actions.ts'

/** Shows a toast for each refused action when it is refused, also again after a retry. */
export function useRefusalToasts() {
  const outbox = getOutbox(useQueryClient())
  useEffect(() => (outbox ? showRefusals(outbox) : undefined), [outbox])
}

function showRefusals(outbox: Outbox): () => void {
  const shown = new Set(listFailed(outbox).map((entry) => entry.client_id))
  return outbox.subscribe(() => {
    const failed = listFailed(outbox)
    // A retry may retain the id: its refusal is a new one.
    for (const id of shown) if (!failed.some(({ client_id }) => client_id === id)) shown.delete(id)
    for (const entry of failed) {
      if (shown.has(entry.client_id)) continue
      shown.add(entry.client_id)
      console.warn('An action was refused.', entry.action, entry.failure)
      toast({ title: entry.failure?.sentence ?? 'An action could not be sent.', variant: 'destructive' })
    }
  })
}

const listFailed = (outbox: Outbox): Entry[] =>
  outbox
    .snapshot()
    .entries.filter((entry) => entry.status === 'parked' || (entry.status === 'acked' && entry.failure))
    .filter(isPersonal)
