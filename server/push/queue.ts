import { defineQueue, NoPayload } from '#server/queue/define-queue.ts'
import { findDuePush } from './due-pushes.ts'
import { sendDuePushes } from './send-pushes.ts'

/**
 * Sends pushes, which are rows with leases: any number of processes send at the same time, and a
 * killed one's pushes are sent again when their leases end.
 */
export const pushQueue = defineQueue<null>({
  name: 'send-pushes',
  payload: NoPayload,
  schedule: { whenAny: findDuePush, isPrompt: true },
  retryAfterSeconds: 10,
  timeoutSeconds: 600,
  perform: (services, { signal }) => sendDuePushes(services, signal),
})
