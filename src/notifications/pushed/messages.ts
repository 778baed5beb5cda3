import * as v from 'valibot'
import { StoredResponse } from '#src/offline/device/stored-response.ts'

/**
 * What the worker sends to a window after a press on a notification: the path to open, and when the
 * notification was shown, in ms since 1970 (0: unknown). The window replies on the message's port;
 * without a reply the worker navigates the window itself.
 */
export const OpenPath = v.object({ type: v.literal('open-path'), path: v.string(), shownAt: v.optional(v.number(), 0) })

/** What the worker announces to the pages after a push: the responses that it has fetched. */
export const FetchedTargets = v.object({ member: v.string(), fetched: v.array(StoredResponse) })
