import * as v from 'valibot'

/**
 * What the worker sends to a window after a press of a notification: the path to open. The window
 * replies on the message's port; without a reply the worker navigates the window itself.
 */
export const OpenPath = v.object({ type: v.literal('open-path'), path: v.string() })
