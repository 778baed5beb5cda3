import { useQueryClient } from '@tanstack/react-query'
import { NotStored } from '#src/offline/device/not-stored.ts'
import type { Action, ArgsOf } from '#src/offline/outbox/action.ts'
import type { DispatchOptions } from '#src/offline/outbox/action-steps.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { showToast } from '#src/ui/show-toast.ts'
import { getOutbox, getSendNow } from './query-outbox.ts'

/** Stores actions. `dispatch` resolves to the durable entry; undefined (and a toast) if not stored. */
export function useDispatch() {
  const client = useQueryClient()
  const outbox = getOutbox(client)

  const dispatch = async <A extends Action>(action: A, args: ArgsOf<A>, options?: DispatchOptions) => {
    if (!outbox) throw new Error(`${action.name} was dispatched by a visitor`)
    try {
      return await outbox.dispatch(action, args, options)
    } catch (error) {
      if (!(error instanceof NotStored)) throw error
      console.warn('An action could not be stored.', error.cause)
      await showToast({ title: error.sentence, variant: 'destructive' })
      return undefined
    }
  }

  return {
    dispatch,
    discard: async (entry: Entry) => (await outbox?.discard(entry)) ?? false,
    retry: async (entry: Entry) => void (await outbox?.retry(entry)),
    /** Attempts an entry's lane once, whatever it waits for. */
    sendNow: async ({ lane }: Entry) => {
      const entries = outbox?.snapshot().entries.filter((entry) => entry.lane === lane) ?? []
      await getSendNow(client)?.(entries.map((entry) => entry.client_id))
    },
  }
}
