import { isSameName } from '#contract/accounts/names.ts'
import type { Reply } from '#contract/broadcasts/replies.ts'
import { blockReads, findBlocked } from '#src/accounts/blocks/overlay.ts'
import { type HiddenRow, hideRows } from '#src/cache/hidden-row.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import type { PendingAction, PendingOf } from '#src/offline/outbox/pending.ts'
import { editReply, removeReply, sendReply } from '../actions.ts'

/** Actions for an older page of replies: new ones are in the newest page. */
export const olderReplyReads = [editReply, removeReply, ...blockReads] as const
export const replyReads = [sendReply, ...olderReplyReads] as const

/** `waiting`: not on the server yet; `failed`: refused or in doubt. `edit...`: its pending change. */
export interface ShownReply extends Reply {
  waiting?: Entry
  failed?: Entry
  editWaiting?: Entry
  editFailed?: Entry & { text: string }
}

/**
 * Returns the newest replies to a broadcast, newest first, with those that this device has not sent
 * yet on top, without deleted ones. `null`, from a host that lacks them or after the broadcast was
 * deleted, stays null unless this device has replies to it: their text must stay reachable.
 */
export function overlayReplies(
  broadcastId: number,
  replies: readonly Reply[] | null,
  pending: PendingOf<typeof replyReads>,
): (ShownReply | HiddenRow)[] | null {
  const known = replies ?? []
  const knownActions = new Set(known.map(({ client_id }) => client_id))
  const knownIds = new Set(known.map(({ id }) => id))
  const isRemoved = findRemoved(pending)
  const isMissing = ({ entry, ...action }: PendingAction<typeof sendReply>) =>
    action.broadcastId === broadcastId &&
    !knownActions.has(entry.client_id) &&
    !(entry.madeId !== undefined && knownIds.has(entry.madeId))
  const made = [...pending.of(sendReply), ...pending.parked(sendReply)]
    .filter(isMissing)
    .sort((a, b) => b.entry.seq - a.entry.seq)
    .map(asShown)
    .filter((reply) => !isRemoved(reply))
  if (replies === null && made.length === 0) return null
  return [...made.map(findEdits(pending)), ...overlayOlderReplies(known, pending)]
}

/** Returns an older page of replies with pending changes. Rows by blocked members are hidden. */
export function overlayOlderReplies(
  replies: readonly Reply[],
  pending: PendingOf<typeof olderReplyReads>,
): (ShownReply | HiddenRow)[] {
  const isBlocked = findBlocked(pending)
  const isRemoved = findRemoved(pending)
  const shown = replies.map(findEdits(pending))
  return hideRows(shown, (reply) => isBlocked(reply.user) || isRemoved(reply))
}

const isOf = (
  { id, client_id }: Reply,
  { replyId, madeBy }: { replyId?: number | undefined; madeBy?: string | undefined },
) => (replyId === undefined ? client_id !== undefined && client_id === madeBy : replyId === id)

function findRemoved(pending: PendingOf<readonly [typeof removeReply]>) {
  const removed = pending.of(removeReply)
  return (reply: Reply) => removed.some((action) => isOf(reply, action))
}

function findEdits(pending: PendingOf<readonly [typeof editReply]>) {
  const edits = pending.of(editReply)
  const refused = pending.parked(editReply)
  return (reply: ShownReply): ShownReply => {
    const edit = edits.findLast((action) => isOf(reply, action))
    const failed = refused.findLast((action) => isOf(reply, action))
    return {
      ...reply,
      ...(edit && { text: edit.text, edited: true }),
      ...(edit && edit.entry.status !== 'acked' && { editWaiting: edit.entry }),
      ...(failed && { editFailed: { ...failed.entry, text: failed.text } }),
    }
  }
}

/** Returns a pending reply for display. A negative id can't equal a real one. */
function asShown({ user, text, entry }: PendingAction<typeof sendReply>): ShownReply {
  const { status } = entry
  return {
    id: entry.madeId ?? -entry.seq,
    user,
    text,
    timestamp: new Date(entry.createdAt).toISOString(),
    edited: false,
    pfpsm: '',
    mentions: [],
    hidden: false,
    client_id: entry.client_id,
    ...(status === 'parked' ? { failed: entry } : status === 'acked' ? {} : { waiting: entry }),
  }
}

export const isOwnReply = (reply: Reply, member: string | null): member is string =>
  member !== null && isSameName(reply.user, member)
